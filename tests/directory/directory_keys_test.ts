import { assertEquals } from "@std/assert";
import { DirectoryKeys } from "../../src/directory/directory_keys.ts";
import { directoryKey, type EntryKey } from "../../src/directory/entry_key.ts";

const texts = (keys: readonly EntryKey[]): readonly string[] => keys;

Deno.test("filesFirst() puts all in order where a name is not plain: equal names are listed once, and nobody sorts them again", () => {
  const read = ["z", "\uFFFD", "a", "\uFFFD"] as EntryKey[];
  const keys = new DirectoryKeys(read);
  assertEquals(keys.isInOrder, false);
  const listing = keys.filesFirst();
  assertEquals(texts(listing.keys), ["a", "z", "\uFFFD"]);
  assertEquals(keys.isInOrder, true);
  assertEquals(texts(keys.all), ["a", "z", "\uFFFD", "\uFFFD"]);
  assertEquals([keys.inOrder(), keys.filesFirst()], [listing, listing]);
  assertEquals(texts(read), ["z", "\uFFFD", "a", "\uFFFD"]);
});

Deno.test("filesFirst() leaves plain files as they were read, and their order for who asks for it", () => {
  const keys = new DirectoryKeys(["z", directoryKey("b"), "a"] as EntryKey[]);
  assertEquals(texts(keys.filesFirst().keys), ["z", "a", directoryKey("b")]);
  assertEquals(keys.isInOrder, false);
  assertEquals(texts(keys.inOrder().keys), ["a", directoryKey("b"), "z"]);
  assertEquals(texts(keys.filesFirst().keys), ["z", "a", directoryKey("b")]);
});
