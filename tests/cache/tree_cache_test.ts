import { assertEquals } from "@std/assert";
import { TreeCache } from "../../mod.ts";
import type { CacheKind } from "../../src/cache/tree_cache.ts";

const TEXTS: CacheKind<string> = { name: "text", bytesOf: (text) => text.length };
const OTHERS: CacheKind<string> = { name: "other", bytesOf: (text) => text.length };

Deno.test("'Keys of different kinds are different keys'", () => {
  const cache = new TreeCache();
  cache.keep(TEXTS, "a", "first");
  cache.keep(OTHERS, "a", "second");
  assertEquals([cache.find(TEXTS, "a"), cache.find(OTHERS, "a")], ["first", "second"]);
  assertEquals(cache.find(TEXTS, "b"), undefined);
  cache.keep(TEXTS, "a", "third");
  assertEquals(cache.find(TEXTS, "a"), "third");
});

Deno.test("'where there is no more room, what was not used for longest goes'", () => {
  const cache = new TreeCache({ maxBytes: 4000 });
  const text = "x".repeat(1000);
  const keys = ["a", "b", "c", "d"];
  const kept = (): string[] => keys.filter((key) => cache.find(TEXTS, key) !== undefined);
  for (const key of ["a", "b", "c"]) cache.keep(TEXTS, key, text);
  assertEquals(kept(), ["a", "b", "c"]);
  cache.find(TEXTS, "a");
  cache.keep(TEXTS, "d", text);
  assertEquals(kept(), ["a", "c", "d"]);
  cache.keep(TEXTS, "b", "x".repeat(5000));
  assertEquals(kept(), ["a", "c", "d"], "what has no room at all");
  cache.keep(TEXTS, "c", "x".repeat(5000));
  assertEquals(kept(), ["a", "d"], "nor the value that it was to replace");
});
