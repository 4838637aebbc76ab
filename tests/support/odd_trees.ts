/** Random trees whose names sort oddly. */
import fc from "fast-check";
import { link, type Node, withQuickTree } from "./tree.ts";

const NAMES: readonly string[] = [
  ..."a a-b a.b ab a! a~ A - -a .a ... b b.ts a\u0001 é e\u0301 \u{1F600} \u{1F600}a".split(" "),
  ..."\uFF01 \uFF01a \uE000 \uFFFC \\ * [a]".split(" "),
  "a b",
  "\u2028",
];

export interface RandomTree {
  readonly files: readonly string[];
  readonly directories: readonly string[];
  readonly links: readonly string[];
}

/** Names that sort oddly, or are prefixes of others. */
export const oddName: fc.Arbitrary<string> = fc.constantFrom(...NAMES);

/** Paths of one to three odd names. */
export const oddPath: fc.Arbitrary<string> = fc
  .array(oddName, { minLength: 1, maxLength: 3 })
  .map((names) => names.join("/"));

/** Random trees of such paths, of so many nodes at most. */
export function treesOf(path: fc.Arbitrary<string>, maxLength = 14): fc.Arbitrary<RandomTree> {
  return fc.uniqueArray(
    fc.tuple(path, fc.constantFrom("file", "file", "file", "dir", "link")),
    { selector: ([path]) => path, minLength: 1, maxLength },
  ).map((nodes) => {
    const directories = new Set<string>();
    for (const [path, kind] of nodes) {
      const parts = path.split("/");
      const depth = kind === "dir" ? parts.length : parts.length - 1;
      for (let i = 1; i <= depth; i++) directories.add(parts.slice(0, i).join("/"));
    }
    const leaves = (wanted: string): string[] =>
      nodes.flatMap(([path, kind]) => kind === wanted && !directories.has(path) ? [path] : []);
    return { files: leaves("file"), directories: [...directories], links: leaves("link") };
  });
}

export const randomTree: fc.Arbitrary<RandomTree> = treesOf(oddPath);

/** Builds a random tree in a new folder, passes its path to `test`, and removes it. */
export async function withRandomTree(
  { files, directories, links }: RandomTree,
  test: (root: string) => void | Promise<void>,
): Promise<void> {
  const entries: [string, Node][] = [
    ...directories.map((path): [string, Node] => [`${path}/`, ""]),
    ...files.map((path): [string, Node] => [path, ""]),
    ...links.map((path): [string, Node] => [path, link(".")]),
  ];
  await withQuickTree(Object.fromEntries(entries), test);
}
