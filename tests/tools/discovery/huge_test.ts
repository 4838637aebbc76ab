import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS } from "../../../mod.ts";
import { follow, stream, TOOLS } from "../../support/discovery.ts";
import { withReads } from "../../support/disk_reads.ts";
import { ANY_NAME, ANY_TREE, CASE, LINKS, testsNeeding } from "../../support/machine.ts";
import { randomTree, withRandomTree } from "../../support/odd_trees.ts";
import { link, withQuickTree } from "../../support/tree.ts";
import { whenHuge } from "../../support/walking.ts";

const test = testsNeeding(ANY_TREE);

const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>, size: string])[] = [
  ["find_files", {}, "limit"],
  ["find_files", { name_contains: "a" }, "limit"],
  ["find_files", { use_gitignore: true }, "limit"],
  ["glob_search", { pattern: "**" }, "max_results"],
  ["glob_search", { pattern: "**/a*", kind: "dir" }, "max_results"],
  ["list_dir_entries", { include_hidden: true }, "limit"],
  ["list_dir_entries", {}, "limit"],
];

test("a page of a huge directory is that of any other, on random trees and at every limit", async () => {
  let truncated = 0;
  await fc.assert(
    fc.asyncProperty(
      randomTree,
      fc.constantFrom(...CALLS),
      fc.integer({ min: 1, max: 4 }),
      (tree, [name, least, size], limit) =>
        withRandomTree(tree, async (cwd) => {
          const args = { ...least, [size]: limit };
          const plain = await follow(TOOLS[name]!, args, { cwd });
          const huge = await whenHuge(() => follow(TOOLS[name]!, args, { cwd }));
          assertEquals(huge, plain);
          truncated += plain.length - 1;
          assertEquals(await whenHuge(() => stream(TOOLS[name]!, args, { cwd })), plain);
        }),
    ),
    { numRuns: 300 },
  );
  assert(truncated > 100, `${truncated} pages went on`);
});

testsNeeding(LINKS, ANY_NAME, CASE)(
  "LS of a huge directory is that of any other, at every offset",
  async () => {
    const tree = { "B": "", "a/x": "", "b": "", "c\n": "", "z": link("a"), "é": "", ".h": "" };
    await withQuickTree(tree, async (cwd) => {
      for (const limit of [1, 2, 7]) {
        for (let offset = 0; offset < 8; offset++) {
          const args = { offset, limit, include_hidden: offset % 2 === 0 };
          const plain = await TOOLSETS.envelope.LS.execute(args, { cwd });
          const huge = await whenHuge(() => TOOLSETS.envelope.LS.execute(args, { cwd }));
          const timeless = ({ stats, ...rest }: typeof plain) => ({
            ...rest,
            stats: { ...stats, time_ms: 0 },
          });
          assertEquals(timeless(huge), timeless(plain));
        }
      }
    });
  },
);

Deno.test("a directory that becomes a link that leads outside is not read", async () => {
  // Decision 2.7: "What a race can still do … is written in SECURITY.md, with what is done about it."
  for (const name of ["a", "b", "b/c"]) {
    await withQuickTree({ "in/a/x": "", "in/b/c/y": "", "out/secret": "" }, async (root) => {
      const after = (path: string): void => {
        if (path !== `${root}/in/${name}`.slice(0, -2)) return;
        Deno.removeSync(`${root}/in/${name}`, { recursive: true });
        Deno.symlinkSync(`${root}/out`, `${root}/in/${name}`);
      };
      await withReads({ after }, async () => {
        const { entries, skipped } = await TOOLS.find_files!.execute({}, { cwd: `${root}/in` });
        assertEquals(entries.filter(({ name }) => name === "secret"), []);
        assertEquals(skipped, { vanished: 1 });
      });
    });
  }
});
