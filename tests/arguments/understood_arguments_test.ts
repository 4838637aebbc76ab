import { assertEquals } from "@std/assert";
import { understoodArguments } from "../../src/arguments/understood_arguments.ts";
import { DEFINITION } from "../support/made_up_tool.ts";

Deno.test("one value for a list, a number as text, and the singular of a list's name are understood", () => {
  const rows: readonly (readonly [sent: unknown, understood: unknown])[] = [
    [{ list: "a" }, { list: ["a"] }],
    [{ list: '["a", "b"]' }, { list: ["a", "b"] }],
    [{ list: "[ab]" }, { list: ["[ab]"] }],
    [{ list: '["a"' }, { list: ['["a"'] }],
    [{ limit: "300", any: "-1" }, { limit: 300, any: -1 }],
    [{ flag: "true", on: "False" }, { flag: true, on: false }],
  ];
  for (const [sent, understood] of rows) {
    assertEquals(understoodArguments(DEFINITION, sent), understood);
  }
  const lists = structuredClone(DEFINITION);
  Object.assign(lists.function.parameters.properties, { queries: { type: "array" } });
  assertEquals(understoodArguments(lists, { query: "a" }), { queries: ["a"] });
});

Deno.test("what stands for no value of the type is returned as it was sent", () => {
  const sent = {
    list: "",
    limit: "3.0",
    any: "9".repeat(16),
    flag: "yes",
    text: "5",
    kind: "true",
    texts: "a",
    ["__proto__x"]: "1",
    least: ["1"],
  };
  for (const raw of [sent, null, "x", [1], JSON.parse('{"__proto__": "1"}')]) {
    assertEquals(understoodArguments(DEFINITION, raw), raw);
  }
  const lists = structuredClone(DEFINITION);
  Object.assign(lists.function.parameters.properties, { queries: { type: "array" } });
  const both = { query: "a", queries: ["b"] };
  assertEquals(understoodArguments(lists, both), both);
});
