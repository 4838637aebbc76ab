import { assert, assertEquals } from "@std/assert";
import { SnapshotTaker } from "../../../../src/tools/agent/changes/snapshot_taker.ts";
import { startAt } from "../../../../src/walk/steps.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";

Deno.test("a large directory is put in order without a long pause before its entries are asked", async () => {
  // Entries of such names are not asked, so that this touches no disk.
  const names = Array.from({ length: 50_000 }, (_, i) => `\ufffd${i}`);
  const taker = new SnapshotTaker({ use_gitignore: true, include_hidden: true });
  const directory = startAt({ open: "/", real: "/" });
  taker.visit({ type: "files", names, isPlain: false, directory });
  const pacer = new BusyPacer();
  await taker.ask(pacer);
  const { keys, facts } = taker.snapshot("").directories.get("")!;
  assertEquals([keys, facts?.length], [names.toSorted(), names.length]);
  const toAsk = names.length / 16;
  assert(pacer.pauses > toAsk + 100, `only ${pacer.pauses} pauses`);
});
