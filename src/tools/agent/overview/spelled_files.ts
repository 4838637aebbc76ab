import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { LiteralFinder } from "../literals/literal_finder.ts";
import type { Literals } from "../literals/literals.ts";
import type { ScoredPath } from "../match/best_paths.ts";
import { fileScore } from "../rank/name_score.ts";
import type { CountedDirectory } from "./counted_directory.ts";

/** A file that a task spells out. */
export interface SpelledFile extends ScoredPath {
  /** The indices of its directory, and of the file in that. */
  readonly directory: number;
  readonly index: number;
}

/** Maximum files that a task spells out. */
const MAX_FILES = 200;

/** Returns the files that a task spells out, the likeliest first. */
export async function spelledFiles(
  directories: readonly CountedDirectory[],
  literals: Literals,
  pacer: Pacer,
): Promise<SpelledFile[]> {
  const finder = new LiteralFinder<SpelledFile>(literals);
  await forEachPaced(directories, pacer, ({ prefix, files, index: directory }) => {
    for (const [index, name] of files.entries()) {
      const path = prefix + name;
      finder.visit(prefix, name, () => ({ path, score: fileScore(name), directory, index }));
    }
  });
  return (await finder.found(pacer)).slice(0, MAX_FILES);
}
