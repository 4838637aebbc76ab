/**
 * The answers of every tool to wrong arguments: a clear error in its toolset's shape that names the
 * argument, its bound and the value. "The disk is not touched."
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { ToolsetName } from "../mod.ts";
import { checksOf } from "../src/arguments/parse_arguments.ts";
import type { ArgumentType } from "../src/tool.ts";
import { diskCallsOf } from "./support/disk_reads.ts";
import {
  failureOf,
  messageOf,
  reduced,
  type Subject,
  subjectOf,
  SUBJECTS,
} from "./support/every_tool.ts";

/** The code of a refused argument, where the toolset has codes. */
const CODES: Readonly<Record<ToolsetName, string | undefined>> = {
  tree: undefined,
  envelope: "INVALID_PARAM",
  codex: undefined,
  files: undefined,
  discovery: "invalid_argument",
  agent: "invalid_argument",
};

/** Calls a tool with arguments that it must refuse, checks the shape of the answer, and returns its message. */
async function refusalOf(
  subject: Subject,
  args: unknown,
  code: string | undefined = CODES[subject.toolset],
): Promise<string> {
  const { tool } = subject;
  let output: unknown;
  // If the tool read this directory, it would report another error.
  const calls = await diskCallsOf(async () => {
    output = await tool.execute(args, { cwd: "/no such folder" });
  });
  const message = messageOf(subject, output);
  assertEquals(reduced(subject, output), failureOf(subject, [code, message], { args }));
  assertEquals(calls, [], message);
  assert(!/[\n\0]/.test(message), message);
  const { text, isError } = tool.toResult(output);
  assertEquals(isError, true, message);
  assertStringIncludes(text, message);
  return message;
}

const OBJECT = "arguments must be an object";
const OFFSET = "offset must be a non-negative integer.";
const LIMIT = "limit must be an integer between 1 and 200.";
const IGNORE = "ignore must be a list of glob patterns.";
const HIDDEN = "include_hidden must be a boolean.";
const PATH = "path must be a non-empty string without NUL characters.";

const ENTRY_NUMBER = "offset must be a 1-indexed entry number";
const NO_LIMIT = "limit must be greater than zero";
const NO_DEPTH = "depth must be greater than zero";
const ABSOLUTE = "dir_path must be an absolute path";
const PARSE = "failed to parse function arguments:";

const TREE_NAMES =
  "path, recursive, follow_folder_symlinks, follow_file_symlinks, filter, show_data, depth, " +
  "format, use_gitignore, target, memory_key";

/** Whole messages of each toolset. That every argument of every tool is checked so is tested below. */
const ROWS: Readonly<Record<string, readonly (readonly [args: unknown, message: string])[]>> = {
  "tree.list_dir": [
    [null, `Error: ${OBJECT}, not null.`],
    [["x"], `Error: ${OBJECT}, not an array ["x"].`],
    [{ dir: "x" }, `Error: dir is not an argument of list_dir (${TREE_NAMES}).`],
    [{ "a\nError: b": 1 }, `Error: a\\nError: b is not an argument of list_dir (${TREE_NAMES}).`],
    [{ path: 5 }, "Error: path must be a non-empty string without NUL characters, not 5."],
    [{ recursive: "true" }, 'Error: recursive must be true or false, not "true".'],
    [{ filter: "dirs" }, 'Error: filter must be one of "files", "folders", "both", not "dirs".'],
    [{ filter: "a\nb" }, 'Error: filter must be one of "files", "folders", "both", not "a\\nb".'],
    [{ depth: -1 }, "Error: depth must be an integer of at least 0, not -1."],
    [{ depth: 10n }, "Error: depth must be an integer of at least 0, not bigint."],
  ],
  // Decision 5.5.
  "envelope.LS": [
    [{ offset: -1 }, OFFSET],
    [{ limit: 0 }, LIMIT],
    [{ ignore: "*.log" }, IGNORE],
    [{ ignore: [["a"]] }, IGNORE],
    [{ include_hidden: 1 }, HIDDEN],
    [{ path: "a\0b" }, PATH],
    [{ colour: 1 }, "unknown argument 'colour'."],
    [{ "a\n\u200b": 1 }, "unknown argument 'a\\n\\u{200B}'."],
    [JSON.parse('{"__proto__":{"path":"."}}'), "unknown argument '__proto__'."],
    [null, `${OBJECT}.`],
  ],
  "codex.list_dir": [
    // "Checked in the order parse, offset, limit, depth, absolute path."
    ...["./relative", ".", "", " /", "~", "C:x"].map((dir_path) =>
      [{ dir_path }, ABSOLUTE] as const
    ),
    [{ dir_path: "/repo", depth: 0 }, NO_DEPTH],
    [{ dir_path: "/repo", limit: -5 }, NO_LIMIT],
    [{ dir_path: "/repo", offset: -0 }, ENTRY_NUMBER],
    [{ dir_path: "/repo", offset: Number.MIN_SAFE_INTEGER }, ENTRY_NUMBER],
    [{ dir_path: "relative", offset: 0, limit: 0, depth: 0 }, ENTRY_NUMBER],
    [{ depth: 0, limit: 0, dir_path: "relative", offset: 1 }, NO_LIMIT],
    [{ dir_path: "relative", depth: 0 }, NO_DEPTH],
    // Each names the argument; out-of-range values beside it do not come first.
    [{}, `${PARSE} dir_path is required`],
    [{ dir_path: 1, limit: 0 }, `${PARSE} dir_path must be a string without NUL characters, not 1`],
    [
      { dir_path: "relative\0", offset: 0 },
      `${PARSE} dir_path must be a string without NUL characters, not "relative\\u{0}"`,
    ],
    [{ dir_path: "/", offset: 1.5 }, `${PARSE} offset must be an integer of at least 1, not 1.5`],
    [
      { dir_path: "/", offset: 0, depth: "2" },
      `${PARSE} depth must be an integer of at least 1, not "2"`,
    ],
    [
      { dir_path: "relative", offset: 0, colour: 1 },
      `${PARSE} colour is not an argument of list_dir (dir_path, offset, limit, depth)`,
    ],
    ['{"dir_path":"/"}', `${PARSE} ${OBJECT}, not "{"dir_path":"/"}"`],
  ],
  "files.ls": [
    [{}, "Error: path is required"],
    [Object.create({ path: "." }), "Error: path is required"],
    [{ path: true }, "Error: path must be a non-empty string without NUL characters, not true"],
    [{ path: ".", "max-depth": 0 }, "Error: max-depth must be an integer of at least 1, not 0"],
    [
      { path: ".", "max-files": 100_001 },
      "Error: max-files must be an integer from 1 to 100000, not 100001",
    ],
    [
      { path: ".", max_files: 1 },
      "Error: max_files is not an argument of ls (path, max-depth, max-files)",
    ],
    [".", `Error: ${OBJECT}, not "."`],
  ],
  "discovery.find_files": [
    [[{}], `${OBJECT}, not an array [an object]`],
    [{ limit: 1001 }, "limit must be an integer from 1 to 1000, not 1001"],
    [{ max_depth: 0 }, "max_depth must be an integer of at least 1, not 0"],
    [
      { extensions: ["ts", ""] },
      'extensions must be an array of non-empty strings, not an array ["ts", ""]',
    ],
    [{ use_gitignore: 0 }, "use_gitignore must be true or false, not 0"],
  ],
  "discovery.glob_search": [
    [{}, "pattern is required"],
    [{ pattern: "*", kind: "link" }, 'kind must be one of "file", "dir", "any", not "link"'],
    [
      { pattern: "*", limit: 5 },
      "limit is not an argument of glob_search (pattern, root, kind, case_sensitive, use_gitignore, max_results, cursor)",
    ],
  ],
  "discovery.list_dir": [[
    { path: ".", cursor: null },
    "cursor is not an argument of list_dir (path)",
  ]],
};

for (const [id, rows] of Object.entries(ROWS)) {
  Deno.test(`${id}: wrong arguments are refused in its own words`, async () => {
    const subject = subjectOf(id);
    for (const [args, message] of rows) assertEquals(await refusalOf(subject, args), message);
  });
}

Deno.test("a long name or value is clipped, and cannot start a line", async () => {
  const args = { dir_path: "/", ["a\n\u202e" + "x".repeat(5000)]: 1 };
  const content = await refusalOf(subjectOf("codex.list_dir"), args);
  assert(content.startsWith(`${PARSE} a\\n\\u{202E}xxx`) && content.length < 500, content);
  const output = await refusalOf(subjectOf("tree.list_dir"), { filter: "x".repeat(100_000) });
  assertMatch(output, /^Error: filter must be one of "files", "folders", "both", not "x+…"\.$/);
  assert(output.length < 1000);
});

const IGNORES = "ignore must be a list of at most 1000 glob patterns of at most 1024 characters.";

/** The messages of toolsets with words of their own; `…` means 60 letters and itself. */
const TOO_LONG: readonly (readonly [id: string, args: object, message: string, code?: string])[] = [
  [
    "tree.list_dir",
    { path: long(4097) },
    'Error: path must be a string of at most 4096 bytes, not "…".',
  ],
  ["envelope.LS", { path: long(4097) }, "path must be a string of at most 4096 bytes."],
  ["envelope.LS", { ignore: Array(1001).fill("a") }, IGNORES],
  ["envelope.LS", { ignore: [long(1025)] }, IGNORES],
  ["envelope.LS", { [long(1e6)]: 1 }, "unknown argument '…'."],
  [
    "codex.list_dir",
    { dir_path: long(4097), limit: 0 },
    `${PARSE} dir_path must be a string of at most 4096 bytes, not "…"`,
  ],
  // Decision 8.7: "A cursor of another query, damaged, or over 8 KiB is `bad_cursor`." Decision 8.9:
  // "Refused as `bad_pattern`, with position and reason: empty, over 1,024 characters".
  ["discovery.find_files", { cursor: long(8193) }, "cursor is damaged", "bad_cursor"],
  [
    "agent.glob_search",
    { pattern: long(1025) },
    "pattern: longer than 1024 characters at character 1025",
    "bad_pattern",
  ],
];

function long(length: number): string {
  return "a".repeat(length);
}

// "arrays have `maxItems`, strings a `maxLength`, in the DEFINITION; paths over 4,096 bytes are refused before
// anything else".
for (const [id, args, message, code] of TOO_LONG) {
  Deno.test(`${id}: what is too long is refused in its words: ${message.slice(0, 60)}`, async () => {
    const shown = message.replace("…", `${long(60)}…`);
    assertEquals(await refusalOf(subjectOf(id), args, code), shown);
  });
}

// "`query` and `queries` take up to 64 KiB; what is longer is cut, and the answer says so."
const CUT = ["query", "queries"];

Deno.test("every text and every list has a bound, and what is beyond it is refused and named", async () => {
  for (const subject of SUBJECTS.filter(({ toolset }) => toolset !== "envelope")) {
    const { properties } = checksOf(subject.tool).function.parameters;
    const { pathArgument } = subject.tool.TRAITS;
    for (const [argument, schema] of Object.entries(properties)) {
      if (["cursor", "pattern"].includes(argument)) continue;
      const { type, maxLength = 0, maxItems = 0, items } = schema;
      const isCut = subject.toolset === "agent" && CUT.includes(argument);
      const values: readonly (readonly [value: unknown, most: number])[] = type === "array"
        ? [
          [Array(maxItems + 1).fill("a"), maxItems],
          ...isCut ? [] : [[[long(items!.maxLength! + 1)], items!.maxLength!] as const],
        ]
        : type === "string" && schema.enum === undefined && !isCut
        ? [[long(maxLength + 1), maxLength]]
        : [];
      for (const [value, most] of values) {
        assert(most > 0, `${subject.id} ${argument}`);
        const args = { ...subject.requiredArguments, [argument]: value };
        const isPath = argument === pathArgument && CODES[subject.toolset] === "invalid_argument";
        const message = await refusalOf(subject, args, isPath ? "invalid_root" : undefined);
        assertMatch(
          message,
          new RegExp(`${argument} must be .*\\b${most} .*, not .*…?"?\\]?\\.?$`),
        );
      }
    }
  }
});

Deno.test("every path is counted in bytes, and every other text in characters", async () => {
  for (const subject of SUBJECTS) {
    const { pathArgument } = subject.tool.TRAITS;
    const args = { ...subject.requiredArguments, [pathArgument]: "/".padEnd(2050, "é") };
    const code = CODES[subject.toolset] === "invalid_argument" ? "invalid_root" : undefined;
    const message = await refusalOf(subject, args, code);
    assertStringIncludes(message, "at most 4096 bytes");
  }
  const find = subjectOf("discovery.find_files");
  const { error } = await find.tool.execute({ name_contains: "😀".repeat(255) }, {
    cwd: "/nowhere",
  }) as { error: { code: string } };
  assertEquals(error.code, "not_found");
});

/** Values that an argument of a type refuses, of `agent`'s tools only from the second on. */
const WRONG_VALUES: Readonly<Record<ArgumentType, readonly unknown[]>> = {
  array: ["x", "", 1, true, {}, [1], [null], [["x"]]],
  boolean: ["true", "", 0, 1, [], {}, "yes"],
  integer: ["5", 1.5, NaN, Infinity, -Infinity, "", "5.0", true, false, [], [1], {}, 1n],
  string: [[], 5, true, [1], ["a", "b"], {}],
};

for (const subject of SUBJECTS) {
  const { id, name, tool, toolset, requiredArguments } = subject;
  const { properties, required } = tool.DEFINITION.function.parameters;
  const { pathArgument } = tool.TRAITS;
  const complete = { [pathArgument]: toolset === "codex" ? "/c" : ".", ...requiredArguments };

  Deno.test(`${id}: what is not an object is refused`, async () => {
    for (const args of [undefined, null, 5, "x", true, [], [{}]]) {
      assertStringIncludes(await refusalOf(subject, args), "object");
    }
  });

  Deno.test(`${id}: an unknown argument is refused, and named`, async () => {
    for (const unknown of ["bogus", "__proto__", "constructor", "toString", "Path", "a\n\u202E"]) {
      const args = { ...complete, ...JSON.parse(`{${JSON.stringify(unknown)}:1}`) };
      const shown = unknown.replace("\n\u202E", "\\n\\u{202E}");
      assertStringIncludes(await refusalOf(subject, args), shown);
    }
  });

  Deno.test(`${id}: a missing argument that is required is refused, and named`, async () => {
    for (const argument of required) {
      const { [argument]: _, ...others } = complete;
      for (const args of [others, { ...others, [argument]: null }]) {
        assertStringIncludes(await refusalOf(subject, args), argument);
      }
    }
  });

  Deno.test(`${id}: a wrong type is refused, and named`, async () => {
    for (const [argument, schema] of Object.entries(properties)) {
      const wrong = schema.enum === undefined ? [] : ["no such choice", ""];
      const values = WRONG_VALUES[schema.type].slice(toolset === "agent" ? 1 : 0);
      for (const value of [...values, ...wrong]) {
        const message = await refusalOf(subject, { ...complete, [argument]: value });
        assertStringIncludes(message, argument);
        const isPlain = typeof value === "number" || typeof value === "boolean";
        if (toolset !== "envelope" && isPlain) {
          assertMatch(message, new RegExp(`, not ${value}\\.?$`));
        }
      }
    }
  });

  Deno.test(`${id}: an integer out of its bounds is refused, and named`, async () => {
    const checks = checksOf(tool).function.parameters.properties;
    for (const [argument, { type, minimum, maximum }] of Object.entries(checks)) {
      if (type !== "integer") continue;
      const below = minimum === undefined ? [] : [minimum - 1, minimum - 1000];
      const above = maximum === undefined ? [] : [maximum + 1, maximum + 1e9];
      assert(below.length > 0, `${name}: ${argument} has no lower bound`);
      for (const value of [...below, ...above]) {
        const message = await refusalOf(subject, { ...complete, [argument]: value });
        assertStringIncludes(message, argument);
      }
    }
  });
}
