import { assert, assertEquals } from "@std/assert";
import { directoryKey, type EntryKey, fileKey } from "../../../../src/directory/entry_key.ts";
import { Pacer } from "../../../../src/pacing/pacer.ts";
import { type Change, compareSnapshots } from "../../../../src/tools/agent/changes/compare.ts";
import type { Snapshot } from "../../../../src/tools/agent/changes/snapshot.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";

/** More entries than a function call can take as arguments, in any thread. */
const MANY = 130_000;

const FILES: readonly EntryKey[] = Array.from({ length: MANY }, (_, i) => fileKey(`f${i}`));

/** Returns a snapshot of the keys of each directory. All entries have the same times; each has its own inode. */
function snapshotOf(
  directories: Readonly<Record<string, readonly EntryKey[]>>,
  firstInode = 0,
): Snapshot {
  let ino = firstInode;
  const listed = Object.entries(directories).map(([prefix, keys]) => {
    const same = { dev: 1, size: 0, mtime: 0, birthtime: 1 };
    const stats = keys.map(() => ({ ...same, ino: ino++ }));
    return [prefix, { keys, stats }] as const;
  });
  const view = { use_gitignore: true, include_hidden: true };
  return { tree: "", view, directories: new Map(listed) };
}

const EMPTY = snapshotOf({ "": [] });
const FULL = snapshotOf({ "": [directoryKey("d")], "d/": FILES });
const FILE = snapshotOf({ "": [fileKey("d")] });
/** Equals `FULL` but for the inodes: no entry has one of another snapshot. */
const OTHER_INODES = snapshotOf({ "": [directoryKey("d")], "d/": FILES }, 2 * MANY);

/** Counts changes by type. */
function countsOf(changes: readonly Change[]): Partial<Record<Change["type"], number>> {
  const counts: Partial<Record<Change["type"], number>> = {};
  for (const { type } of changes) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

for (
  const [what, before, after, counts] of [
    ["came", EMPTY, OTHER_INODES, { added: MANY + 1 }],
    ["went", FULL, EMPTY, { removed: MANY + 1 }],
    ["became a file", FULL, FILE, { kind: 1, removed: MANY }],
    ["was a file", FILE, OTHER_INODES, { kind: 1, added: MANY }],
    ["has other files of the same names", FULL, OTHER_INODES, { modified: MANY }],
  ] as const
) {
  Deno.test(`a directory of more entries than a call takes arguments ${what}: each is reported, and the clock is checked`, async () => {
    const pacer = new BusyPacer();
    const options = { pacer, isIgnored: () => false };
    const { changes, unread } = await compareSnapshots(before, after, options);
    assertEquals([countsOf(changes), unread.isEmpty], [counts, true]);
    assert(pacer.looks > 2 * MANY, `only ${pacer.looks} looks`);
  });
}

Deno.test("a directory that was renamed and cannot be read is counted once as not compared", async () => {
  const [was, is] = ["d", "e"].map((name) => {
    const snapshot = snapshotOf({ "": [directoryKey(name)] });
    return { ...snapshot, directories: new Map(snapshot.directories).set(`${name}/`, "io_error") };
  });
  const options = { pacer: new Pacer(), isIgnored: () => false };
  const { changes, unread } = await compareSnapshots(was!, is!, options);
  assertEquals([countsOf(changes), unread.counts], [{ renamed: 1 }, { io_error: 1 }]);
});
