import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ArgumentError } from "../../src/arguments/argument_error.ts";
import { parseArguments } from "../../src/arguments/parse_arguments.ts";
import { DirscopeError } from "../../src/errors.ts";
import { DEFINITION } from "../support/made_up_tool.ts";

const NEEDED = { need: "x", count: 1 };
const DEFAULTS = {
  need: "x",
  count: 1,
  text: null,
  where: ".",
  flag: false,
  on: true,
  limit: 100,
  least: null,
  any: 0,
  kind: "file",
  list: null,
  cursor: null,
};

function parse(raw: unknown): unknown {
  return parseArguments(DEFINITION, raw);
}

function messageFor(raw: unknown): string {
  const error = assertThrows(() => parse(raw), ArgumentError);
  assert(error instanceof DirscopeError);
  assertEquals(error.code, "invalid_argument");
  return error.message;
}

/** A list with a hole, which JSON cannot hold. */
const hole: unknown[] = [];
hole.length = 1;

const accepted: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ["defaults alone", {}, {}],
  ["a text", { text: "é\n\0" }, { text: "é\n\0" }],
  ["an empty text", { text: "" }, { text: "" }],
  ["a path", { where: "a b/\n" }, { where: "a b/\n" }],
  ["true", { flag: true, on: true }, { flag: true, on: true }],
  ["false for what is on", { on: false }, { on: false }],
  ["the least integer", { limit: 1, least: 0 }, { limit: 1, least: 0 }],
  ["the greatest integer", { limit: 1000 }, { limit: 1000 }],
  ["an integer that is written as a float", { limit: 10.0 }, { limit: 10 }],
  ["a huge integer", { least: 1e300 }, { least: 1e300 }],
  ["a negative integer", { any: -5 }, { any: -5 }],
  ["a choice", { kind: "dir" }, { kind: "dir" }],
  ["a list", { list: ["a", "b"] }, { list: ["a", "b"] }],
  ["a cursor", { cursor: " " }, { cursor: " " }],
];

for (const [what, given, expected] of accepted) {
  Deno.test(`parseArguments() accepts ${what}`, () => {
    assertEquals(parse({ ...NEEDED, ...given }), { ...DEFAULTS, ...expected });
  });
}

for (const key of Object.keys(DEFAULTS).slice(2)) {
  Deno.test(`parseArguments() takes null for ${key} as absent`, () => {
    // Decision 1: "`execute` still takes `null` for an optional argument as absent".
    assertEquals(parse({ ...NEEDED, [key]: null }), DEFAULTS);
    assertEquals(parse({ ...NEEDED, [key]: undefined }), DEFAULTS);
  });
}

// "and so an empty `cursor` and an empty list."
const empty: [string, Record<string, unknown>][] = [
  ["an empty list", { list: [] }],
  ["an empty cursor", { cursor: "" }],
  ["both, and null", { list: [], cursor: "", text: null, limit: null, kind: null }],
];

for (const [what, given] of empty) {
  Deno.test(`parseArguments() takes ${what} as absent`, () => {
    assertEquals(parse({ ...NEEDED, ...given }), DEFAULTS);
  });
}

Deno.test("parseArguments() takes nothing for absent where an argument is required", () => {
  const { parameters, ...rest } = DEFINITION.function;
  const strict = {
    ...DEFINITION,
    function: { ...rest, parameters: { ...parameters, required: ["list", "cursor"] } },
  };
  assertEquals(parseArguments(strict, { list: [], cursor: "" }), {
    ...DEFAULTS,
    need: null,
    count: null,
    list: [],
    cursor: "",
  });
  for (const raw of [{ list: null, cursor: "" }, { list: [], cursor: null }]) {
    const error = assertThrows(() => parseArguments(strict, raw), ArgumentError);
    assertEquals(error.problem, "wrong_type");
  }
});

Deno.test("parseArguments() refuses null, undefined or nothing for a required argument", () => {
  assertStringIncludes(messageFor({ need: null, count: 1 }), "need must be");
  assertStringIncludes(messageFor({ need: "x", count: null }), "count must be");
  assertStringIncludes(messageFor({ count: 1 }), "need is required");
  assertStringIncludes(messageFor({ need: undefined, count: 1 }), "need is required");
  assertStringIncludes(messageFor({}), "need is required");
});

const notObjects: [unknown, string][] = [
  [null, "null"],
  [undefined, "undefined"],
  ["{}", '"{}"'],
  [5, "5"],
  [NaN, "NaN"],
  [true, "true"],
  [[], "[]"],
  [[NEEDED], "an array"],
  [1n, "bigint"],
  [Symbol("x"), "symbol"],
  [() => NEEDED, "function"],
];

for (const [raw, shown] of notObjects) {
  Deno.test(`parseArguments() refuses ${shown} as arguments`, () => {
    // Decision 3: "Wrong arguments (unknown name, wrong type, out of range, not an object): a clear
    // error".
    const message = messageFor(raw);
    assertStringIncludes(message, "object");
    assertStringIncludes(message, shown);
  });
}

for (
  const name of [
    "nope",
    "Need",
    "need ",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "prototype",
    "length",
    "0",
    "maxDepth",
  ]
) {
  Deno.test(`parseArguments() refuses the unknown name ${JSON.stringify(name)}`, () => {
    for (const value of [1, "x", null, {}, []]) {
      const raw = JSON.parse(
        `{"need":"x","count":1,${JSON.stringify(name)}:0}`,
        (key, found) => key === name ? value : found,
      );
      assert(Object.hasOwn(raw, name));
      const message = messageFor(raw);
      assert(message.startsWith(`${name.replace(/ $/, "\\u{20}")} `), message);
      assertStringIncludes(message, "made_up");
    }
    assertEquals(({} as Record<string, unknown>)["polluted"], undefined);
  });
}

// Argument, value, and the bound and value that the message names.
const refused: [string, unknown, string, string][] = [
  // "Floats, NaN, Infinity and strings are not integers; booleans are not integers".
  ["limit", 1.5, "from 1 to 1000", "1.5"],
  ["limit", NaN, "from 1 to 1000", "NaN"],
  ["limit", Infinity, "from 1 to 1000", "Infinity"],
  ["limit", -Infinity, "from 1 to 1000", "-Infinity"],
  ["limit", "10", "from 1 to 1000", '"10"'],
  ["limit", true, "from 1 to 1000", "true"],
  ["limit", false, "from 1 to 1000", "false"],
  ["limit", 0, "from 1 to 1000", "0"],
  ["limit", -1, "from 1 to 1000", "-1"],
  ["limit", 1001, "from 1 to 1000", "1001"],
  ["limit", 1e300, "from 1 to 1000", "1e+300"],
  ["limit", 1000.0000001, "from 1 to 1000", "1000.0000001"],
  ["limit", 5n, "from 1 to 1000", "bigint"],
  ["limit", [5], "from 1 to 1000", "array"],
  // An empty list is absent only where a list is asked for, an empty text only as the cursor.
  ["limit", [], "from 1 to 1000", "[]"],
  ["limit", { valueOf: () => 5 }, "from 1 to 1000", "object"],
  ["limit", Object(5), "from 1 to 1000", "object"],
  ["limit", "", "from 1 to 1000", '""'],
  ["limit", Symbol("5"), "from 1 to 1000", "symbol"],
  ["limit", () => 5, "from 1 to 1000", "function"],
  ["limit", new Date(5), "from 1 to 1000", "object"],
  ["least", -1, "at least 0", "-1"],
  ["least", -0.5, "at least 0", "-0.5"],
  ["least", Infinity, "at least 0", "Infinity"],
  ["least", NaN, "at least 0", "NaN"],
  ["any", 0.1, "integer", "0.1"],
  ["any", Infinity, "integer", "Infinity"],
  ["any", "0", "integer", '"0"'],
  ["count", 0, "from 1 to 9", "0"],
  ["count", 10, "from 1 to 9", "10"],
  ["count", undefined, "required", ""],
  ["flag", "true", "true or false", '"true"'],
  ["flag", 1, "true or false", "1"],
  ["flag", 0, "true or false", "0"],
  ["flag", {}, "true or false", "object"],
  ["flag", [], "true or false", "[]"],
  ["text", 5, "string", "5"],
  ["text", true, "string", "true"],
  ["text", ["a"], "string", "array"],
  ["text", [], "string", "[]"],
  ["cursor", 5, "string", "5"],
  ["cursor", [], "string", "[]"],
  ["cursor", false, "string", "false"],
  ["text", {}, "string", "object"],
  ["text", Object("a"), "string", "object"],
  // "an empty or NUL-holding path is an error."
  ["where", "", "non-empty", '""'],
  ["where", "a\0b", "NUL", "\\u{0}"],
  ["where", "\0", "NUL", "\\u{0}"],
  ["where", "a\n\0", "NUL", "\\n\\u{0}"],
  ["need", "", "non-empty", '""'],
  ["need", 5, "string", "5"],
  ["need", null, "non-empty", "null"],
  ["need", [], "non-empty", "[]"],
  ["count", null, "from 1 to 9", "null"],
  ["where", [], "non-empty", "[]"],
  ["kind", "File", '"file", "dir"', '"File"'],
  ["kind", "", '"file", "dir"', '""'],
  ["kind", 1, '"file", "dir"', "1"],
  ["kind", ["file"], '"file", "dir"', "array"],
  ["kind", [], '"file", "dir"', "[]"],
  ["kind", "toString", '"file", "dir"', '"toString"'],
  ["list", "a", "array of non-empty strings", '"a"'],
  ["list", { 0: "a", length: 1 }, "array of non-empty strings", "object"],
  ["list", 5, "array of non-empty strings", "5"],
  ["list", "", "array of non-empty strings", '""'],
];

for (const [key, value, bound, shown] of refused) {
  const what = typeof value === "string" ? JSON.stringify(value) : String(shown);
  Deno.test(`parseArguments() refuses ${typeof value} ${what} for ${key}, naming its bound`, () => {
    // Decision 3: "names the argument, its bound and the value".
    const message = messageFor({ ...NEEDED, [key]: value });
    assert(message.startsWith(`${key} `), message);
    assertStringIncludes(message, bound);
    assertStringIncludes(message, shown);
  });
}

const badLists: [what: string, list: unknown[], shown?: string][] = [
  ["a number", ["a", 17], "17"],
  ["an empty string", ["a", ""], '""'],
  ["null", ["a", null], "null"],
  ["a boolean", [true], "true"],
  ["a nested list", ["a", ["b"]]],
  ["a deeply nested list", [[[[["b"]]]]], "array"],
  ["an object", [{}], "an object"],
  ["NaN", [NaN], "NaN"],
  ["undefined", ["a", undefined], "undefined"],
  ["a hole", hole, "undefined"],
  ["a bigint", [1n], "bigint"],
  ["a symbol", [Symbol("s")], "symbol"],
  ["a function", [() => "a"], "function"],
];

for (const [what, list, shown] of badLists) {
  Deno.test(`parseArguments() refuses a list that holds ${what}`, () => {
    const message = messageFor({ ...NEEDED, list });
    assert(message.startsWith("list must be an array of non-empty strings"), message);
  });

  if (shown === undefined) continue;
  Deno.test(`parseArguments() names the item of a list that is ${what}`, () => {
    // Decision 3: "names the argument, its bound and the value".
    const message = messageFor({ ...NEEDED, list });
    assertStringIncludes(message.slice(message.indexOf(", not ")), shown);
  });
}

const MEGABYTE = 1024 * 1024;

const monsters: [string, unknown][] = [
  ["a long string", "a".repeat(MEGABYTE)],
  ["a long string of line breaks", "\n".repeat(MEGABYTE)],
  ["a long string of astral characters", "x" + "😀".repeat(MEGABYTE / 2)],
  ["a long string of hidden characters", "\u202E".repeat(MEGABYTE)],
  ["a long string of lone surrogates", "\uD83D".repeat(MEGABYTE)],
  ["lines", "a\nError: no\r\u2028b\x1b[2J"],
  ["a long list", Array(100_000).fill("x\n")],
  ["a large object", { x: "a".repeat(MEGABYTE) }],
  ["a long bigint", 10n ** 20_000n],
];

const SHORT = 400;

function assertShortLine(message: string): void {
  assert(message.length <= SHORT, `${message.length} characters`);
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x1f\x7f-\x9f\u2028-\u202e]/.test(message), JSON.stringify(message));
  assert(message.isWellFormed());
}

for (const [what, value] of monsters) {
  Deno.test(`parseArguments() stays short and on one line about ${what}`, () => {
    for (const key of ["limit", "flag", "kind"]) {
      assertShortLine(messageFor({ ...NEEDED, [key]: value }));
    }
    assertShortLine(messageFor({ ...NEEDED, list: [value, 5] }));
    if (typeof value === "object") return;
    assertShortLine(messageFor(value));
    assertShortLine(messageFor({ ...NEEDED, [String(value)]: 1 }));
  });
}

Deno.test("parseArguments() either completes or throws an ArgumentError, whatever JSON it gets", () => {
  const key = fc.oneof(
    fc.constantFrom(...Object.keys(DEFAULTS)),
    fc.constantFrom("__proto__", "constructor", "x"),
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(NaN, Infinity, -0, undefined, 1n, "file", 1, true, null),
    fc.array(fc.string()),
  );
  const raw = fc.oneof(
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 9, arbitrary: fc.dictionary(key, value, { maxKeys: 4 }) },
    {
      weight: 9,
      arbitrary: fc.dictionary(key, value, { maxKeys: 2 }).map((d) => ({ ...NEEDED, ...d })),
    },
  );
  let completed = 0;
  let failed = 0;
  fc.assert(
    fc.property(raw, (raw) => {
      let result: Record<string, unknown>;
      try {
        result = parse(raw) as Record<string, unknown>;
      } catch (error) {
        failed++;
        assert(error instanceof ArgumentError);
        assertShortLine(error.message);
        return;
      }
      completed++;
      assertEquals(Object.keys(result), Object.keys(DEFAULTS));
      for (const [key, found] of Object.entries(result)) {
        const given = (raw as Record<string, unknown>)[key];
        const isEmpty = key === "cursor" && given === "" ||
          key === "list" && (given as unknown[] | null)?.length === 0;
        const value = isEmpty ? null : given;
        assertEquals(found, value ?? DEFAULTS[key as keyof typeof DEFAULTS]);
      }
      // Complete arguments stay as they are.
      assertEquals(parse(result), result);
    }),
    { numRuns: 1500 },
  );
  assert(completed > 20 && failed > 20, `${completed} completed, ${failed} failed`);
});

Deno.test("parseArguments() leaves the definition and the raw arguments as they were", () => {
  const before = structuredClone<object>(DEFINITION);
  const raw = Object.freeze({ ...NEEDED, list: Object.freeze(["a"]), limit: null });
  parse(raw);
  messageFor({ ...raw, limit: 0 });
  assertEquals<object>(DEFINITION, before);
});

Deno.test("parseArguments() accepts arguments without a prototype", () => {
  assertEquals(parse(Object.assign(Object.create(null), NEEDED)), DEFAULTS);
});

Deno.test("parseArguments() takes no argument from a prototype", () => {
  assertStringIncludes(messageFor(Object.create(NEEDED)), "need is required");
});
