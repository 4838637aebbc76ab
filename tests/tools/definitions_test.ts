/** The arguments of each design, and what its definitions cost a model before it has called anything. */
import { type Schema, Validator } from "@cfworker/json-schema";
import { SUBJECTS } from "../support/every_tool.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { toMcpTool, type Tool, TOOLSETS } from "../../mod.ts";
import { projectFile } from "../support/process.ts";
import { checksOf } from "../../src/arguments/parse_arguments.ts";

/** An argument: its default, `null` where none is published, or `REQUIRED`; and its bounds or choices. */
type Argument = readonly [type: string, value: unknown, ...bounds: readonly unknown[]];

const REQUIRED = Symbol("required");
const MEMORIES = ["return_value", "session_memory", "project_memory"];

// Section PARAMETERS of spec 0; section 2.2 of spec 1; Inputs of spec 2; Arguments of spec 3; the table of
// section 8. Decision 1: "Published types are plain […], without `null` defaults".
const ARGUMENTS: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Argument>>>>>
> = {
  tree: {
    list_dir: {
      path: ["string", "."],
      recursive: ["boolean", false],
      follow_folder_symlinks: ["boolean", false],
      follow_file_symlinks: ["boolean", false],
      filter: ["string", "both", "files", "folders", "both"],
      show_data: ["boolean", false],
      depth: ["integer", null, 0],
      format: ["string", "text", "text", "json"],
      use_gitignore: ["boolean", false],
      target: ["string", "return_value", ...MEMORIES],
      memory_key: ["string", null],
    },
  },
  envelope: {
    LS: {
      path: ["string", "."],
      offset: ["integer", 0, 0],
      limit: ["integer", 100, 1, 200],
      include_hidden: ["boolean", false],
      ignore: ["array", null],
    },
  },
  codex: {
    list_dir: {
      dir_path: ["string", REQUIRED],
      offset: ["integer", 1, 1],
      limit: ["integer", 25, 1],
      depth: ["integer", 2, 1],
    },
  },
  files: {
    ls: {
      path: ["string", REQUIRED],
      "max-depth": ["integer", 10, 1],
      "max-files": ["integer", 100, 1, 100_000],
    },
  },
  discovery: {
    stat_path: { path: ["string", REQUIRED] },
    find_files: {
      root: ["string", "."],
      max_depth: ["integer", null, 1],
      extensions: ["array", null],
      name_contains: ["string", null],
      path_contains: ["string", null],
      exclude_dirs: ["array", null],
      case_sensitive: ["boolean", false],
      use_gitignore: ["boolean", false],
      limit: ["integer", 100, 1, 1000],
      cursor: ["string", null],
    },
    glob_search: {
      pattern: ["string", REQUIRED],
      root: ["string", "."],
      kind: ["string", "any", "file", "dir", "any"],
      case_sensitive: ["boolean", true],
      use_gitignore: ["boolean", false],
      max_results: ["integer", 100, 1, 1000],
      cursor: ["string", null],
    },
    list_dir_entries: {
      path: ["string", "."],
      include_hidden: ["boolean", false],
      limit: ["integer", 200, 1, 1000],
      cursor: ["string", null],
    },
    list_dir: { path: ["string", "."] },
  },
  // Its others are those of `discovery`: see `agent_test.ts`.
  agent: {
    overview: {
      path: ["string", "."],
      max_tokens: ["integer", 2000, 200, 50_000],
      query: ["string", null],
      use_gitignore: ["boolean", true],
      include_hidden: ["boolean", true],
    },
    explain_path: { path: ["string", REQUIRED] },
    find_path: {
      queries: ["array", REQUIRED],
      terms: ["array", null],
      root: ["string", "."],
      kind: ["string", "any", "file", "dir", "any"],
      limit: ["integer", null, 1, 200],
      use_gitignore: ["boolean", true],
    },
  },
};

/** The arguments that a tool checks, as the table has them. */
function argumentsOf(tool: Tool): Readonly<Record<string, Argument>> {
  const { properties, required } = checksOf(tool).function.parameters;
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { minimum, maximum } = schema;
    const bounds = [...schema.enum ?? [], minimum, maximum].filter((each) => each !== undefined);
    const value = required.includes(name) ? REQUIRED : schema.default ?? null;
    assertEquals("default" in schema, value !== null && value !== REQUIRED, name);
    return [name, [schema.type, value, ...bounds]];
  });
  return Object.fromEntries(rows);
}

for (const [toolset, tools] of Object.entries(ARGUMENTS)) {
  Deno.test(`the DEFINITIONs of ${toolset} have the names, types, defaults and bounds of its design`, () => {
    const all: Readonly<Record<string, Tool>> = TOOLSETS[toolset as keyof typeof TOOLSETS];
    const own = Object.keys(all).filter((name) =>
      toolset !== "agent" || !(name in TOOLSETS.discovery)
    );
    assertEquals(own, Object.keys(tools));
    for (const [name, expected] of Object.entries(tools)) {
      const actual = argumentsOf(all[name]!);
      assertEquals(actual, expected, name);
      assertEquals(Object.keys(actual), Object.keys(expected), name);
    }
  });
}

/** The keywords of draft 2020-12 that clients are known to take. */
const KEYWORDS = [
  ..."type description default enum minimum maximum minLength maxLength pattern items".split(" "),
  ...["minItems", "maxItems"],
];

/** Reports whether a schema allows a value, by a validator that writes into what it is given. */
function isValid(schema: object, value: unknown): boolean {
  return new Validator(structuredClone(schema) as Schema, "2020-12").validate(value).valid;
}

Deno.test("every DEFINITION is JSON of plain keywords, whose defaults are valid, and takes no other argument", () => {
  for (const { id, name, tool: { DEFINITION } } of SUBJECTS) {
    assertEquals(JSON.parse(JSON.stringify(DEFINITION)), DEFINITION);
    const { name: own, parameters } = DEFINITION.function;
    const { type, properties, additionalProperties } = parameters;
    assertEquals([own, type, additionalProperties], [name, "object", false], id);
    for (const [argument, schema] of Object.entries(properties)) {
      const keywords = [...Object.keys(schema), ...Object.keys(schema.items ?? {})];
      assertEquals(keywords.filter((keyword) => !KEYWORDS.includes(keyword)), [], argument);
      assert(!isValid(schema, null), argument);
      assert(schema.default === undefined || isValid(schema, schema.default), argument);
    }
  }
});

Deno.test("the descriptions that designs give", () => {
  assertEquals(
    TOOLSETS.envelope.LS.DEFINITION.function.description,
    "List files and directories in a given path with pagination and filters.",
  );
  // "its description sends the model to the tools above"
  const { description } = TOOLSETS.discovery.list_dir.DEFINITION.function;
  for (const name of ["stat_path", "find_files", "glob_search", "list_dir_entries"]) {
    assert(description.includes(name), name);
  }
});

const MOST_TOKENS = {
  tree: 600,
  envelope: 270,
  codex: 250,
  files: 250,
  discovery: 1_250,
  // "at most 1,500 with the new arguments"
  agent: 1_500,
};

for (const [toolset, most] of Object.entries(MOST_TOKENS)) {
  Deno.test(`the definitions of ${toolset} cost at most ${most} tokens of o200k_base`, () => {
    const tools = Object.values(TOOLSETS[toolset as keyof typeof TOOLSETS]);
    const tokens = encode(JSON.stringify(tools.map(({ DEFINITION }) => DEFINITION))).length;
    assert(tokens <= most, `${tokens} tokens`);
  });
}

Deno.test("what the definitions of agent cost is what README, the benchmarks and decision 9.7 say", async () => {
  const definitions = Object.values(TOOLSETS.agent).map(({ DEFINITION }) => DEFINITION);
  const rows: readonly (readonly [file: string, form: unknown])[] = [
    ["docs/decisions.md", definitions],
    ["README.md", definitions.map((each) => toMcpTool(each))],
    ["docs/benchmarks.md", definitions.map((each) => toMcpTool(each))],
  ];
  for (const [file, form] of rows) {
    const tokens = encode(JSON.stringify(form)).length.toLocaleString("en-US");
    assertStringIncludes(await Deno.readTextFile(projectFile(file)), tokens, file);
  }
});
