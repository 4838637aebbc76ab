import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { ArgumentError } from "../../src/arguments/argument_error.ts";
import { parseArguments } from "../../src/arguments/parse_arguments.ts";
import type {
  ArgumentSchema,
  ArgumentType,
  ParametersSchema,
  ToolDefinition,
} from "../../src/tool.ts";
import { isAbsent, isValid, withoutAbsent } from "../support/allowed_arguments.ts";

function definitionOf(parameters: ParametersSchema): ToolDefinition {
  return {
    type: "function",
    function: { name: "made_up", description: "A tool for tests.", parameters },
  };
}

/** The complete arguments, or `undefined` if they are refused. */
function parse(definition: ToolDefinition, raw: unknown): Record<string, unknown> | undefined {
  try {
    return parseArguments<Record<string, unknown>>(definition, raw);
  } catch (error) {
    assert(error instanceof ArgumentError, String(error));
    return undefined;
  }
}

function shown(...values: readonly unknown[]): string {
  return values.map((value) => Deno.inspect(value, { depth: 9 })).join(" ");
}

/** Checks the verdict against the oracle, and the completion against the documentation. */
function assertAgrees(definition: ToolDefinition, raw: unknown): boolean {
  const { parameters } = definition.function;
  const complete = parse(definition, raw);
  try {
    const meant = withoutAbsent(parameters, raw);
    const isAccepted = isValid(parameters, meant);
    assertStrictEquals(complete !== undefined, isAccepted);
    if (complete === undefined) return false;
    assertEquals(Object.keys(complete), Object.keys(parameters.properties));
    const given = new Map(Object.entries(meant as Record<string, unknown>));
    for (const [key, schema] of Object.entries(parameters.properties)) {
      // "An argument without a value and without a default is returned as `null`."
      assertStrictEquals(complete[key], given.get(key) ?? schema.default ?? null);
    }
    return true;
  } catch (error) {
    // Only now: to show each case takes longer than to check it.
    throw new Error(shown(parameters, raw, complete), { cause: error });
  }
}

/** The cases that were drawn, each with its verdict: none may be missing. */
class DrawnCases {
  readonly #verdicts = new Set<string>();

  add(what: string, isAccepted: boolean): void {
    this.#verdicts.add(`${what} ${isAccepted ? "accepted" : "refused"}`);
  }

  assertAll(names: readonly string[]): void {
    const all = names.flatMap((name) => [`${name} accepted`, `${name} refused`]);
    assertEquals(all.filter((each) => !this.#verdicts.has(each)), []);
  }
}

const TYPES = ["string", "boolean", "integer", "array"] as const;
const PATTERNS = ["^[^\\u0000]*$", "^a", "[b😀]", "^.{2}$", "^\\p{L}*$"];
const CHARACTERS = ["a", "b", "é", "😀", "\u{10FFFF}", "\ud83d", "\ude00", "\0", "\n"];

const text = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 4 });
const textBounds = fc.record({
  minLength: fc.integer({ min: 0, max: 3 }),
  maxLength: fc.integer({ min: 0, max: 3 }),
  pattern: fc.constantFrom(...PATTERNS),
}, { requiredKeys: [] }).map(({ maxLength, ...bounds }) => ({
  ...bounds,
  // With a pattern, it counts bytes; a schema counts characters.
  ...maxLength !== undefined && bounds.pattern === undefined && { maxLength },
}));

/** Schemas of one argument, with every keyword that definitions use. */
const schema: fc.Arbitrary<ArgumentSchema> = fc.record({
  type: fc.constantFrom(...TYPES),
  texts: textBounds,
  bounds: fc.record({
    minimum: fc.integer({ min: -4, max: 4 }),
    maximum: fc.integer({ min: -4, max: 4 }),
  }, { requiredKeys: [] }),
  items: textBounds,
  lists: fc.record({ maxItems: fc.integer({ min: 0, max: 3 }) }, { requiredKeys: [] }),
  choices: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.record({ enum: fc.subarray(["a", "ab", "😀", ""], { minLength: 1 }) }),
    },
  ),
  fallback: fc.record({
    default: fc.oneof(text, fc.boolean(), fc.integer()),
  }, { requiredKeys: [] }),
}).map(({ type, texts, bounds, items, lists, choices, fallback }) => ({
  type,
  description: "An argument.",
  ...type === "string" && texts,
  ...type === "integer" && bounds,
  ...type === "array" && { items: { type: "string" as const, ...items }, ...lists },
  ...choices,
  ...fallback,
}));

/** A sparse list without any item. */
function holes(length: number): unknown[] {
  const list: unknown[] = [];
  list.length = length;
  return list;
}

const NOT_JSON: readonly unknown[] = [
  NaN,
  Infinity,
  -Infinity,
  undefined,
  1n,
  Symbol("s"),
  () => "a",
  holes(1),
  [undefined],
  ["a", NaN],
  [1n],
  { a: 1n },
];

/** Values close to what the schemas accept, other JSON, and values that JSON cannot hold. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 4, arbitrary: fc.integer({ min: -6, max: 6 }) },
  { weight: 4, arbitrary: fc.array(text, { maxLength: 3 }) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(1.5, -0, 2.0, 1e300, -1e300, 5e-324) },
  { weight: 2, arbitrary: fc.constantFrom(...NOT_JSON) },
  { weight: 1, arbitrary: fc.array(fc.oneof(text, fc.jsonValue()), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(Object("a"), Object(1), new Date(0), {}) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const OF_TYPE: Readonly<Record<ArgumentType, fc.Arbitrary<unknown>>> = {
  array: fc.array(text, { maxLength: 3 }),
  boolean: fc.boolean(),
  integer: fc.integer({ min: -6, max: 6 }),
  string: fc.oneof(text, fc.constantFrom("a", "ab", "😀", "")),
};

/** Values for a schema, many of them of its own type. */
function valueFor(schema: ArgumentSchema): fc.Arbitrary<unknown> {
  return fc.oneof(value, OF_TYPE[schema.type]);
}

const ITEM_KEYWORDS = ["minLength", "maxLength", "pattern"] as const;
const KEYWORDS = ["enum", "minimum", "maximum", "maxItems", "items", ...ITEM_KEYWORDS] as const;

/** The keywords of a schema, each with the schema that lacks it. */
function keywordsOf(schema: ArgumentSchema): [keyword: string, without: object][] {
  const { type, ...untyped } = schema;
  const keywords: [string, object][] = [[`type ${type}`, untyped]];
  for (const keyword of KEYWORDS) {
    const { [keyword]: removed, ...without } = schema;
    if (removed !== undefined) keywords.push([keyword, without]);
  }
  for (const keyword of ITEM_KEYWORDS) {
    if (schema.items?.[keyword] === undefined) continue;
    const { [keyword]: _, ...items } = schema.items;
    keywords.push([`items ${keyword}`, { ...schema, items }]);
  }
  return keywords;
}

/** Records a verdict for each keyword. A refusal counts only for keywords that cause it alone. */
function record(drawn: DrawnCases, schema: ArgumentSchema, value: unknown): void {
  const isAccepted = isValid(schema, value);
  for (const [keyword, without] of keywordsOf(schema)) {
    if (isAccepted || isValid(without, value)) drawn.add(keyword, isAccepted);
  }
}

/** The name of a value that may count as absent. */
function emptyName(key: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value) && value.length === 0) return "empty list";
  return value === "" ? `empty ${key === "cursor" ? "cursor" : "text"}` : undefined;
}

Deno.test("parseArguments() accepts a value exactly where a JSON Schema validator does, but for what is absent", () => {
  const drawn = new DrawnCases();
  const key = fc.constantFrom("x", "cursor");
  const schemaAndValue = schema.chain((schema) => fc.tuple(fc.constant(schema), valueFor(schema)));
  fc.assert(
    fc.property(key, schemaAndValue, fc.boolean(), (key, [schema, value], isRequired) => {
      const definition = definitionOf({
        type: "object",
        properties: { [key]: schema },
        required: isRequired ? [key] : [],
        additionalProperties: false,
      });
      const isAccepted = assertAgrees(definition, { [key]: value });
      const isLeftOut = !isRequired && isAbsent(key, schema, value);
      if (isLeftOut && !isAccepted) throw new Error(shown(schema, value));
      const odd = emptyName(key, value);
      if (odd !== undefined) drawn.add(odd, isAccepted);
      if (value !== undefined && !isLeftOut) record(drawn, schema, value);
    }),
    { numRuns: 8000 },
  );
  drawn.assertAll([
    ...TYPES.map((type) => `type ${type}`),
    ...KEYWORDS,
    ...ITEM_KEYWORDS.map((keyword) => `items ${keyword}`),
    ...["undefined", "null", "empty list", "empty cursor", "empty text"],
  ]);
});
