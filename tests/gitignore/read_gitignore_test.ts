import { assert, assertEquals } from "@std/assert";
import { needing } from "../support/machine.ts";
import { bytes, fifo, link, needsOf, type Tree, withTree } from "../support/tree.ts";
import { unignoredPathsOf } from "../support/walking.ts";

for (const semantics of ["any-match", "git"] as const) {
  const odd: [string, Tree][] = [
    ["a link", { "rules": "x\n", ".gitignore": link("rules") }],
    ["a FIFO", { ".gitignore": fifo() }],
    ["a directory", { ".gitignore/y": "" }],
    ["a dangling link", { ".gitignore": link("gone") }],
    ["over 1 MiB", { ".gitignore": "x\n" + "#\n".repeat(512 * 1024) }],
    ["over 1 MiB of NUL", { ".gitignore": bytes(1024 * 1024 + 1) }],
  ];
  for (const [what, tree] of odd) {
    Deno.test(
      needing(
        needsOf(tree),
        `rulesAbove() passes over a .gitignore that is ${what}, by ${semantics}`,
      ),
      async () => {
        // Decision 3: "read only when a regular file (never through a link, as git itself), at most
        // 1 MiB […]; an odd one is passed over."
        await withTree({ ...tree, "x": "", "d/x": "" }, async (root) => {
          for (const path of [".", "d"]) {
            const paths = await unignoredPathsOf(root, semantics, { path });
            assert(paths.includes("x"), path);
          }
        });
      },
    );
  }

  Deno.test(`rulesAbove() reads a .gitignore of exactly 1 MiB, by ${semantics}`, async () => {
    const text = "x\n" + "#".repeat(1024 * 1024 - 3) + "\n";
    await withTree({ ".gitignore": text, "x": "", "y": "" }, async (root) => {
      assertEquals(await unignoredPathsOf(root, semantics), [".gitignore", "y"]);
    });
  });
}
