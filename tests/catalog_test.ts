import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { CATALOG } from "../src/catalog.ts";
import type { Tool } from "../src/tool.ts";
import { TOOLSETS } from "../src/toolsets.ts";

Deno.test("CATALOG names the toolsets of TOOLSETS, in its order", () => {
  assertEquals(Object.keys(CATALOG), Object.keys(TOOLSETS));
});

for (const [toolset, { instructions, tools }] of Object.entries(CATALOG)) {
  Deno.test(`CATALOG loads the very tools of ${toolset}, in order`, async () => {
    const expected: Readonly<Record<string, Tool>> = TOOLSETS[toolset as keyof typeof TOOLSETS];
    assertEquals(Object.keys(tools), Object.keys(expected));
    for (const [name, load] of Object.entries(tools)) {
      assertStrictEquals(await load() as Tool, expected[name]);
    }
  });

  Deno.test(`CATALOG tells a model which tool of ${toolset} to start with`, () => {
    assertMatch(instructions, new RegExp(`\\b(${Object.keys(tools).join("|")})\\b`));
  });
}
