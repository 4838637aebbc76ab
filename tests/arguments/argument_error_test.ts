import { assertEquals } from "@std/assert";
import { describe } from "../../src/arguments/argument_error.ts";
import { DEFINITION } from "../support/made_up_tool.ts";

const { properties } = DEFINITION.function.parameters;

const described: [string, string][] = [
  ["count", "an integer from 1 to 9"],
  ["limit", "an integer from 1 to 1000"],
  ["least", "an integer of at least 0"],
  ["any", "an integer"],
  ["need", "a non-empty string without NUL characters"],
  ["where", "a non-empty string without NUL characters"],
  ["text", "a string"],
  ["cursor", "a string"],
  ["flag", "true or false"],
  ["kind", 'one of "file", "dir"'],
  ["list", "an array of non-empty strings"],
];

for (const [key, expected] of described) {
  Deno.test(`describe() names the type and bounds of ${key}`, () => {
    // Whether it is required or not: `null` is absent, not a value.
    assertEquals(describe(properties[key]!), expected);
  });
}
