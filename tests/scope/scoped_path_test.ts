import { assertEquals } from "@std/assert";
import { entryOf } from "../../src/scope/scoped_path.ts";

const rows: [open: string, real: string, expected: { open: string; real: string }][] = [
  ["/a", "/a", { open: "/a/x", real: "/a/x" }],
  ["/", "/", { open: "/x", real: "/x" }],
  ["/link", "/a/b", { open: "/link/x", real: "/a/b/x" }],
];

for (const [open, real, expected] of rows) {
  Deno.test(`entryOf() keeps both spellings of ${open}, which is ${real}`, () => {
    assertEquals(entryOf({ open, real }, "x"), expected);
  });
}
