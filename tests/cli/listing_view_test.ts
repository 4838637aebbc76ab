import { assertEquals } from "@std/assert";
import { longRows, sortedForView } from "../../src/cli/listing_view.ts";
import type { DiscoveryEntry } from "../../src/tools/discovery/result.ts";

/** A regression: a list of arguments has a bound, a folder has none. */
Deno.test("ls -lS of 300,000 files", () => {
  const entries = Array.from({ length: 300_000 }, (_, i): DiscoveryEntry => ({
    name: `${i}`,
    path: `${i}`,
    kind: "file",
    size: i,
    modified_unix_ms: null,
  }));
  const sorted = sortedForView(entries, new Set("lhS"));
  const names = sorted.map(({ name }) => name);
  const rows = longRows(sorted, { names, isHuman: true, isTerminal: false });
  assertEquals([rows.length, rows[0], rows.at(-1)], [300_000, "299999\t293K\t-", "0\t0\t-"]);
});
