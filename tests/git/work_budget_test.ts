import { assertEquals, assertGreater } from "@std/assert";
import { COSTLY_GIT, readGit } from "../support/costly_git.ts";
import { BusyPacer } from "../support/counted_pacer.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { withQuickTree } from "../support/tree.ts";

const MIB = 1024 * 1024;

/** A git directory, its scale, the budget that is spent before, and what reading it comes to. */
const ROWS: readonly (readonly [
  what: string,
  scale: number,
  spentMiB: number,
  counts: { readonly opened: number; readonly minPauses: number; readonly indexes?: number },
])[] = [
  // 200 KiB of input cost 6.4 MiB: the budget ends in the fourth of 64 packs.
  ["a pack of empty blocks, 64 times", 0.1, 360, { opened: 9, minPauses: 40 }],
  ["loose commits of empty blocks", 0.1, 360, { opened: 9, minPauses: 40 }],
  ["indexes of packs that claim 2^32 - 1 objects", 0, 0, { opened: 66, minPauses: 400 }],
  // 60 `.git` files, three files for the history, and the index once.
  [
    "60 `.git` files that name a directory with a large index",
    0.01,
    0,
    { opened: 64, minPauses: 9000 / 64, indexes: 60 },
  ],
  // Each is read until 14 MiB are spent: 2.9 MiB for an index, 2 MiB for a configuration.
  ["repositories with a large index", 0.05, 370, { opened: 7, minPauses: 4 }],
  ["repositories with a line of configuration of 256 KiB", 0.5, 370, { opened: 7, minPauses: 7 }],
  // A path is 32 KB long: each has 640 KB of them.
  [
    "repositories with a small index of long paths",
    0.01,
    380,
    { opened: 5, minPauses: 4, indexes: 1 },
  ],
  ["packs that are directories", 0.02, 0, { opened: 3, minPauses: 100 }],
  ["packed references that are nearly the one that is read", 1, 0, { opened: 2, minPauses: 15 }],
  ["a megabyte of line ends in `shallow`", 1, 0, { opened: 4, minPauses: 4 }],
  ["alternates by long ways", 0.05, 0, { opened: 4, minPauses: 64 }],
];

for (const [what, scale, spentMiB, { opened, minPauses, indexes = 0 }] of ROWS) {
  Deno.test(`one budget a call bounds what git's bytes cost: ${what}`, () =>
    withQuickTree({}, async (root) => {
      COSTLY_GIT.get(what)!(root, scale);
      const pacer = new BusyPacer();
      pacer.budget.spent = spentMiB * MIB;
      const paths: string[] = [];
      using _disk = failingDisk(watching(["openSync"], ({ path }) => void paths.push(path)));
      assertEquals(await readGit(root, pacer), indexes);
      assertEquals(paths.length, opened);
      assertGreater(pacer.pauses, minPauses);
    }));
}
