import { type Schema, Validator } from "@cfworker/json-schema";
import { assert, assertEquals, assertGreater, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { ArgumentError } from "../../src/arguments/argument_error.ts";
import { parseArguments } from "../../src/arguments/parse_arguments.ts";
import type {
  ArgumentSchema,
  ArgumentType,
  ParametersSchema,
  Tool,
  ToolDefinition,
} from "../../src/tool.ts";
import { TOOLSETS } from "../../src/toolsets.ts";

// The oracle is a JSON Schema validator (draft 2020-12) that shares no code with the product.

const validators = new WeakMap<object, Validator>();

/** The oracle's verdict. Values that JSON cannot hold are refused. */
function isValid(schema: object, value: unknown): boolean {
  if (!isJson(value)) return false;
  let validator = validators.get(schema);
  if (validator === undefined) {
    // It writes into the schema that it is given.
    validator = new Validator(structuredClone(schema) as Schema, "2020-12");
    validators.set(schema, validator);
  }
  return validator.validate(value).valid;
}

function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  // Copied, since `every` skips holes.
  if (Array.isArray(value)) return [...value].every(isJson);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isJson);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

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

/**
 * What the oracle is asked about: the arguments without those that count as absent, which is our rule on
 * top of the schema. "`execute` still takes `null` for an optional argument as absent, and so an empty
 * `cursor` and an empty list."
 */
function withoutAbsent({ properties, required }: ParametersSchema, raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => {
      if (!Object.hasOwn(properties, key)) return true;
      if (value === undefined) return false;
      return required.includes(key) || !isAbsent([key, properties[key]!], value);
    }),
  );
}

/** Whether a value that is there counts as absent, for an optional argument. */
function isAbsent([key, { type }]: readonly [string, ArgumentSchema], value: unknown): boolean {
  if (key === "cursor" && value === "") return true;
  return value === null || type === "array" && isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
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
      // "An argument without a value and without a default comes back as `null`."
      assertStrictEquals(complete[key], given.get(key) ?? schema.default ?? null);
    }
    return true;
  } catch (error) {
    // Only now: to show each case takes longer than to check it.
    throw new Error(shown(parameters, raw, complete), { cause: error });
  }
}

/** Counts accepted and refused cases by name. */
class Counts {
  readonly #counts = new Map<string, { accepted: number; refused: number }>();

  add(what: string, verdict: "accepted" | "refused"): void {
    const counts = this.#counts.get(what) ?? { accepted: 0, refused: 0 };
    counts[verdict]++;
    this.#counts.set(what, counts);
  }

  /** @param least So many or fewer are too few. It is far from what is usual, as the draws differ each time. */
  assertMet(names: readonly string[], least: number): void {
    for (const name of names) {
      const { accepted, refused } = this.#counts.get(name) ?? { accepted: 0, refused: 0 };
      assertGreater(accepted, least, `${name}: ${accepted} accepted`);
      assertGreater(refused, least, `${name}: ${refused} refused`);
    }
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

/** Counts a verdict for each keyword. A refusal counts only for keywords that cause it alone. */
function count(counts: Counts, schema: ArgumentSchema, value: unknown): void {
  const isAccepted = isValid(schema, value);
  for (const [keyword, without] of keywordsOf(schema)) {
    if (isAccepted) counts.add(keyword, "accepted");
    else if (isValid(without, value)) counts.add(keyword, "refused");
  }
}

/** What a value that may count as absent is called. */
function emptyName(key: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return String(value);
  if (isEmptyList(value)) return "empty list";
  return value === "" ? `empty ${key === "cursor" ? "cursor" : "text"}` : undefined;
}

Deno.test("parseArguments() accepts a value exactly where a JSON Schema validator does, but for what is absent", () => {
  const counts = new Counts();
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
      const isLeftOut = !isRequired && isAbsent([key, schema], value);
      if (isLeftOut && !isAccepted) throw new Error(shown(schema, value));
      const odd = emptyName(key, value);
      if (odd !== undefined) counts.add(odd, isAccepted ? "accepted" : "refused");
      if (value !== undefined && !isLeftOut) count(counts, schema, value);
    }),
    { numRuns: 8000 },
  );
  counts.assertMet([
    ...TYPES.map((type) => `type ${type}`),
    ...KEYWORDS,
    ...ITEM_KEYWORDS.map((keyword) => `items ${keyword}`),
    ...["undefined", "null", "empty list", "empty cursor", "empty text"],
  ], 0);
});

Deno.test("parseArguments() accepts arguments exactly where a JSON Schema validator does, but for what is absent", () => {
  const counts = new Counts();
  const keys = ["a", "b", "cursor"];
  const parameters = fc.record({
    properties: fc.dictionary(fc.constantFrom(...keys), schema, { maxKeys: 3 }),
    required: fc.subarray(keys),
  }).map(({ properties, required }): ParametersSchema => ({
    type: "object",
    properties,
    required: required.filter((key) => Object.hasOwn(properties, key)),
    additionalProperties: false,
  }));
  const stray = fc.dictionary(
    fc.constantFrom(...keys, "d", "__proto__", "constructor", "A", ""),
    value,
    { maxKeys: 1 },
  );
  const rawFor = ({ properties }: ParametersSchema): fc.Arbitrary<unknown> => {
    const values = Object.entries(properties).map(([key, schema]) => [key, valueFor(schema)]);
    const given = fc.record(Object.fromEntries(values), { requiredKeys: [] });
    return fc.oneof(
      { weight: 6, arbitrary: given },
      { weight: 3, arbitrary: fc.tuple(given, stray).map(([a, b]) => ({ ...a, ...b })) },
      { weight: 1, arbitrary: value },
    );
  };
  const both = parameters.chain((parameters) =>
    fc.tuple(fc.constant(parameters), rawFor(parameters))
  );
  fc.assert(
    fc.property(both, ([parameters, raw]) => {
      const verdict = assertAgrees(definitionOf(parameters), raw) ? "accepted" : "refused";
      const { properties, required } = parameters;
      if (typeof raw !== "object" || raw === null) assertStrictEquals(verdict, "refused");
      const meant = withoutAbsent(parameters, raw);
      if (isValid({ ...parameters, required: [] }, meant)) {
        for (const _ of required) counts.add("required", verdict);
      }
      if (isValid({ ...parameters, additionalProperties: true }, meant)) {
        counts.add("additionalProperties", verdict);
      }
      for (const [key, { default: fallback }] of Object.entries(properties)) {
        const isGiven = Object.hasOwn(Object(meant), key);
        counts.add(`${isGiven ? "given" : "absent"}, default ${typeof fallback}`, verdict);
      }
    }),
    { numRuns: 1500 },
  );
  counts.assertMet([
    ...["required", "additionalProperties"],
    ...["given", "absent"].flatMap((state) =>
      ["boolean", "number", "string", "undefined"].map((type) => `${state}, default ${type}`)
    ),
  ], 0);
});

/** Values at and around the bounds of an argument of a real definition. */
function valuesNear(schema: ArgumentSchema): fc.Arbitrary<unknown> {
  const { enum: choices = [], minimum = 0, maximum = 9, default: fallback } = schema;
  return fc.oneof(
    fc.constantFrom<unknown>(
      ...choices,
      fallback,
      null,
      true,
      "x",
      "",
      ".",
      "a\0",
      ["x"],
      [""],
      [],
    ),
    fc.constantFrom(minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1),
    value,
  );
}

for (const [toolset, tools] of Object.entries(TOOLSETS)) {
  for (const [name, { DEFINITION }] of Object.entries(tools as Record<string, Tool>)) {
    Deno.test(`parseArguments() agrees with a JSON Schema validator on ${toolset}.${name}`, () => {
      const { properties, required } = DEFINITION.function.parameters;
      const counts = new Counts();
      const pair = fc.constantFrom(...Object.entries(properties)).chain(([key, schema]) =>
        fc.tuple(fc.constant(key), valuesNear(schema))
      );
      const needed = Object.fromEntries(
        required.map((key) => {
          const { type, enum: choices } = properties[key]!;
          return [key, type === "array" ? ["x"] : choices?.[0] ?? "x"];
        }),
      );
      const raw = fc.tuple(fc.array(pair, { maxLength: 3 }), fc.boolean()).map(
        ([pairs, isNeeded]) => ({ ...isNeeded && needed, ...Object.fromEntries(pairs) }),
      );
      fc.assert(
        fc.property(raw, (raw) => {
          counts.add(name, assertAgrees(DEFINITION, raw) ? "accepted" : "refused");
        }),
        { numRuns: 800 },
      );
      counts.assertMet([name], 50);
    });
  }
}
