import { assertStrictEquals } from "@std/assert";
import { resolve } from "@std/path/posix/resolve";
import fc from "fast-check";
import { isWithin, resolvePath } from "../../src/scope/path_text.ts";
import { POSIX_PATHS, testsNeeding } from "../support/machine.ts";

const test = testsNeeding(POSIX_PATHS);

test("resolvePath() equals resolve() of @std/path for POSIX", () => {
  const part = fc.constantFrom("", ".", "..", "a", "b.c", "...", "é", " ", "\\", "~");
  const path = fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/"));
  fc.assert(fc.property(path, path, (base, path) => {
    assertStrictEquals(resolvePath(`/${base}`, path), resolve(`/${base}`, path));
  }));
});

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
