/**
 * What every tool answers to wrong arguments: a clear error in its toolset's shape that names the
 * argument, its bound and the value. "The disk is not touched."
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { ArgumentType, ToolsetName } from "../mod.ts";
import { diskCallsOf } from "./support/disk_reads.ts";
import { failureOf, messageOf, reduced, type Subject, SUBJECTS } from "./support/every_tool.ts";

/** The code of a refused argument, where the toolset has codes. */
const CODES: Readonly<Record<ToolsetName, string | undefined>> = {
  tree: undefined,
  envelope: "INVALID_PARAM",
  codex: undefined,
  files: undefined,
  discovery: "invalid_argument",
  agent: "invalid_argument",
};

/** How the message starts. */
const LEADS: Readonly<Record<ToolsetName, string>> = {
  tree: "Error: ",
  envelope: "",
  codex: "failed to parse function arguments: ",
  files: "Error: ",
  discovery: "",
  agent: "",
};

/** Calls a tool with arguments that it must refuse, checks the shape of the answer, and returns its message. */
async function refusalOf(
  subject: Subject,
  args: unknown,
  code: string | undefined = CODES[subject.toolset],
): Promise<string> {
  const { tool } = subject;
  let output: unknown;
  // If the tool looked at this directory, it would give another error.
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

/** A whole message, a pattern, or parts of a message; the first part follows the lead. */
type Says = string | RegExp | readonly string[];

const OFFSET = "offset must be a non-negative integer.";
const LIMIT = "limit must be an integer between 1 and 200.";
const IGNORE = "ignore must be a list of glob patterns.";
const PATH = /^path must be [^.\n]+\.$/;
const HIDDEN = /^include_hidden must be [^.\n]+\.$/;

const ENTRY_NUMBER = "offset must be a 1-indexed entry number";
const NO_LIMIT = "limit must be greater than zero";
const NO_DEPTH = "depth must be greater than zero";
const ABSOLUTE = "dir_path must be an absolute path";

// "Floats, NaN, Infinity and strings are not integers; booleans are not integers; an empty or NUL-holding
// path is an error."
const ROWS: Readonly<Record<string, readonly (readonly [args: unknown, says: Says])[]>> = {
  "tree.list_dir": [
    [null, ["arguments ", "object", "null"]],
    [undefined, ["arguments ", "object", "undefined"]],
    [[], ["arguments ", "object", "[]"]],
    [["x"], ["arguments ", "object", "array"]],
    ["src", ["arguments ", "object", '"src"']],
    [7, ["arguments ", "object", "7"]],
    [true, ["arguments ", "object", "true"]],
    [{ dir: "x" }, ["dir ", "path, recursive"]],
    [{ Path: "x" }, ["Path ", "path, recursive"]],
    [{ toString: "x" }, ["toString ", "path, recursive"]],
    [JSON.parse('{ "__proto__": "x" }'), ["__proto__ ", "path, recursive"]],
    [{ "a\nError: b": 1 }, ["a\\nError: b "]],
    [{ path: "" }, ["path ", "non-empty", '""']],
    [{ path: "a\0b" }, ["path ", "NUL", '"a\\u{0}b"']],
    [{ path: 5 }, ["path ", "string", "5"]],
    [{ path: true }, ["path ", "string", "true"]],
    [{ path: ["."] }, ["path ", "string", "array"]],
    [{ path: {} }, ["path ", "string", "object"]],
    [{ recursive: "true" }, ["recursive ", "true or false", '"true"']],
    [{ recursive: 1 }, ["recursive ", "true or false", "1"]],
    [{ follow_folder_symlinks: 0 }, ["follow_folder_symlinks ", "true or false", "0"]],
    [{ follow_file_symlinks: "yes" }, ["follow_file_symlinks ", "true or false", '"yes"']],
    [{ filter: "dirs" }, ["filter ", '"files", "folders", "both"', '"dirs"']],
    [{ filter: "Files" }, ["filter ", '"files", "folders", "both"', '"Files"']],
    [{ filter: true }, ["filter ", '"files", "folders", "both"', "true"]],
    [{ show_data: [] }, ["show_data ", "true or false", "[]"]],
    [{ depth: -1 }, ["depth ", "integer of at least 0", "-1"]],
    [{ depth: 1.5 }, ["depth ", "integer of at least 0", "1.5"]],
    [{ depth: "1" }, ["depth ", "integer of at least 0", '"1"']],
    [{ depth: NaN }, ["depth ", "integer of at least 0", "NaN"]],
    [{ depth: Infinity }, ["depth ", "integer of at least 0", "Infinity"]],
    [{ depth: -Infinity }, ["depth ", "integer of at least 0", "-Infinity"]],
    [{ depth: true }, ["depth ", "integer of at least 0", "true"]],
    [{ depth: false }, ["depth ", "integer of at least 0", "false"]],
    [{ depth: 10n }, ["depth ", "integer of at least 0", "bigint"]],
    [{ depth: [1] }, ["depth ", "integer of at least 0", "array"]],
    [{ format: "xml" }, ["format ", '"text", "json"', '"xml"']],
    [{ format: 1 }, ["format ", '"text", "json"', "1"]],
    [{ use_gitignore: "git" }, ["use_gitignore ", "true or false", '"git"']],
    [{ target: "memory" }, ["target ", '"return_value", "session_memory"', '"memory"']],
    [{ target: 0 }, ["target ", '"return_value", "session_memory"', "0"]],
    [{ memory_key: 5 }, ["memory_key ", "string", "5"]],
    [{ filter: "a\nb" }, ["filter ", '"files"', '"a\\nb"']],
  ],
  "envelope.LS": [
    [{ offset: -1 }, OFFSET],
    [{ offset: 1.5 }, OFFSET],
    [{ offset: NaN }, OFFSET],
    [{ offset: Infinity }, OFFSET],
    [{ offset: "0" }, OFFSET],
    [{ offset: true }, OFFSET],
    [{ offset: [0] }, OFFSET],
    [{ offset: {} }, OFFSET],
    [{ limit: 0 }, LIMIT],
    [{ limit: 201 }, LIMIT],
    [{ limit: -1 }, LIMIT],
    [{ limit: 1e9 }, LIMIT],
    [{ limit: 0.5 }, LIMIT],
    [{ limit: "10" }, LIMIT],
    [{ limit: false }, LIMIT],
    [{ limit: NaN }, LIMIT],
    [{ limit: -Infinity }, LIMIT],
    [{ limit: 10n }, LIMIT],
    [{ ignore: "*.log" }, IGNORE],
    [{ ignore: {} }, IGNORE],
    [{ ignore: 1 }, IGNORE],
    [{ ignore: true }, IGNORE],
    [{ ignore: [1] }, IGNORE],
    [{ ignore: ["a", null] }, IGNORE],
    [{ ignore: [["a"]] }, IGNORE],
    [{ ignore: [{}] }, IGNORE],
    [{ include_hidden: "true" }, HIDDEN],
    [{ include_hidden: 1 }, HIDDEN],
    [{ include_hidden: [] }, HIDDEN],
    [{ path: "" }, PATH],
    [{ path: "a\0b" }, PATH],
    [{ path: 1 }, PATH],
    [{ path: true }, PATH],
    [{ path: ["."] }, PATH],
    [{ path: {} }, PATH],
    [{ colour: 1 }, "unknown argument 'colour'."],
    [{ Path: "." }, "unknown argument 'Path'."],
    [{ toString: 1 }, "unknown argument 'toString'."],
    [{ "a\n\u200b": 1 }, "unknown argument 'a\\n\\u{200B}'."],
    [JSON.parse('{"__proto__":{"path":"."}}'), "unknown argument '__proto__'."],
    [JSON.parse('{"constructor":null}'), "unknown argument 'constructor'."],
    ...[undefined, null, "path", 1, true, [], ["."]].map((args) =>
      [args, /must be an object/] as const
    ),
  ],
  "codex.list_dir": [
    // "Checked in the order parse, offset, limit, depth, absolute path."
    [{ dir_path: "./relative" }, ABSOLUTE],
    [{ dir_path: "." }, ABSOLUTE],
    [{ dir_path: "" }, ABSOLUTE],
    [{ dir_path: " /" }, ABSOLUTE],
    [{ dir_path: "~" }, ABSOLUTE],
    [{ dir_path: "C:x" }, ABSOLUTE],
    [{ dir_path: "/repo", depth: 0 }, NO_DEPTH],
    [{ dir_path: "/repo", depth: -1 }, NO_DEPTH],
    [{ dir_path: "/repo", limit: 0 }, NO_LIMIT],
    [{ dir_path: "/repo", limit: -5 }, NO_LIMIT],
    [{ dir_path: "/repo", offset: 0 }, ENTRY_NUMBER],
    [{ dir_path: "/repo", offset: -0 }, ENTRY_NUMBER],
    [{ dir_path: "/repo", offset: Number.MIN_SAFE_INTEGER }, ENTRY_NUMBER],
    [{ dir_path: "relative", offset: 0, limit: 0, depth: 0 }, ENTRY_NUMBER],
    [{ depth: 0, limit: 0, dir_path: "relative", offset: 1 }, NO_LIMIT],
    [{ dir_path: "relative", depth: 0 }, NO_DEPTH],
    [{ dir_path: "relative", depth: 1 }, ABSOLUTE],
    // Each names the argument; out-of-range values beside it do not come first.
    [{}, /^failed to parse function arguments: .*dir_path/],
    [{ dir_path: null }, /^failed to parse function arguments: .*dir_path/],
    [{ dir_path: 1 }, /^failed to parse function arguments: .*dir_path.*1/],
    [{ dir_path: ["/"] }, /^failed to parse function arguments: .*dir_path/],
    [{ dir_path: { toString: () => "/" } }, /^failed to parse function arguments: .*dir_path/],
    [{ dir_path: "/a\0b" }, /^failed to parse function arguments: .*dir_path/],
    [{ dir_path: "relative\0", offset: 0 }, /^failed to parse function arguments: .*dir_path/],
    [{ dir_path: "/", offset: 1.5 }, /^failed to parse function arguments: .*offset.*1\.5/],
    [{ dir_path: "/", offset: NaN }, /^failed to parse function arguments: .*offset.*NaN/],
    [{ dir_path: "/", limit: Infinity }, /^failed to parse function arguments: .*limit.*Infinity/],
    [
      { dir_path: "/", limit: -Infinity },
      /^failed to parse function arguments: .*limit.*-Infinity/,
    ],
    [{ dir_path: "/", limit: "10" }, /^failed to parse function arguments: .*limit.*10/],
    [{ dir_path: "/", limit: 0.5 }, /^failed to parse function arguments: .*limit.*0\.5/],
    [{ dir_path: "/", depth: true }, /^failed to parse function arguments: .*depth.*true/],
    [{ dir_path: "/", depth: false }, /^failed to parse function arguments: .*depth.*false/],
    [{ dir_path: "/", depth: [1] }, /^failed to parse function arguments: .*depth/],
    [{ dir_path: "/", depth: {} }, /^failed to parse function arguments: .*depth/],
    [{ dir_path: "/", depth: 1n }, /^failed to parse function arguments: .*depth/],
    [{ dir_path: "/", offset: 0, depth: "2" }, /^failed to parse function arguments: .*depth/],
    [
      { dir_path: "relative", offset: 0, colour: 1 },
      /^failed to parse function arguments: .*colour/,
    ],
    [{ dir_path: "/", path: "/" }, /^failed to parse function arguments: .*path/],
    [{ dir_path: "/", Depth: 1 }, /^failed to parse function arguments: .*Depth/],
    [
      JSON.parse('{"dir_path":"/","__proto__":{"depth":1}}'),
      /^failed to parse function arguments: .*__proto__/,
    ],
    [
      JSON.parse('{"dir_path":"/","constructor":1}'),
      /^failed to parse function arguments: .*constructor/,
    ],
    [{ dir_path: "/", toString: 1 }, /^failed to parse function arguments: .*toString/],
    [Object.create({ dir_path: "/" }), /^failed to parse function arguments: .*dir_path/],
    [undefined, /^failed to parse function arguments: ./],
    [null, /^failed to parse function arguments: ./],
    ['{"dir_path":"/"}', /^failed to parse function arguments: ./],
    [42, /^failed to parse function arguments: ./],
    [true, /^failed to parse function arguments: ./],
    [["/"], /^failed to parse function arguments: ./],
  ],
  "files.ls": [
    [{}, /^Error: path /],
    [{ path: null }, /^Error: path /],
    [{ path: "" }, /^Error: path .*""/],
    [{ path: "a\0b" }, /^Error: path .*a\\u\{0\}b/],
    [{ path: 1 }, /^Error: path .*1/],
    [{ path: true }, /^Error: path .*true/],
    [{ path: ["."] }, /^Error: path /],
    [{ path: {} }, /^Error: path /],
    [{ path: ".", "max-depth": 0 }, /^Error: max-depth .*1.*0/],
    [{ path: ".", "max-depth": -1 }, /^Error: max-depth .*1.*-1/],
    [{ path: ".", "max-depth": 1.5 }, /^Error: max-depth .*1\.5/],
    [{ path: ".", "max-depth": NaN }, /^Error: max-depth .*NaN/],
    [{ path: ".", "max-depth": Infinity }, /^Error: max-depth .*Infinity/],
    [{ path: ".", "max-depth": "3" }, /^Error: max-depth .*"3"/],
    [{ path: ".", "max-depth": true }, /^Error: max-depth .*true/],
    [{ path: ".", "max-files": 0 }, /^Error: max-files .*1.*100000.*0/],
    [{ path: ".", "max-files": 100_001 }, /^Error: max-files .*1.*100000.*100001/],
    [{ path: ".", "max-files": -1 }, /^Error: max-files .*-1/],
    [{ path: ".", "max-files": 99.9 }, /^Error: max-files .*99\.9/],
    [{ path: ".", "max-files": -Infinity }, /^Error: max-files .*-Infinity/],
    [{ path: ".", "max-files": "100" }, /^Error: max-files .*"100"/],
    [{ path: ".", "max-files": false }, /^Error: max-files .*false/],
    [{ path: ".", "max-files": [1] }, /^Error: max-files /],
    [{ path: ".", "max-files": 1n }, /^Error: max-files /],
    [{ path: ".", max_files: 1 }, /^Error: .*max_files/],
    [{ path: ".", maxDepth: 1 }, /^Error: .*maxDepth/],
    [{ path: ".", "a\n": 1 }, /^Error: .*a\\n/],
    [JSON.parse('{"path":".","__proto__":{}}'), /^Error: .*__proto__/],
    [JSON.parse('{"path":".","constructor":1}'), /^Error: .*constructor/],
    [Object.create({ path: "." }), /^Error: path /],
    [undefined, /^Error: ./],
    [null, /^Error: ./],
    [".", /^Error: ./],
    [1, /^Error: ./],
    [["."], /^Error: ./],
  ],
};

for (const [id, rows] of Object.entries(ROWS)) {
  Deno.test(`${id}: wrong arguments are refused in its own words`, async () => {
    const subject = SUBJECTS.find((each) => each.id === id);
    assert(subject !== undefined, id);
    for (const [args, says] of rows) {
      const message = await refusalOf(subject, args);
      if (typeof says === "string") assertEquals(message, says);
      else if (says instanceof RegExp) assertMatch(message, says);
      else {
        assert(message.startsWith(LEADS[subject.toolset] + says[0]), message);
        for (const part of says) assertStringIncludes(message, part);
        assert(message.endsWith("."), message);
      }
    }
  });
}

Deno.test("codex.list_dir: a refused name cannot start a line or fill the answer", async () => {
  const subject = SUBJECTS.find(({ id }) => id === "codex.list_dir")!;
  const content = await refusalOf(subject, {
    dir_path: "/",
    ["a\n\u202e" + "x".repeat(5000)]: 1,
  });
  assert(content.startsWith("failed to parse function arguments: a\\n\\u{202E}xxx"), content);
  assert(content.length < 500, content);
});

Deno.test("tree.list_dir: a long wrong value is clipped", async () => {
  const subject = SUBJECTS.find(({ id }) => id === "tree.list_dir")!;
  const output = await refusalOf(subject, { filter: "x".repeat(100_000) });
  assertMatch(output, /^Error: filter must be one of "files", "folders", "both".*"x+…"\.$/);
  assert(output.length < 1000);
});

const LONG = "a".repeat(60);

/** What is longer than its argument may be, and the message of the toolset; `…` stands for the 60 letters. */
const TOO_LONG: readonly (readonly [
  id: string,
  args: Record<string, unknown>,
  message: string,
  code?: string,
])[] = [
  [
    "tree.list_dir",
    { path: "a".repeat(4097) },
    'Error: path must be a string of at most 4096 bytes, not "…".',
  ],
  [
    "tree.list_dir",
    { memory_key: "a".repeat(1025) },
    'Error: memory_key must be a string of at most 1024 characters, not "…".',
  ],
  ["envelope.LS", { path: "a".repeat(4097) }, "path must be a string of at most 4096 bytes."],
  [
    "envelope.LS",
    { ignore: Array(1001).fill("a") },
    "ignore must be a list of at most 1000 glob patterns of at most 1024 characters.",
  ],
  [
    "envelope.LS",
    { ignore: ["a".repeat(1025)] },
    "ignore must be a list of at most 1000 glob patterns of at most 1024 characters.",
  ],
  ["envelope.LS", { ["a".repeat(1e6)]: 1 }, "unknown argument '…'."],
  [
    "codex.list_dir",
    { dir_path: "a".repeat(4097), limit: 0 },
    'failed to parse function arguments: dir_path must be a string of at most 4096 bytes, not "…"',
  ],
  [
    "files.ls",
    { path: "a".repeat(4097) },
    'Error: path must be a string of at most 4096 bytes, not "…"',
  ],
  [
    "discovery.stat_path",
    { path: "a".repeat(4097) },
    'path must be a string of at most 4096 bytes, not "…"',
    "invalid_root",
  ],
  [
    "discovery.find_files",
    { extensions: Array(1001).fill("a") },
    `extensions must be an array of at most 1000 strings, not an array [${'"a", '.repeat(10)}…`,
  ],
  [
    "discovery.find_files",
    { exclude_dirs: ["a".repeat(1025)] },
    'exclude_dirs must be an array of strings of at most 1024 characters, not "…"',
  ],
  [
    "discovery.find_files",
    { name_contains: "a".repeat(256) },
    'name_contains must be a string of at most 255 characters, not "…"',
  ],
  [
    "agent.find_files",
    { path_contains: "a".repeat(4097) },
    'path_contains must be a string of at most 4096 characters, not "…"',
  ],
  // Decision 8.7: "A cursor of another query, damaged, or over 8 KiB is `bad_cursor`." Decision 8.9:
  // "Refused as `bad_pattern`, with position and reason: empty, over 1,024 characters".
  ["discovery.find_files", { cursor: "a".repeat(8193) }, "cursor is damaged", "bad_cursor"],
  [
    "agent.glob_search",
    { pattern: "a".repeat(1025) },
    "pattern: longer than 1024 characters at character 1025",
    "bad_pattern",
  ],
];

for (const [id, args, message, code] of TOO_LONG) {
  Deno.test(`${id}: what is too long is refused in the toolset's words: ${Object.keys(args)[0]!.slice(0, 20)}, ${message.slice(0, 60)}`, async () => {
    // Decision 3: "arrays have `maxItems`, strings a `maxLength`, in the DEFINITION; paths over 4,096 bytes
    // are refused before anything else".
    const subject = SUBJECTS.find((each) => each.id === id)!;
    const shown = message.replace('"…"', `"${LONG}…"`).replace("'…'", `'${LONG}…'`);
    assertEquals(await refusalOf(subject, args, code), shown);
  });
}

Deno.test("every path is counted in bytes, and every other text in characters", async () => {
  for (const subject of SUBJECTS) {
    const { pathArgument } = subject.tool.TRAITS;
    const args = { ...subject.least, [pathArgument]: "/".padEnd(2050, "é") };
    const code = CODES[subject.toolset] === "invalid_argument" ? "invalid_root" : undefined;
    const message = await refusalOf(subject, args, code);
    assertStringIncludes(message, "at most 4096 bytes");
  }
  const find = SUBJECTS.find(({ id }) => id === "discovery.find_files")!;
  const { error } = await find.tool.execute({ name_contains: "😀".repeat(255) }, {
    cwd: "/nowhere",
  }) as { error: { code: string } };
  assertEquals(error.code, "not_found");
});

/** Values that an argument of a type refuses. */
const WRONG_VALUES: Readonly<Record<ArgumentType, readonly unknown[]>> = {
  array: ["x", "", 1, true, {}, [1], [null], [["x"]]],
  boolean: ["true", "", 0, 1, [], {}],
  integer: [1.5, NaN, Infinity, -Infinity, "5", "", true, false, [], [1], {}, 1n],
  string: [5, true, [], ["x"], {}],
};

for (const subject of SUBJECTS) {
  const { id, name, tool, toolset, least } = subject;
  const { properties, required } = tool.DEFINITION.function.parameters;
  const { pathArgument } = tool.TRAITS;
  const complete = { [pathArgument]: toolset === "codex" ? "/c" : ".", ...least };

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
      for (const value of [...WRONG_VALUES[schema.type], ...wrong]) {
        const message = await refusalOf(subject, { ...complete, [argument]: value });
        assertStringIncludes(message, argument);
      }
    }
  });

  Deno.test(`${id}: an integer out of its bounds is refused, and named`, async () => {
    for (const [argument, { type, minimum, maximum }] of Object.entries(properties)) {
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
