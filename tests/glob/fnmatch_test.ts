import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { compileFnmatch } from "../../src/glob/fnmatch.ts";
import { PYTHON, testsNeeding } from "../support/machine.ts";
import { pipe } from "../support/shell.ts";

const SCRIPT = `
import fnmatch, json, sys
pairs = json.load(sys.stdin)
print(json.dumps([fnmatch.fnmatchcase(text, pattern) for pattern, text in pairs]))
`;

const test = testsNeeding(PYTHON);

/** The verdicts of `fnmatch.fnmatchcase` on pairs of pattern and text. Needs Python 3.11. */
async function judgeWithPython(
  pairs: readonly (readonly [string, string])[],
): Promise<readonly boolean[]> {
  const output = await pipe("python3", ["-W", "ignore", "-c", SCRIPT], JSON.stringify(pairs));
  return JSON.parse(output) as boolean[];
}

const CHARACTERS = ["a", "b", "-", "!", "[", "]", "*", "?", "\\", "^", "z", "/", ".", "é", "😀"];
const RARE = ["&", "~", "|", "{", "}", ",", "(", ")", "+", "$", "\n", " ", "A", "0", "\uE000"];

/** Texts in which classes are common. */
function patterns(characters: readonly string[]): fc.Arbitrary<string> {
  const character = fc.constantFrom(...characters);
  const inner = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(""));
  const piece = fc.oneof(
    { weight: 3, arbitrary: character },
    { weight: 2, arbitrary: inner.map((text) => `[${text}]`) },
    { weight: 1, arbitrary: inner.map((text) => `[!${text}]`) },
    { weight: 1, arbitrary: fc.constant("*") },
  );
  return fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
}

test("compileFnmatch agrees with Python on random patterns", async () => {
  const all = [...CHARACTERS, ...RARE];
  const texts = (characters: readonly string[]) =>
    fc.array(fc.constantFrom(...characters), { maxLength: 5 }).map((parts) => parts.join(""));
  const samples = [
    ...fc.sample(fc.tuple(patterns(CHARACTERS), texts(CHARACTERS)), { numRuns: 6_000, seed: 3 }),
    ...fc.sample(fc.tuple(patterns(all), texts(all)), { numRuns: 4_000, seed: 4 }),
    // One class against each single character, and against none.
    ...fc.sample(patterns(CHARACTERS).filter((pattern) => pattern.includes("[")), {
      numRuns: 1_000,
      seed: 5,
    }).flatMap((pattern) => ["", ...CHARACTERS].map((text): [string, string] => [pattern, text])),
  ];
  const verdicts = await judgeWithPython(samples);
  const wrong = samples.flatMap(([pattern, text], i) => {
    const verdict = compileFnmatch(pattern)(text);
    return verdict === verdicts[i] ? [] : [`${JSON.stringify([pattern, text])}: ${verdict}`];
  });
  assertEquals(wrong, []);
  const matches = verdicts.filter((verdict) => verdict).length;
  assert(matches > 1_000 && matches < samples.length / 2, `${matches} of ${samples.length} match`);
});

Deno.test("compileFnmatch searches for the end of a class only before the last ]", () => {
  // Decision 3: "no argument costs more than linear time".
  const { indexOf } = Array.prototype;
  let searches = 0;
  Array.prototype.indexOf = function (...args) {
    searches++;
    return indexOf.apply(this, args);
  };
  try {
    assertEquals(compileFnmatch("[".repeat(1000))("[".repeat(1000)), true);
    assertEquals(compileFnmatch(`]${"[".repeat(1000)}`)(`]${"[".repeat(1000)}`), true);
  } finally {
    Array.prototype.indexOf = indexOf;
  }
  assertEquals(searches, 0);
});
