import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { execute, failure } from "../../support/codex.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { ANY_TREE, testsNeeding } from "../../support/machine.ts";
import { link, type Node, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(ANY_TREE);

interface Folder {
  readonly [name: string]: string | Folder;
}

const NAMES = ["a", "a-b", "a.b", "a0", "B", "é", "😀", "\uE000", "x\ny", "\\"];

const { folder } = fc.letrec<{ folder: Folder; node: string | Folder }>((tie) => ({
  folder: fc.dictionary(fc.constantFrom(...NAMES), tie("node"), { maxKeys: 4 }),
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: "folder" },
    fc.constantFrom("file", "file", "link", "loop"),
    tie("folder"),
    tie("folder"),
  ),
}));

function treeOf(folder: Folder, prefix = ""): Tree {
  const tree: Record<string, Node> = {};
  for (const [name, node] of Object.entries(folder)) {
    const path = prefix + name;
    if (typeof node !== "string") {
      Object.assign(tree, { [`${path}/`]: "" }, treeOf(node, `${path}/`));
    } else {
      tree[path] = node === "file" ? "" : link(node === "link" ? "a" : ".");
    }
  }
  return tree;
}

interface Found {
  readonly path: string;
  readonly line: string;
}

/** The spec's pseudocode, read literally: collects every entry, level by level. */
function collect(root: string, depth: number): Found[] {
  const found: Found[] = [];
  const queue: [string[], number][] = [[[], depth]];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [parts, remaining] = next;
    const entries = [...Deno.readDirSync([root, ...parts].join("/"))]
      .sort((a, b) => compareBytes(a.name, b.name));
    for (const { name, isDirectory, isSymlink, isFile } of entries) {
      const suffix = isSymlink ? "@" : isDirectory ? "/" : isFile ? "" : "?";
      const shown = name.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
      const path = [...parts, name].join("/");
      found.push({ path, line: "  ".repeat(parts.length) + shown + suffix });
      if (isDirectory && remaining > 1) queue.push([[...parts, name], remaining - 1]);
    }
  }
  return found;
}

function answerTo(root: string, found: Found[], offset: number, limit: number): unknown {
  const header = `Absolute path: ${root}`;
  if (found.length === 0) return { content: header, success: true };
  const start = offset - 1;
  if (start >= found.length) return failure("offset exceeds directory entry count");
  const end = Math.min(start + limit, found.length);
  const lines = found.slice(start, end)
    .sort((a, b) => compareBytes(a.path, b.path))
    .map(({ line }) => line);
  if (end < found.length) lines.push(`More than ${limit} entries found`);
  return { content: [header, ...lines].join("\n"), success: true };
}

test("codex list_dir: every offset, limit and depth agrees with the pseudocode on random trees, so pages hold each entry once", async () => {
  const sizes: number[] = [];
  await fc.assert(
    fc.asyncProperty(folder, (folder) =>
      withQuickTree(treeOf(folder), async (root) => {
        for (const depth of [1, 2, 3, 4]) {
          const found = collect(root, depth);
          const n = found.length;
          sizes.push(n);
          // For a large listing, the edges and some between.
          const numbers = Array.from({ length: n + 2 }, (_, i) => i + 1)
            .filter((i) => n <= 12 || i <= 3 || i >= n - 1 || i % 7 === 0);
          for (const offset of numbers) {
            for (const limit of numbers) {
              assertEquals(
                await execute({ dir_path: root, offset, limit, depth }),
                answerTo(root, found, offset, limit),
                `offset ${offset}, limit ${limit}, depth ${depth}`,
              );
            }
          }
        }
      })),
    { numRuns: 25, seed: 1 },
  );
  assert(Math.max(...sizes) > 12, `only small trees: ${sizes}`);
});
