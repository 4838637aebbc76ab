import { assertEquals } from "@std/assert";
import { progressFrom, progressText } from "../../src/mcp/own_terms.ts";

Deno.test("progress is told in words that can be read back", () => {
  for (const entries of [0, 1, 999, 1000, 12_345, 1_234_567]) {
    const progress = { directories: entries * 2, entries };
    assertEquals(progressFrom(progressText(progress)), progress);
  }
  assertEquals(
    progressText({ directories: 678, entries: 12_345 }),
    "12,345 entries in 678 directories",
  );
  for (const text of [undefined, "", "12 things"]) assertEquals(progressFrom(text), undefined);
});
