import { assertEquals } from "@std/assert";
import { describeRoots } from "../../src/scope/describe_roots.ts";

Deno.test("describeRoots() names eight roots at most, each line-safe", () => {
  const many = Array.from({ length: 10 }, (_, i) => `/${i}`);
  const rows: [roots: string[], named: string][] = [
    [[], "none"],
    [["/a"], "/a"],
    [["/a", "/b\nc"], "/a, /b\\nc"],
    [many.slice(0, 8), "/0, /1, /2, /3, /4, /5, /6, /7"],
    [many, "/0, /1, /2, /3, /4, /5, /6, /7, and 2 more"],
  ];
  for (const [roots, named] of rows) assertEquals(describeRoots(roots), named);
});

Deno.test({
  name:
    "describeRoots() says of which roots Deno does not grant all, since paths there are refused",
  permissions: { read: ["/usr"] },
  fn() {
    const mark = "(not granted, or not all of it, by --allow-read)";
    assertEquals(describeRoots(["/usr/share", "/etc"]), `/usr/share, /etc ${mark}`);
  },
});
