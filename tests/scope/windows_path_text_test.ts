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
  resolvePath,
} from "../../src/scope/path_text.ts";

Deno.test("resolvePath() joins and normalises paths of Windows, and no `..` leaves a drive or a share", () => {
  const rows: readonly [base: string, path: string, expected: string][] = [
    ["C:/proj", "src\\a.ts", "C:/proj/src/a.ts"],
    ["C:/proj", "..\\x/./y", "C:/x/y"],
    ["C:/proj", "..\\..\\..\\x", "C:/x"],
    ["C:/proj", "C:..\\x", "C:/x"],
    ["C:/proj", ".", "C:/proj"],
    ["C:/proj", "\\", "C:/"],
    ["C:/proj", "//server/share/../../x", "//server/share/x"],
    ["C:/proj", "\\\\?\\C:\\a\\..\\b", "C:/b"],
    ["C:/proj", "//./pipe/../x", "//?/x"],
  ];
  for (const [base, path, expected] of rows) assertEquals(resolvePath(base, path), expected, path);
});

Deno.test("drives and shares are root directories: they have no parent and no name", () => {
  for (const root of ["C:/", "//server/share/", "//?/"]) {
    assertEquals([isRoot(root), parentOf(root), baseNameOf(root)], [true, root, ""]);
    assertEquals([isRoot(childOf(root, "a")), parentOf(childOf(root, "a"))], [false, root]);
  }
});

Deno.test("resolved paths compare exactly, and those that somebody wrote by their letters alone", () => {
  assertEquals([isWithin("C:/A/b", "C:/a"), isWithinAsNamed("C:/A/b", "C:/a")], [false, true]);
  assertEquals(isWithinAsNamed("C:/ab", "C:/a"), false);
});

Deno.test("fromSystem() turns what the system gives into paths of ours", () => {
  const rows = {
    "C:\\a\\b": "C:/a/b",
    "C:\\": "C:/",
    "\\\\s\\t\\": "//s/t/",
    "\\\\s\\t\\a": "//s/t/a",
  };
  for (const [given, expected] of Object.entries(rows)) assertEquals(fromSystem(given), expected);
});
