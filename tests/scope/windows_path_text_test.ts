import "../support/as_windows.ts";
import { assertEquals } from "@std/assert";
import {
  baseNameOf,
  childOf,
  fromSystem,
  isRoot,
  isWithin,
  isWithinAsNamed,
  parentOf,
} from "../../src/scope/path_text.ts";

Deno.test("drives and shares are root directories: they have no parent and no name", () => {
  for (const root of ["C:/", "//server/share/", "//?/"]) {
    assertEquals([isRoot(root), parentOf(root), baseNameOf(root)], [true, root, ""]);
    assertEquals([isRoot(childOf(root, "a")), parentOf(childOf(root, "a"))], [false, root]);
  }
});

Deno.test("resolved paths compare exactly, and those of a person or a model without case", () => {
  assertEquals([isWithin("C:/A/b", "C:/a"), isWithinAsNamed("C:/A/b", "C:/a")], [false, true]);
  assertEquals(isWithinAsNamed("C:/ab", "C:/a"), false);
});

Deno.test("fromSystem() converts paths of the system", () => {
  const rows = {
    "C:\\a\\b": "C:/a/b",
    "C:\\": "C:/",
    "\\\\s\\t\\": "//s/t/",
    "\\\\s\\t\\a": "//s/t/a",
  };
  for (const [given, expected] of Object.entries(rows)) assertEquals(fromSystem(given), expected);
});
