import { assertEquals } from "@std/assert";
import { describe, typesOf } from "../../src/arguments/argument_error.ts";
import { DEFINITION } from "../support/made_up_tool.ts";

const { properties } = DEFINITION.function.parameters;

const described: [string, string][] = [
  ["count", "an integer from 1 to 9"],
  ["need", "a non-empty string without NUL characters"],
];

for (const [key, expected] of described) {
  Deno.test(`describe() names the type and bounds of ${key}`, () => {
    assertEquals(describe(properties[key]!), expected);
  });
}

Deno.test("typesOf() gives a list, whether the schema has one type or several", () => {
  assertEquals(typesOf(properties["count"]!), ["integer"]);
  assertEquals(typesOf(properties["limit"]!), ["integer", "null"]);
});
