import { assertEquals, assertStrictEquals } from "@std/assert";
import { DirectoryKeys } from "../../src/directory/directory_keys.ts";
import { directoryKey, type EntryKey, linkKey } from "../../src/directory/entry_key.ts";
import { takeAtOnce } from "../../src/pacing/paced_steps.ts";

function filesFirst(keys: DirectoryKeys): readonly string[] {
  return takeAtOnce(keys.filesFirst()).keys;
}

function inOrder(keys: DirectoryKeys): readonly string[] {
  return takeAtOnce(keys.inOrder()).keys;
}

Deno.test("filesFirst() puts all in order where a name is not plain: equal names are listed once", () => {
  const read = ["z", "\uFFFD", "a", "\uFFFD"] as EntryKey[];
  const keys = new DirectoryKeys(read);
  assertEquals(filesFirst(keys), ["a", "z", "\uFFFD"]);
  assertEquals(inOrder(keys), ["a", "z", "\uFFFD"]);
  assertEquals<readonly string[]>(read, ["z", "\uFFFD", "a", "\uFFFD"]);
  assertEquals(keys.all.length, 4);
});

Deno.test("keys that were sorted once are not sorted again", () => {
  const keys = new DirectoryKeys(["é", "a"] as EntryKey[]);
  const sorted = inOrder(keys);
  assertEquals(sorted, ["a", "é"]);
  assertStrictEquals<readonly string[]>(keys.all, sorted);
  assertEquals([inOrder(keys), filesFirst(keys)], [sorted, sorted]);
});

Deno.test("filesFirst() leaves plain files unsorted, and inOrder() sorts them later", () => {
  const keys = new DirectoryKeys(["z", directoryKey("c"), linkKey("b"), "a"] as EntryKey[]);
  assertEquals(filesFirst(keys), ["z", "a", linkKey("b"), directoryKey("c")]);
  assertEquals<readonly string[]>(keys.all, ["z", directoryKey("c"), linkKey("b"), "a"]);
  assertEquals(inOrder(keys), ["a", linkKey("b"), directoryKey("c"), "z"]);
  assertEquals(filesFirst(keys), ["z", "a", linkKey("b"), directoryKey("c")]);
});
