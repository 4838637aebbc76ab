import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { LiteralFinder } from "../literals/literal_finder.ts";
import type { Literals } from "../literals/literals.ts";
import { fileScore } from "../rank/name_score.ts";
import type { CountedDirectory } from "./counted_directory.ts";

/** Returns the paths of the files that a task spells out, the likeliest first. */
export async function spelledFiles(
  directories: readonly CountedDirectory[],
  literals: Literals,
  pacer: Pacer,
): Promise<string[]> {
  const finder = new LiteralFinder(literals);
  await forEachPaced(directories, pacer, ({ prefix, files }) => {
    for (const name of files) {
      finder.visit(prefix, name, () => ({ path: prefix + name, score: fileScore(name) }));
    }
  });
  return (await finder.spelledOut(pacer)).entries.map(({ path }) => path);
}
