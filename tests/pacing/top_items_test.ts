import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { TopItems } from "../../src/pacing/top_items.ts";

const compare = (a: number, b: number): number => a - b;

Deno.test("TopItems keeps the smallest items, in whatever order they are added", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 60 }),
      fc.integer({ min: 1, max: 70 }),
      (items, limit) => {
        const smallest = new TopItems(limit, compare);
        for (const item of items) smallest.add(item);
        const first = smallest.kept.toSorted(compare).slice(0, limit);
        assertEquals(first, items.toSorted(compare).slice(0, limit));
      },
    ),
  );
});

Deno.test("TopItems never holds more than twice its limit", () => {
  for (const step of [1, -1]) {
    const smallest = new TopItems(10, compare);
    for (let i = 0; i < 10_000; i++) smallest.add(step * i);
    assert(smallest.kept.length <= 20, `${smallest.kept.length}`);
    const least = step === 1 ? 0 : -9_999;
    const first = smallest.kept.toSorted(compare).slice(0, 10);
    assertEquals(first, Array.from({ length: 10 }, (_, i) => least + i));
  }
});
