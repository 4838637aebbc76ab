import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { TopK } from "../../src/pacing/top_k.ts";
import { anyCharacter } from "../support/any_character.ts";

Deno.test("TopK() keeps the smallest strings by code point, in whatever order they are added", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: anyCharacter, maxLength: 3 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 70 }),
      async (texts, limit) => {
        const smallest = new TopK(limit);
        for (const text of texts) smallest.add(text);
        const first = (await smallest.sorted(new Pacer())).slice(0, limit);
        assertEquals(first, texts.toSorted(compareCodePoints).slice(0, limit));
      },
    ),
  );
});

Deno.test("TopK() never holds more than twice its limit", async () => {
  for (const step of [1, -1]) {
    const smallest = new TopK(10);
    for (let i = 0; i < 10_000; i++) smallest.add(String(20_000 + step * i));
    const kept = await smallest.sorted(new Pacer());
    assert(kept.length <= 20, `${kept.length}`);
    const least = step === 1 ? 20_000 : 10_001;
    assertEquals(kept.slice(0, 10), Array.from({ length: 10 }, (_, i) => String(least + i)));
  }
});
