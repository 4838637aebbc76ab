import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { takeAtOnce } from "../../../../src/pacing/paced_steps.ts";
import type { WordPlace } from "../../../../src/tools/agent/contents/contents.ts";
import { placesOf } from "../../../../src/tools/agent/rank/task_places.ts";
import type { TaskPlace } from "../../../../src/tools/agent/rank/task_reason.ts";

/** Words that are named by a letter, and tell about as much as each other: `a` the least. */
const WORDS = {
  tells: (word: number) => 16 + word,
  spelling: (word: number) => String.fromCharCode(97 + word),
};

/** Returns hits from lines, each with its number before its words: `3 ab`. */
function hitsOf(...lines: string[]): WordPlace[] {
  return lines.flatMap((text) => {
    const [line, letters] = text.split(" ");
    return Array.from(letters!, (each) => ({ word: each.charCodeAt(0) - 97, line: Number(line) }));
  });
}

const textOf = (places: readonly TaskPlace[]): string[] =>
  places.map(({ line, words }) => `${line} ${words.join("")}`);

Deno.test("9.10: 'the task's words stand together': at most two places, four words each, rarest first", () => {
  const rows: [hits: string[], places: string[]][] = [
    [[], []],
    [["3 a"], ["3 a"]],
    [["3 ab", "5 c"], ["3 cba"]],
    [["3 abcdef"], ["3 fedc"]],
    [["1 a", "8 b"], ["1 ba"]],
    [["1 a", "9 b"], ["9 b"]],
    [["1 a", "10 b"], ["10 b", "1 a"]],
    [["1 ab", "20 ab", "40 ab"], ["1 ba", "20 ba"]],
    [["1 a", "20 ab"], ["20 ba"]],
    [["1 ab", "20 abc"], ["20 cba", "1 ba"]],
    // From the last line on that has all that follows.
    [["1 a", "3 a", "4 b"], ["3 ba"]],
    // What is near a place is part of it.
    [["1 ab", "6 ab", "30 ab"], ["1 ba", "30 ba"]],
  ];
  for (const [hits, places] of rows) {
    assertEquals(textOf(takeAtOnce(placesOf(hitsOf(...hits), WORDS))), places, hits.join(", "));
  }
});

/** The run of lines, eight at most, that tells most, by trying each: of equal ones, what ends first and begins last. */
function bestOf(hits: readonly WordPlace[]): string {
  let [best, told] = ["", 0];
  for (let last = 0; last < hits.length; last++) {
    for (let first = last; first >= 0 && hits[last]!.line - hits[first]!.line < 8; first--) {
      const there = [...new Set(hits.slice(first, last + 1).map(({ word }) => word))];
      const sum = there.reduce((sum, word) => sum + WORDS.tells(word), 0);
      if (sum <= told) continue;
      told = sum;
      const words = there.sort((a, b) => b - a).slice(0, 4);
      best = `${hits[first]!.line} ${words.map(WORDS.spelling).join("")}`;
    }
  }
  return best;
}

const someHits = fc.array(fc.record({ word: fc.nat(6), line: fc.integer({ min: 1, max: 60 }) }), {
  minLength: 1,
  maxLength: 40,
}).map((hits) => hits.sort((a, b) => a.line - b.line));

Deno.test("the first place tells most of all runs of eight lines, and the second is none near it", () => {
  fc.assert(
    fc.property(someHits, (hits) => {
      const [first, second, ...others] = takeAtOnce(placesOf(hits, WORDS));
      assertEquals([textOf([first!])[0], others], [bestOf(hits), []]);
      if (second !== undefined) assert(Math.abs(first!.line - second.line) > 8);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("a million hits are looked at with a step for every 1,024, twice at most", () => {
  const hits = Array.from({ length: 2 ** 20 }, (_, i) => ({ word: i % 7, line: 1 + (i >> 5) }));
  const steps = placesOf(hits, WORDS);
  let count = 0;
  while (!steps.next().done) count++;
  assertEquals(count, 2 * 1024);
});
