import { assert, assertEquals } from "@std/assert";
import { directoryKey, type EntryKey, fileKey } from "../../../../src/directory/entry_key.ts";
import { type Change, compareSnapshots } from "../../../../src/tools/agent/changes/compare.ts";
import type { Snapshot, Status } from "../../../../src/tools/agent/changes/snapshot.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";

/** More entries than a call takes arguments, in any thread. */
const MANY = 130_000;

const FILES: readonly EntryKey[] = Array.from({ length: MANY }, (_, i) => fileKey(`f${i}`));

/** A snapshot of the keys of each directory; every entry has the same times, and an inode of its own. */
function snapshotOf(directories: Readonly<Record<string, readonly EntryKey[]>>): Snapshot<Status> {
  let ino = 0;
  const listed = Object.entries(directories).map(([prefix, keys]) => {
    const facts = keys.map(() => ({ ino: ino++, size: 0, mtime: 0, ctime: 0 }));
    return [prefix, { keys, facts }] as const;
  });
  const view = { use_gitignore: true, include_hidden: true };
  return { tree: "", view, directories: new Map(listed) };
}

const EMPTY = snapshotOf({ "": [] });
const FULL = snapshotOf({ "": [directoryKey("d")], "d/": FILES });
const FILE = snapshotOf({ "": [fileKey("d")] });
/** No entry of it has an inode that one of the others has. */
const APART = {
  ...FULL,
  directories: new Map(
    [...FULL.directories].map(([prefix, listed]) => [prefix, {
      keys: listed!.keys,
      facts: listed!.facts!.map((fact) => fact && { ...fact, ino: -1 - fact.ino }),
    }]),
  ),
};

/** How many changes there are, by type. */
function countsOf(changes: readonly Change[]): Partial<Record<Change["type"], number>> {
  const counts: Partial<Record<Change["type"], number>> = {};
  for (const { type } of changes) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

for (
  const [what, before, after, counts] of [
    ["came", EMPTY, APART, { added: MANY + 1 }],
    ["went", FULL, EMPTY, { removed: MANY + 1 }],
    ["became a file", FULL, FILE, { kind: 1, removed: MANY }],
    ["was a file", FILE, APART, { kind: 1, added: MANY }],
  ] as const
) {
  Deno.test(`a directory of more entries than a call takes arguments ${what}: each is told, and the clock is looked at`, async () => {
    const pacer = new BusyPacer();
    const { changes, isKnown } = await compareSnapshots(before, after, pacer);
    assertEquals([countsOf(changes), isKnown], [counts, true]);
    assert(pacer.looks > 2 * MANY, `only ${pacer.looks} looks`);
  });
}
