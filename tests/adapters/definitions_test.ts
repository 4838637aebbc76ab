import { type Schema, Validator } from "@cfworker/json-schema";
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { parseArguments } from "../../src/arguments/parse_arguments.ts";
import { SUBJECTS } from "../support/every_tool.ts";

/**
 * A schema for schemas, with only the keywords of draft 2020-12 that a definition may use. Decision 1:
 * "Published types are plain (`"integer"`, not `["integer", "null"]`: clients that look at `type` cannot
 * send the other), without `null` defaults".
 */
const META_SCHEMA: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { const: "https://json-schema.org/draft/2020-12/schema" },
    title: { type: "string" },
    description: { type: "string", minLength: 1 },
    default: { not: { type: "null" } },
    examples: { type: "array" },
    type: { $ref: "#/$defs/type" },
    enum: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
    const: true,
    minimum: { type: "number" },
    maximum: { type: "number" },
    exclusiveMinimum: { type: "number" },
    exclusiveMaximum: { type: "number" },
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    minLength: { $ref: "#/$defs/count" },
    maxLength: { $ref: "#/$defs/count" },
    pattern: { type: "string" },
    minItems: { $ref: "#/$defs/count" },
    maxItems: { $ref: "#/$defs/count" },
    uniqueItems: { type: "boolean" },
    items: { $ref: "#" },
    required: { type: "array", items: { type: "string" }, uniqueItems: true },
    properties: { type: "object", additionalProperties: { $ref: "#" } },
    additionalProperties: { anyOf: [{ type: "boolean" }, { $ref: "#" }] },
    anyOf: { type: "array", items: { $ref: "#" }, minItems: 1 },
  },
  $defs: {
    count: { type: "integer", minimum: 0 },
    type: { enum: ["array", "boolean", "integer", "number", "object", "string"] },
  },
};

function isValid(schema: object, value: unknown): boolean {
  // The validator writes into the schema that it is given.
  return new Validator(structuredClone(schema) as Schema, "2020-12").validate(value).valid;
}

Deno.test("TOOLSETS has tools to adapt", () => {
  assert(SUBJECTS.length > 0);
});

for (const { id, name, tool } of SUBJECTS) {
  const { DEFINITION } = tool;
  const { parameters } = DEFINITION.function;

  Deno.test(`${id} DEFINITION is in the OpenAI function-tool form`, () => {
    // Decision 1: "`DEFINITION` is in the OpenAI function-tool form, `parameters` a JSON Schema
    // (draft 2020-12) with `default`s and `additionalProperties: false`."
    assertEquals(Object.keys(DEFINITION).sort(), ["function", "type"]);
    assertStrictEquals(DEFINITION.type, "function");
    assertEquals(Object.keys(DEFINITION.function).sort(), ["description", "name", "parameters"]);
    assertStrictEquals(DEFINITION.function.name, name);
    assertMatch(name, /^[A-Za-z0-9_-]{1,64}$/);
    assertMatch(DEFINITION.function.description, /\S/);
    assertStrictEquals(parameters.type, "object");
    assertStrictEquals(parameters.additionalProperties, false);
    assert(Array.isArray(parameters.required));
  });

  Deno.test(`${id} DEFINITION is JSON`, () => {
    assertEquals(JSON.parse(JSON.stringify(DEFINITION)), DEFINITION);
  });

  Deno.test(`${id} parameters are a valid draft 2020-12 schema`, () => {
    const result = new Validator(META_SCHEMA, "2020-12", false).validate(parameters);
    assertEquals(result.errors, []);
    for (const { pattern, items } of Object.values(parameters.properties)) {
      for (const source of [pattern, items?.pattern]) {
        if (source !== undefined) new RegExp(source, "u");
      }
    }
    for (const key of parameters.required) assert(Object.hasOwn(parameters.properties, key), key);
  });

  Deno.test(`${id} defaults validate, and no argument is published as taking null`, () => {
    for (const [key, schema] of Object.entries(parameters.properties)) {
      assertStrictEquals(isValid(schema, null), false, `null for ${key}`);
      if (!("default" in schema)) continue;
      assert(isValid(schema, schema.default), `default of ${key}`);
      assertStrictEquals(parameters.required.includes(key), false, `default of ${key}`);
    }
  });

  Deno.test(`${id} defaults are what parseArguments() fills in, and are accepted as given`, () => {
    const needed = Object.fromEntries(
      parameters.required.map((key) => {
        const { type, enum: choices } = parameters.properties[key]!;
        return [key, type === "array" ? ["x"] : choices?.[0] ?? "x"];
      }),
    );
    const complete = parseArguments<Record<string, unknown>>(DEFINITION, needed);
    assertEquals(Object.keys(complete), Object.keys(parameters.properties));
    for (const [key, schema] of Object.entries(parameters.properties)) {
      if (!parameters.required.includes(key)) assertEquals(complete[key], schema.default ?? null);
    }
    // Without the arguments that have no value, as they are published; with them, as strict modes send
    // them: "`execute` still takes `null` for an optional argument as absent".
    const valued = Object.fromEntries(
      Object.entries(complete).filter(([, value]) => value !== null),
    );
    assert(isValid(parameters, valued));
    assertEquals(parseArguments(DEFINITION, valued), complete);
    assertEquals(parseArguments(DEFINITION, complete), complete);
  });
}

Deno.test("META_SCHEMA refuses what is no schema", () => {
  for (
    const wrong of [
      { type: "text" },
      { minimum: "0" },
      { mininum: 0 },
      { enum: [] },
      { type: "null" },
      { type: ["string"] },
      { enum: ["a", null] },
      { default: null },
      {
        properties: { a: { type: ["string", "null"] } },
      },
      { required: ["a", "a"] },
      { items: { minLength: -1 } },
    ]
  ) {
    assertStrictEquals(isValid(META_SCHEMA, wrong), false, JSON.stringify(wrong));
  }
});
