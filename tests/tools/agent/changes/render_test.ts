import { assert, assertEquals } from "@std/assert";
import { renderChanges } from "../../../../src/tools/agent/changes/render.ts";
import { spaceFor } from "../../../../src/tools/agent/overview/token_cost.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";

for (
  const [where, directories, text] of [
    ["one directory", 1, "d0/\n + f0\n … 19999 added"],
    [
      "many",
      20_000,
      "d0/ (1 added)\nd1/ (1 added)\n… 19998 added in 19998 more directories",
    ],
  ] as const
) {
  Deno.test(`many changes in ${where} are put in order and counted without a long pause`, async () => {
    const changes = Array.from({ length: 20_000 }, (_, i) => (
      { type: "added", prefix: `d${i % directories}/`, name: `f${i}`, kind: "file" } as const
    ));
    const pacer = new BusyPacer();
    assertEquals(await renderChanges(changes, spaceFor(40), pacer), {
      totals: { added: 20_000, removed: 0, modified: 0 },
      text,
      isComplete: false,
    });
    assert(pacer.looks > changes.length, `only ${pacer.looks} looks`);
  });
}
