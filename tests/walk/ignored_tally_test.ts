import { assertEquals } from "@std/assert";
import { directoryKey, fileKey, linkKey, otherKey } from "../../src/directory/entry_key.ts";
import { IgnoredTally } from "../../src/walk/ignored_tally.ts";

Deno.test("IgnoredTally.add() lists directories, counts the rest, and counts equal names once", () => {
  const tally = new IgnoredTally();
  for (const key of [directoryKey("d"), fileKey("f"), linkKey("l"), otherKey("p")]) tally.add(key);
  for (const make of [directoryKey, directoryKey, fileKey, fileKey]) tally.add(make("m\uFFFD"));
  assertEquals(tally.directories, ["d", "m\uFFFD"]);
  assertEquals(tally.others, 4);
});
