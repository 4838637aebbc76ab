import { assertEquals } from "@std/assert";
import { namedRoots } from "../../src/scope/named_roots.ts";

Deno.test("namedRoots() names eight roots at most, each line-safe", () => {
  const many = Array.from({ length: 10 }, (_, i) => `/${i}`);
  const rows: [roots: string[], named: string][] = [
    [[], "none"],
    [["/a"], "/a"],
    [["/a", "/b\nc"], "/a, /b\\nc"],
    [many.slice(0, 8), "/0, /1, /2, /3, /4, /5, /6, /7"],
    [many, "/0, /1, /2, /3, /4, /5, /6, /7, and 2 more"],
  ];
  for (const [roots, named] of rows) assertEquals(namedRoots(roots), named);
});

Deno.test({
  name: "namedRoots() says of which roots Deno does not grant all, since paths there are refused",
  permissions: { read: ["/usr"] },
  fn() {
    const mark = "(not granted, or not all of it, by --allow-read)";
    assertEquals(namedRoots(["/usr/share", "/etc"]), `/usr/share, /etc ${mark}`);
  },
});
