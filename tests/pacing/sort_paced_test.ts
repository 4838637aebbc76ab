import { assertEquals, assertGreater } from "@std/assert";
import { Pacer } from "../../src/pacing/pacer.ts";
import { sortPaced } from "../../src/pacing/sort_paced.ts";
import { BusyPacer } from "../support/counted_pacer.ts";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";

/** Strings in an order that looks random, with repeats. */
function strings(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const n = Math.imul(i, 2654435761) >>> 0;
    return n % 5 === 0 ? `\u{1F600}${n % 997}` : n % 7 === 0 ? `\uE000${n % 997}` : `${n}`;
  });
}

Deno.test("sortPaced() equals Array.toSorted(), whatever the length, and leaves its input unchanged", async () => {
  for (const count of [0, 1, 2, 16_384, 16_385, 32_768, 32_769, 65_537]) {
    for (const compare of [undefined, compareCodePoints]) {
      const given = strings(count);
      const sorted = await sortPaced(given, new Pacer(), compare);
      assertEquals(sorted.join("\n"), strings(count).sort(compare).join("\n"), `${count}`);
      assertEquals(given.join("\n"), strings(count).join("\n"), `${count}`);
    }
  }
});

Deno.test("sortPaced() yields while it sorts and while it merges", async () => {
  const pacer = new BusyPacer();
  await sortPaced(strings(40_000), pacer);
  // 3 runs, and 2 merges of 40,000 strings with a check of the clock every 256.
  assertGreater(pacer.pauses, 3 + 2 * Math.floor(32_768 / 256));
});

Deno.test("sortPaced() yields the sooner, the longer the strings are", async () => {
  const long = strings(1000).map((each) => "a".repeat(10_000) + each);
  const pacer = new BusyPacer();
  assertEquals((await sortPaced(long, pacer)).join() === long.toSorted().join(), true);
  // 3 runs of at most 4 Mi characters.
  assertGreater(pacer.pauses, 3);
});
