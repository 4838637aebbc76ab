import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  directoryKey,
  type EntryKey,
  type EntryKind,
  fileKey,
  linkKey,
  otherKey,
} from "../../src/directory/entry_key.ts";
import { kindIn, type Listing, lowerBound } from "../../src/directory/listing.ts";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";
import { compareBytes } from "../support/compare_bytes.ts";

/** A listing of these keys, unchanged. */
function listed(
  keys: string[],
  compare: Listing["compare"] = compareCodePoints,
): Listing {
  return { keys: keys as EntryKey[], isPlain: compare === undefined, isFiles: false, compare };
}

Deno.test("lowerBound() finds the first key from an index on that is not below the bound", () => {
  const unit = fc.constantFrom("a", "b", "-", "\0", "/", "é", "\uE000", "😀");
  const key = fc.string({ unit, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 12 }), key, fc.nat(12), (keys, bound, from) => {
      keys.sort(compareCodePoints);
      const below = (keys: readonly string[]): number =>
        keys.filter((key) => compareBytes(key, bound) < 0).length;
      assertEquals(lowerBound(listed(keys), bound), below(keys));
      const start = Math.min(from, keys.length);
      assertEquals(lowerBound(listed(keys), bound, start), Math.max(start, below(keys)));
      const ascii = keys.filter((key) => /^[a-b\-\0/]*$/.test(key));
      assertEquals(lowerBound(listed(ascii, undefined), bound), below(ascii));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("kindIn() returns the kind of an entry, and undefined for a name that is not listed", () => {
  const keyOf: Readonly<Record<EntryKind, (name: string) => EntryKey>> = {
    file: fileKey,
    directory: directoryKey,
    link: linkKey,
    other: otherKey,
  };
  const kinds = Object.keys(keyOf) as EntryKind[];
  const name = fc.string({
    unit: fc.constantFrom("a", "d", "-", "\x01", "é", "\uE000", "😀"),
    minLength: 1,
    maxLength: 2,
  });
  const entries = fc.uniqueArray(fc.tuple(name, fc.constantFrom(...kinds)), {
    selector: ([name]) => name,
    maxLength: 12,
  });
  fc.assert(
    fc.property(entries, name, (entries, other) => {
      const keys = entries.map(([name, kind]) => keyOf[kind](name)).sort(compareCodePoints);
      for (const [name, kind] of entries) assertEquals(kindIn(listed(keys), name), kind);
      const expected = entries.find(([name]) => name === other)?.[1];
      assertEquals(kindIn(listed(keys), other), expected);
    }),
    { numRuns: 1000 },
  );
});
