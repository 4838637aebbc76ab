import { assertEquals } from "@std/assert";
import { directoryKey, type EntryKey, fileKey, linkKey } from "../../src/directory/entry_key.ts";
import { sortListing } from "../../src/directory/listing.ts";
import { takeAtOnce } from "../../src/pacing/steps.ts";
import type { ScopedPath } from "../../src/scope/scoped_path.ts";
import {
  continueWith,
  placeAfter,
  type Position,
  postpone,
  seek,
} from "../../src/walk/path_order.ts";

const placeRows: [path: string, head: string, rest: string | undefined, past: string][] = [
  ["a", "a", undefined, "a\0\uffff"],
  ["a/", "a", "", "a/"],
  ["a/b", "a", "b", "a/"],
  ["a/b/c", "a", "b/c", "a/"],
  ["", "", undefined, "\0\uffff"],
];

for (const [path, head, rest, past] of placeRows) {
  Deno.test(`placeAfter() splits ${JSON.stringify(path)}`, () => {
    assertEquals(placeAfter(path), { head, rest, past });
  });
}

function at(...keys: EntryKey[]): Position {
  return { listing: takeAtOnce(sortListing(keys)), index: 0, pending: [] };
}

const DIRECTORIES = ["a", "a!", "a!!", "a-", "b"].map(directoryKey);

Deno.test("postpone() puts the contents that come next last", () => {
  const position = at(...DIRECTORIES, fileKey("a.txt"), fileKey("a0"));
  const next: [name: string, at: number][] = [];
  const { keys } = position.listing;
  for (const name of ["a", "a!", "a!!"]) {
    position.index++;
    postpone(position, name, undefined, undefined);
  }
  for (let each; (each = position.pending.pop()) !== undefined;) next.push([each.name, each.at]);
  assertEquals(keys.map((key) => key.split("\0")[0]), ["a", "a!", "a!!", "a-", "a.txt", "a0", "b"]);
  assertEquals(next, [["a!!", 3], ["a!", 3], ["a", 5]]);
});

/** Keys of a directory: directories `a`, `a!`, `a!!`, `a-`, `b`; link `l` to a directory, file `l-`. */
const seekRows: [path: string, index: number, pending: [string, number, string?][]][] = [
  ["", 0, []],
  ["0", 0, []],
  ["a", 1, [["a", 4]]],
  ["a!", 2, [["a", 4], ["a!", 3]]],
  ["a!!", 3, [["a", 4], ["a!", 3], ["a!!", 3]]],
  ["a!!/x", 3, [["a", 4], ["a!", 3], ["a!!", 3, "x"]]],
  ["a!!/", 3, [["a", 4], ["a!", 3], ["a!!", 3]]],
  ["a/x/y", 4, [["a", 4, "x/y"]]],
  ["a.", 4, [["a", 4]]],
  ["a0", 4, []],
  ["a!!!/x", 3, [["a", 4], ["a!", 3], ["a!!", 3]]],
  ["l-", 7, [["l", 7]]],
  ["zz", 7, []],
];

for (const [path, index, pending] of seekRows) {
  Deno.test(`seek() finds what follows ${JSON.stringify(path)}`, () => {
    const position = at(...DIRECTORIES, linkKey("l"), fileKey("l-"));
    const end: ScopedPath = { open: "/z", real: "/z" };
    seek(position, path, () => end);
    assertEquals(position.index, index);
    assertEquals(
      position.pending,
      pending.map(([name, at, after]) => ({
        name,
        at,
        after,
        end: name === "l" ? end : undefined,
      })),
    );
  });
}

Deno.test("seek() puts off no link that the walk does not follow", () => {
  const position = at(linkKey("l"), fileKey("l-"));
  seek(position, "l-", () => undefined);
  assertEquals([position.index, position.pending], [2, []]);
});

Deno.test("continueWith() starts at the first key and finds the places of pending contents anew", () => {
  const position = at(...DIRECTORIES);
  position.index = 2;
  postpone(position, "a", undefined, undefined);
  postpone(position, "a!", undefined, undefined);
  continueWith(position, takeAtOnce(sortListing([fileKey("a!."), fileKey("a-"), fileKey("a0")])));
  assertEquals(position.index, 0);
  assertEquals(position.pending.map(({ name, at }) => [name, at]), [["a", 2], ["a!", 1]]);
});
