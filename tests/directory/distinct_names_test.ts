import { assertEquals } from "@std/assert";
import { DistinctNames } from "../../src/directory/distinct_names.ts";

Deno.test("DistinctNames.isNew() is false for a name with U+FFFD that came before", () => {
  // "names that read back equal are listed once"
  const names = new DistinctNames();
  const given = ["a", "m\uFFFD", "m\uFFFD", "n\uFFFD", "a", "m\uFFFD", "\uFFFC"];
  assertEquals(given.filter((name) => names.isNew(name)), [
    "a",
    "m\uFFFD",
    "n\uFFFD",
    // Valid names are never equal in one directory, so they are not looked up.
    "a",
    "\uFFFC",
  ]);
});
