/**
 * Random arguments, valid and invalid, generated from a tool's definition.
 *
 * @module
 */
import fc from "fast-check";
import type { ArgumentSchema, ArgumentType, ToolDefinition } from "../../mod.ts";
import { anyCharacter } from "../support/any_character.ts";

/** Texts that name something in the suite's tree, or that break careless code. */
const TEXTS: readonly string[] = [
  ...[".", "a", "a/b", "link", "dangling", "loop", "out", "../outside", "..", "/", "", "x\0y"],
  ...["missing", "a/missing/x", "a\nb", "\u202Eabc", "\\", "./a//b/", "~", "*", "**", "**/*.ts"],
  ...["{a,b}/*", "{a", "[!a]*", "[z-a]", "a/../b", "/etc/passwd", "/proc/self", "\uFFFD", "\uD800"],
  ...["__proto__", "constructor", "n".repeat(300), "é", "AAAA", "AQ", "\u{E0041}", "*".repeat(60)],
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
);

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, undefined, true, false, NaN, Infinity, -1, 0, 0.5, 2 ** 53, 10n, "1"),
  fc.constantFrom([], {}, [null], [""], [["a"]], () => 0, new Date(0), /x/),
  text,
);

/** Arguments that a model could send to a tool. */
export function arbitraryArguments({ function: { parameters } }: ToolDefinition): fc.Arbitrary<
  unknown
> {
  // Strict modes send `null` for what is absent.
  const right = Object.fromEntries(
    Object.entries(parameters.properties).map(([name, schema]) => [
      name,
      parameters.required.includes(name)
        ? valueOf(schema)
        : fc.option(valueOf(schema), { freq: 4 }),
    ]),
  );
  const odd = Object.fromEntries(
    Object.entries(right).map(([name, value]) => [
      name,
      fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: junk }),
    ]),
  );
  const requiredKeys = [...parameters.required];
  const unknown = fc.record({ ...odd, ["depth\n"]: junk, __proto__: junk }, { requiredKeys: [] });
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(right, { requiredKeys }) },
    { weight: 4, arbitrary: fc.record(odd, { requiredKeys: [] }) },
    { weight: 1, arbitrary: unknown },
    { weight: 1, arbitrary: junk },
  );
}

function valueOf({ type, enum: values, minimum = 0 }: ArgumentSchema): fc.Arbitrary<unknown> {
  if (values !== undefined) return fc.constantFrom(...values);
  const one: Readonly<Record<ArgumentType, fc.Arbitrary<unknown>>> = {
    string: text,
    boolean: fc.boolean(),
    integer: fc.oneof(fc.integer({ min: minimum, max: 1000 }), fc.constantFrom(-1, 0, 1, 200_001)),
    array: fc.array(text, { maxLength: 3 }),
  };
  return one[type];
}

/** Whether the definition allows these arguments, judged without the product's code. */
export function isAllowed({ function: { parameters } }: ToolDefinition, args: unknown): boolean {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return false;
  // JSON has no `undefined`: it counts as absent.
  const entries = Object.entries(args).filter(([, value]) => value !== undefined);
  const isGiven = (name: string): boolean => entries.some(([each]) => each === name);
  return parameters.required.every(isGiven) && entries.every(([name, value]) => {
    const schema = Object.entries(parameters.properties).find(([each]) => each === name)?.[1];
    if (schema === undefined) return false;
    // "`null` for an optional argument as absent". An empty list fits its argument in any case.
    return value === null ? !parameters.required.includes(name) : fits(schema, value);
  });
}

function fits(schema: ArgumentSchema, value: unknown): boolean {
  const { type } = schema;
  if (schema.enum !== undefined) return (schema.enum as readonly unknown[]).includes(value);
  if (Array.isArray(value)) {
    const { items } = schema;
    return type === "array" && value.length <= (schema.maxItems ?? Infinity) &&
      value.every((item) => items !== undefined && fits({ ...items, description: "" }, item));
  }
  if (typeof value === "number") {
    return type === "integer" && Number.isInteger(value) &&
      value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  }
  if (typeof value === "string") {
    return type === "string" && value.length >= (schema.minLength ?? 0) &&
      Array.from(value).length <= (schema.maxLength ?? Infinity) &&
      (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value));
  }
  return type === "boolean" && typeof value === "boolean";
}
