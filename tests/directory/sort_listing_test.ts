import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  directoryKey,
  type EntryKey,
  fileKey,
  linkKey,
  nameOf,
  otherKey,
} from "../../src/directory/entry_key.ts";
import { sortListing, sortSelected } from "../../src/directory/sort_listing.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { takeAtOnce, takePaced } from "../../src/pacing/paced_steps.ts";
import { compareBytes } from "../support/compare_bytes.ts";

/** Random keys, in the order in which a directory would list them. */
function keysOf(size: number, seed: number, alphabet: readonly string[]): EntryKey[] {
  const keys: EntryKey[] = [];
  let state = seed >>> 0;
  const next = (bound: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % bound;
  };
  const names = new Set<string>();
  while (keys.length < size) {
    let name = "";
    for (let i = 0; i < 4; i++) name += alphabet[next(alphabet.length)];
    if (names.has(name) && !name.includes("\uFFFD")) name += keys.length;
    names.add(name);
    const kind = next(8);
    if (kind < 5) keys.push(fileKey(name));
    else if (kind === 5) keys.push(linkKey(name));
    else if (kind === 6) keys.push(otherKey(name));
    else keys.push(directoryKey(name));
  }
  return keys;
}

Deno.test("sortListing() sorts, whatever the size, and so does sortSelected()", async () => {
  const size = fc.oneof(
    fc.integer({ min: 0, max: 60 }),
    fc.constantFrom(16383, 16384, 16385, 32768, 32769, 50_000),
  );
  const alphabet = fc.constantFrom(
    [..."abcdefghi -."],
    ["a", "b", "😀", "\uE000", "é", "\\", "c", "d"],
    ["a", "b", "\uFFFD", "😀", "c"],
  );
  const property = fc.asyncProperty(
    size,
    fc.integer(),
    alphabet,
    fc.boolean(),
    async (size, seed, alphabet, filtered) => {
      const keys = keysOf(size, seed, alphabet);
      const keep = (key: EntryKey) => !filtered || !nameOf(key).includes("a");
      const whole = await takePaced(sortListing(keys), new Pacer());
      const actual = await takePaced(sortSelected(keys, keep, 100), new Pacer());
      const kept = keys.filter(keep);
      // "names that read back equal are listed once"
      const names = actual.keys.map(nameOf);
      assertEquals(names.length, new Set(names).size);
      assertEquals(new Set(names), new Set(kept.map(nameOf)));
      assertEquals(actual.keys.join("\n"), whole.keys.filter(keep).join("\n"));
      assertEquals(takeAtOnce(sortSelected(keys, keep, 0)).keys, actual.keys);
      assertEquals(actual.isPlain, /^[\0\x21-\x5b\x5d-\x7e]*$/.test(kept.join("")));
      assertEquals(actual.isFiles, !kept.join("").includes("\0"));
      const isSorted = actual.keys.every((key, i) =>
        i === 0 || compareBytes(actual.keys[i - 1]!, key) <= 0
      );
      assert(isSorted);
    },
  );
  await fc.assert(property, { numRuns: 14 });
});

Deno.test("sortListing() reports the traits of the keys, whichever part of a long list shows them", () => {
  const rows = [["a b", [false, true, false]], ["😀", [false, true, true]], ["d\0d", [
    true,
    false,
    false,
  ]]] as const;
  for (const [unusual, expected] of rows) {
    for (const place of [0, 5000, 9999]) {
      const keys = keysOf(10_000, 1, [..."abcdefghijklmnop"]).map(nameOf);
      keys[place] = unusual;
      const { isPlain, isFiles, compare } = takeAtOnce(sortListing(keys as EntryKey[]));
      assertEquals<unknown>(
        [isPlain, isFiles, compare !== undefined],
        expected,
        `${unusual} at ${place}`,
      );
    }
  }
});
