import { assertEquals, assertStrictEquals } from "@std/assert";
import { resolve } from "@std/path/posix/resolve";
import fc from "fast-check";
import {
  baseNameOf,
  childOf,
  isAddressable,
  isHidden,
  isPathTooLong,
  isWithin,
  parentOf,
  resolvePath,
  stepTo,
} from "../../src/scope/path_text.ts";
import { needing, POSIX_PATHS } from "../support/machine.ts";

Deno.test(
  needing(
    POSIX_PATHS,
    "resolvePath() equals resolve() of @std/path for POSIX",
  ),
  () => {
    const part = fc.constantFrom("", ".", "..", "a", "b.c", "...", "é", " ", "\\", "~");
    const path = fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/"));
    fc.assert(fc.property(path, path, (base, path) => {
      assertStrictEquals(resolvePath(`/${base}`, path), resolve(`/${base}`, path));
    }));
  },
);

const within: [path: string, root: string, expected: boolean][] = [
  ["/a", "/a", true],
  ["/a/b", "/a", true],
  ["/ab", "/a", false],
  ["/a-b", "/a", false],
  ["/", "/a", false],
  ["/a", "/", true],
  ["/", "/", true],
];

Deno.test("isWithin() goes by segment", () => {
  for (const [path, root, expected] of within) {
    assertStrictEquals(isWithin(path, root), expected, `${path} in ${root}`);
  }
});

const steps: [directory: string, part: string, expected: string][] = [
  ["/", "a", "/a"],
  ["/a", "b", "/a/b"],
  ["/a/b", "..", "/a"],
  ["/a", "..", "/"],
  ["/", "..", "/"],
];

Deno.test("stepTo() leads down, and up as far as there is a parent", () => {
  for (const [directory, part, expected] of steps) {
    const shown = `${directory} ${part}`;
    assertStrictEquals(stepTo(directory, part), expected, shown);
    const other = part === ".." ? parentOf(directory) : childOf(directory, part);
    assertStrictEquals(other, expected, shown);
  }
});

Deno.test("baseNameOf() returns the last part, and nothing for the root directory", () => {
  assertEquals(["/a/b.c", "/a", "/"].map(baseNameOf), ["b.c", "a", ""]);
});

Deno.test("isPathTooLong() counts bytes", () => {
  const [ascii, other] = ["a/".repeat(2048), "éé/é".repeat(585)];
  const paths = [ascii, `${ascii}a`, `${other}a`, `${other}aa`];
  assertEquals(paths.map(isPathTooLong), [false, true, false, true]);
});

Deno.test("isAddressable() and isHidden() judge the name alone", () => {
  assertEquals(["a", "a\uFFFD", "\uFFFD", "é"].map(isAddressable), [true, false, false, true]);
  assertEquals([".a", "a.b", "..", "a"].map(isHidden), [true, false, true, false]);
});
