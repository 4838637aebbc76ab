import { assertEquals } from "@std/assert";
import { TreeCache } from "../../mod.ts";
import type { CacheKind } from "../../src/cache/tree_cache.ts";

const TEXTS: CacheKind<string> = { name: "text", bytesOf: (text) => text.length };
const OTHERS: CacheKind<string> = { name: "other", bytesOf: (text) => text.length };

Deno.test("'Each kind has keys of its own'", () => {
  const cache = new TreeCache();
  cache.keep(TEXTS, "a", "first");
  cache.keep(OTHERS, "a", "second");
  assertEquals([cache.find(TEXTS, "a"), cache.find(OTHERS, "a")], ["first", "second"]);
  assertEquals(cache.find(TEXTS, "b"), undefined);
  cache.keep(TEXTS, "a", "third");
  assertEquals(cache.find(TEXTS, "a"), "third");
});

Deno.test("'evicts the least recently used entries'", () => {
  const cache = new TreeCache({ maxBytes: 4000 });
  const text = "x".repeat(1000);
  const keys = ["a", "b", "c", "d"];
  const cachedKeys = (): string[] => keys.filter((key) => cache.find(TEXTS, key) !== undefined);
  for (const key of ["a", "b", "c"]) cache.keep(TEXTS, key, text);
  assertEquals(cachedKeys(), ["a", "b", "c"]);
  cache.find(TEXTS, "a");
  cache.keep(TEXTS, "d", text);
  assertEquals(cachedKeys(), ["a", "c", "d"]);
  cache.keep(TEXTS, "b", "x".repeat(5000));
  assertEquals(cachedKeys(), ["a", "c", "d"], "a value larger than the cache");
  cache.keep(TEXTS, "c", "x".repeat(5000));
  assertEquals(cachedKeys(), ["a", "d"], "nor the value that it was to replace");
});
