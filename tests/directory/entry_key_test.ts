import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  directoryKey,
  type EntryKey,
  type EntryKind,
  entryKindOf,
  fileKey,
  isFileKey,
  linkKey,
  nameOf,
  otherKey,
} from "../../src/directory/entry_key.ts";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";
import { anyCharacter } from "../support/any_character.ts";
import { compareBytes } from "../support/compare_bytes.ts";

const KEYS: Readonly<Record<EntryKind, (name: string) => EntryKey>> = {
  file: fileKey,
  directory: directoryKey,
  link: linkKey,
  other: otherKey,
};
const KINDS = Object.keys(KEYS) as EntryKind[];

/** A name: any characters but NUL and `/`. */
const name = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."dlo .-a\x01\x7fé\uE000\uFFFD😀"),
    anyCharacter,
  ),
  minLength: 1,
  maxLength: 5,
}).filter((name) => !/[\0/]/.test(name));

Deno.test("entryKindOf() and nameOf() decode a key", () => {
  fc.assert(
    fc.property(name, fc.constantFrom(...KINDS), (name, kind) => {
      const key = KEYS[kind](name);
      assertStrictEquals(entryKindOf(key), kind);
      assertStrictEquals(nameOf(key), name);
      assertStrictEquals(isFileKey(key), kind === "file");
    }),
    { numRuns: 1000 },
  );
});

Deno.test("directoryKey(), linkKey() and otherKey() sort as the names do", () => {
  const kind = fc.constantFrom(...KINDS);
  fc.assert(
    fc.property(name, name, kind, kind, (a, b, kindOfA, kindOfB) => {
      fc.pre(a !== b);
      const order = compareCodePoints(KEYS[kindOfA](a), KEYS[kindOfB](b));
      assertEquals(Math.sign(order), Math.sign(compareBytes(a, b)));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("directoryKey(), linkKey() and otherKey() sort on the same side of a path below a directory", () => {
  // Decision 8.6: "A directory has two places in it: as an entry it sorts as `name`, its contents
  // as `name/` (`a`, `a-b`, `a/x`)." The walk finds the second place with the bound `name/`.
  const kind = fc.constantFrom(...KINDS);
  fc.assert(
    fc.property(name, name, name, kind, (directory, inner, sibling, kind) => {
      fc.pre(sibling !== directory);
      const order = compareCodePoints(`${directory}/`, KEYS[kind](sibling));
      assertEquals(Math.sign(order), Math.sign(compareBytes(`${directory}/${inner}`, sibling)));
    }),
    { numRuns: 2000 },
  );
  fc.assert(fc.property(name, kind, (name, kind) => {
    assert(compareCodePoints(KEYS[kind](name), `${name}/`) < 0);
  }));
});
