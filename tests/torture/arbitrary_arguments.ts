/** Random arguments, valid and invalid, generated from a tool's definition. */
import fc from "fast-check";
import type { ArgumentSchema, ToolDefinition } from "../../mod.ts";
import type { ArgumentType } from "../../src/tool.ts";
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

function valueOf(
  { type, enum: values, minimum = 0, maximum = 1000 }: ArgumentSchema,
): fc.Arbitrary<unknown> {
  if (values !== undefined) return fc.constantFrom(...values);
  const one: Readonly<Record<ArgumentType, fc.Arbitrary<unknown>>> = {
    string: text,
    boolean: fc.boolean(),
    integer: fc.oneof(
      fc.integer({ min: minimum, max: 1000 }),
      fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1),
    ),
    array: fc.array(text, { maxLength: 3 }),
  };
  return one[type];
}
