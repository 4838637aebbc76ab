import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
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

Deno.test("parseArguments() takes null, an empty cursor and an empty list as absent", () => {
  // Decision 1: "`execute` still takes `null` for an optional argument as absent, and so an empty
  // `cursor` and an empty list."
  for (const key of Object.keys(DEFAULTS).slice(2)) {
    assertEquals(parse({ ...NEEDED, [key]: null }), DEFAULTS, key);
    assertEquals(parse({ ...NEEDED, [key]: undefined }), DEFAULTS, key);
  }
  assertEquals(parse({ ...NEEDED, list: [], cursor: "", text: null, limit: null }), DEFAULTS);
});

/** What each argument must be. */
const BOUNDS: Readonly<Record<string, string>> = {
  need: "a non-empty string without NUL characters",
  count: "an integer from 1 to 9",
  text: "a string",
  where: "a non-empty string without NUL characters",
  flag: "true or false",
  limit: "an integer from 1 to 1000",
  least: "an integer of at least 0",
  any: "an integer",
  kind: 'one of "file", "dir"',
  list: "an array of non-empty strings",
  cursor: "a string",
};

/** Arguments with values that they refuse, and how those are shown. */
const refused: [key: string, value: unknown, shown: string][] = [
  // "Floats, NaN, Infinity and strings are not integers; booleans are not integers".
  ["limit", 1.5, "1.5"],
  ["limit", NaN, "NaN"],
  ["limit", -Infinity, "-Infinity"],
  ["limit", "10", '"10"'],
  ["limit", true, "true"],
  ["limit", 0, "0"],
  ["limit", 1001, "1001"],
  ["limit", 1e300, "1e+300"],
  ["limit", 1000.0000001, "1000.0000001"],
  ["limit", 5n, "bigint"],
  ["limit", [5], "an array [5]"],
  // An empty list is absent only where a list is asked for, an empty text only as the cursor and three of `agent`.
  ["limit", [], "an array []"],
  ["limit", "", '""'],
  ["limit", { valueOf: () => 5 }, "an object"],
  ["limit", Symbol("5"), "symbol"],
  ["limit", () => 5, "function"],
  ["least", -1, "-1"],
  ["least", Infinity, "Infinity"],
  ["any", 0.1, "0.1"],
  ["count", 0, "0"],
  ["count", 10, "10"],
  ["count", null, "null"],
  ["flag", "true", '"true"'],
  ["flag", 1, "1"],
  ["flag", [], "an array []"],
  ["text", 5, "5"],
  ["text", ["a"], 'an array ["a"]'],
  ["text", Object("a"), "a String"],
  ["cursor", false, "false"],
  ["cursor", [], "an array []"],
  // "an empty or NUL-holding path is an error."
  ["where", "", '""'],
  ["where", "a\n\0", '"a\\n\\u{0}"'],
  ["need", "", '""'],
  ["need", null, "null"],
  ["kind", "File", '"File"'],
  ["kind", "", '""'],
  ["kind", ["file"], 'an array ["file"]'],
  ["kind", "toString", '"toString"'],
  ["list", "a", '"a"'],
  ["list", { 0: "a", length: 1 }, "an object"],
  // Of a list, the item is named.
  ["list", ["a", 17], 'an array ["a", 17]'],
  ["list", ["a", ""], 'an array ["a", ""]'],
  ["list", ["a", null], 'an array ["a", null]'],
  ["list", [[[["b"]]]], "an array [an array]"],
  ["list", [{}], "an array [an object]"],
  ["list", hole, "an array [undefined]"],
  ["list", [1n], "an array [bigint]"],
];

Deno.test("parseArguments() refuses a value by naming the argument, its bound and the value", () => {
  // Decision 3: "names the argument, its bound and the value".
  for (const [key, value, shown] of refused) {
    const message = messageFor({ ...NEEDED, [key]: value });
    assertEquals(message, `${key} must be ${BOUNDS[key]}, not ${shown}`);
  }
});

const MEGABYTE = 1024 * 1024;

const monsters: readonly unknown[] = [
  "\n".repeat(MEGABYTE),
  "x" + "😀".repeat(MEGABYTE / 2),
  "\u202E".repeat(MEGABYTE),
  "\uD83D".repeat(MEGABYTE),
  "a\nError: no\r\u2028b\x1b[2J",
  Array(100_000).fill("x\n"),
  { x: "a".repeat(MEGABYTE) },
  10n ** 20_000n,
];

const SHORT = 400;

function assertShortLine(message: string): void {
  assert(message.length <= SHORT, `${message.length} characters`);
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x1f\x7f-\x9f\u2028-\u202e]/.test(message), JSON.stringify(message));
  assert(message.isWellFormed());
}

Deno.test("parseArguments() stays short and on one line, whatever it refuses", () => {
  for (const value of monsters) {
    for (const key of ["limit", "flag", "kind"]) {
      assertShortLine(messageFor({ ...NEEDED, [key]: value }));
    }
    assertShortLine(messageFor({ ...NEEDED, list: [value, 5] }));
    if (typeof value === "object") continue;
    assertShortLine(messageFor(value));
    assertShortLine(messageFor({ ...NEEDED, [String(value)]: 1 }));
  }
});

Deno.test("parseArguments() accepts arguments without a prototype", () => {
  assertEquals(parse(Object.assign(Object.create(null), NEEDED)), DEFAULTS);
});

Deno.test("parseArguments() takes no argument from a prototype", () => {
  assertStringIncludes(messageFor(Object.create(NEEDED)), "need is required");
});
