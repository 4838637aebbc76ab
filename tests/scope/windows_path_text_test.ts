import "../support/as_windows.ts";
import { assertEquals } from "@std/assert";
import { baseNameOf, childOf, isRoot, parentOf } from "../../src/scope/path_text.ts";

Deno.test("drives and shares are root directories: they have no parent and no name", () => {
  for (const root of ["C:/", "//server/share/", "//?/"]) {
    assertEquals([isRoot(root), parentOf(root), baseNameOf(root)], [true, root, ""]);
    assertEquals([isRoot(childOf(root, "a")), parentOf(childOf(root, "a"))], [false, root]);
  }
});
