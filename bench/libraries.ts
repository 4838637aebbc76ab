/**
 * `deno task bench libraries`: the files of a tree as one sorted array of relative paths, beside the
 * libraries that return the same.
 *
 * @module
 */
import { isAddressable } from "../src/scope/path_text.ts";
import {
  type Contenders,
  expectedPaths,
  GLOBBERS,
  LIBRARIES,
  LISTERS,
  type Question,
  stdContenders,
} from "./file_lists.ts";
import { makeForest } from "./forest.ts";
import { type BenchOptions, interleave, versus } from "./measure.ts";

/** Fewer than elsewhere, since the contenders are many. */
const ROUNDS = 7;

const UNEXPLAINED = "for no known reason";

/** The reason why one contender returns a path and another does not. */
function reasonOf(root: string, path: string): string {
  if (!isAddressable(path)) return "not valid UTF-8";
  if (path.includes("\\")) return "escaped";
  try {
    return Deno.lstatSync(`${root}/${path}`).isSymlink ? "links" : UNEXPLAINED;
  } catch {
    return UNEXPLAINED;
  }
}

/** Returns the difference of a list from the expected one, if any, and whether its time counts all the same. */
interface Verdict {
  readonly differences: readonly string[];
  readonly counts: boolean;
}

function judge(root: string, expected: readonly string[], given: readonly string[]): Verdict {
  const apart = new Set(expected).symmetricDifference(new Set(given));
  const common = (paths: readonly string[]) => paths.filter((path) => !apart.has(path)).join("\n");
  const inOrder = common(given) === common(expected);
  const reasons = Object.entries(Object.groupBy(apart, (path) => reasonOf(root, path)));
  return {
    differences: [
      ...reasons.map(([reason, paths]) => `${paths!.length} ${reason} (${paths![0]})`),
      ...inOrder ? [] : ["another order, or paths twice"],
    ],
    counts: inOrder && !reasons.some(([reason]) => reason === UNEXPLAINED),
  };
}

/** Those contenders whose list is right; it says how the others differ. */
async function verified(question: Question, contenders: Contenders): Promise<Contenders> {
  const expected = expectedPaths(question);
  const right: [string, Contenders[string]][] = [];
  const remarks: string[] = [];
  for (const [name, contender] of Object.entries(contenders)) {
    const { differences, counts } = judge(question.root, expected, await contender.paths(question));
    if (counts) right.push([name, contender]);
    if (differences.length === 0) continue;
    remarks.push(`  but ${name}: ${differences.join(", ")}${counts ? "" : "; it is not measured"}`);
  }
  console.log(`${question.pattern}: ${expected.length} files, the same list from all`);
  remarks.forEach((remark) => console.log(remark));
  return Object.fromEntries(right);
}

async function compare(question: Question, ours: Contenders, theirs: Contenders): Promise<void> {
  const contenders = await verified(question, { ...ours, ...theirs });
  const works = Object.entries(contenders).map(([name, { paths }]) =>
    [name, () => paths(question)] as const
  );
  const times = await interleave<string>(Object.fromEntries(works), ROUNDS);
  for (const base of Object.keys(ours).filter((name) => name in contenders)) {
    console.log(`times as long as ${base}:`);
    for (const [name, { bar }] of Object.entries(contenders)) {
      if (name !== base) console.log(versus(name, times[name]!, times[base]!, bar));
    }
  }
}

/** Compares lists of all files, and of those that a glob matches. */
export async function run({ tree }: BenchOptions): Promise<void> {
  const std = await stdContenders();
  if (Object.keys(std).length === 0) {
    console.log("walk of @std/fs: not there, it could not be loaded from JSR");
  }
  const theirs = { ...LIBRARIES, ...std };
  using forest = await makeForest({ directories: 3000, files: 40 });
  for (
    const [label, path, suffix] of [
      [tree, tree, ".h"],
      ["a tree without links", forest.path, "7.txt"],
    ] as const
  ) {
    const root = await Deno.realPath(path);
    console.log(`\n## ${label}`);
    await compare({ root, pattern: "**", suffix: "" }, LISTERS, theirs);
    await compare({ root, pattern: `**/*${suffix}`, suffix }, GLOBBERS, theirs);
  }
}
