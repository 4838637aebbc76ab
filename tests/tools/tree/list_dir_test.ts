import { assert, assertEquals, assertNotEquals } from "@std/assert";
import {
  type ParametersSchema,
  toAnthropicTool,
  toMcpTool,
  type Tool,
  type ToolContext,
  TOOLSETS,
  toResponsesTool,
  toToolResult,
} from "../../../mod.ts";
import { ANY_NAME, FIFOS, LINKS, needing } from "../../support/machine.ts";
import { fifo, link, withTree } from "../../support/tree.ts";

const { list_dir } = TOOLSETS.tree;
const { DEFINITION, execute }: Tool<string> = list_dir;

Deno.test("list_dir takes null and undefined as absent, for each argument", async () => {
  await withTree({ "a/b": "", "c": "" }, async (root) => {
    const names = Object.keys(DEFINITION.function.parameters.properties);
    assertEquals(names.length, 11);
    const context = { cwd: root };
    for (const absent of [null, undefined]) {
      const all = Object.fromEntries(names.map((name) => [name, absent]));
      assertEquals(await execute(all, context), "a/\nc");
      for (const name of names) assertEquals(await execute({ [name]: absent }, context), "a/\nc");
    }
  });
});

// Decision 4.12.
Deno.test(
  needing(
    [LINKS, FIFOS, ANY_NAME],
    "list_dir says what cannot be listed, as it was given, line-safe",
  ),
  async () => {
    const long = "n".repeat(300);
    const far = Array(1365).fill("xx").join("/");
    const tree = {
      "dangling": link("gone"),
      "file": "",
      "loop": link("loop"),
      "mutual_a": link("mutual_b"),
      "mutual_b": link("mutual_a"),
      "pipe": fifo(),
      "to_file": link("file"),
      "odd\n\u202E": "",
    };
    const rows: readonly (readonly [path: string, error: string])[] = [
      ["gone", "Error: 'gone' is not a directory."],
      ["./gone/", "Error: './gone/' is not a directory."],
      ["gone/deeper", "Error: 'gone/deeper' is not a directory."],
      ["file", "Error: 'file' is not a directory."],
      ["file/", "Error: 'file/' is not a directory."],
      ["file/below", "Error: 'file/below' is not a directory."],
      ["to_file", "Error: 'to_file' is not a directory."],
      ["dangling", "Error: 'dangling' is not a directory."],
      ["loop", "Error: 'loop' is not a directory."],
      ["mutual_a", "Error: 'mutual_a' is not a directory."],
      ["mutual_a/below", "Error: 'mutual_a/below' is not a directory."],
      ["pipe", "Error: 'pipe' is not a directory."],
      ["odd\n\u202E", "Error: 'odd\\n\\u{202E}' is not a directory."],
      ["a\\b", "Error: 'a\\\\b' is not a directory."],
      ["\uD800", "Error: '\\u{D800}' is not a directory."],
      [long, `Error: '${long}' is not a directory.`],
      [far, `Error: '${far}' is not a directory.`],
      ["/dev/null", "Error: '/dev/null' is not a directory."],
      ["it's", "Error: 'it's' is not a directory."],
    ];
    await withTree(tree, async (root) => {
      for (const [path, error] of rows) {
        for (const format of ["text", "json"]) {
          assertEquals(await execute({ path, format }, { cwd: root }), error);
        }
        assertEquals(await execute({ path, use_gitignore: true }, { cwd: root }), error);
      }
    });
  },
);

Deno.test("list_dir messages hold no path but the one that was given", async () => {
  await withTree({ "file": "" }, async (root) => {
    for (const path of ["gone", "file", "file/x", "n".repeat(300), "../gone", "a\0b"]) {
      for (const roots of [undefined, ["."]]) {
        const context: ToolContext = { cwd: root, ...(roots && { roots }) };
        const output = await execute({ path }, context);
        assert(output.startsWith("Error: ") && !output.includes(root), output);
      }
    }
  });
});

Deno.test(
  needing(ANY_NAME, "toToolResult tells a listing from an error by how it starts"),
  async () => {
    await withTree({ "Error: x": "" }, async (root) => {
      const context = { cwd: root };
      const result = async (args: object) => toToolResult(list_dir, await execute(args, context));
      assertEquals(await result({}), { text: "\\u{45}rror: x", isError: false });
      assertEquals(await result({ path: "gone" }), {
        text: "Error: 'gone' is not a directory.",
        isError: true,
      });
      assertEquals(await result({ filter: "folders" }), { text: "", isError: false });
      assertEquals((await result({ format: "json" })).isError, false);
      assertEquals((await result({ depth: -1 })).isError, true);
    });
  },
);

// The PARAMETERS section: name, type, default, allowed values. A default of None is not published.
const PARAMETERS = [
  ["path", "string", "."],
  ["recursive", "boolean", false],
  ["follow_folder_symlinks", "boolean", false],
  ["follow_file_symlinks", "boolean", false],
  ["filter", "string", "both", ["files", "folders", "both"]],
  ["show_data", "boolean", false],
  ["depth", "integer", undefined],
  ["format", "string", "text", ["text", "json"]],
  ["use_gitignore", "boolean", false],
  ["target", "string", "return_value", ["return_value", "session_memory", "project_memory"]],
  ["memory_key", "string", undefined],
] as const;

Deno.test("list_dir DEFINITION has the eleven parameters, all optional, of plain types", () => {
  assertEquals(DEFINITION.type, "function");
  assertEquals(DEFINITION.function.name, "list_dir");
  assertNotEquals(DEFINITION.function.description, "");
  const { type, properties, required, additionalProperties } = DEFINITION.function.parameters;
  assertEquals([type, required, additionalProperties], ["object", [], false]);
  assertEquals(Object.keys(properties), PARAMETERS.map(([name]) => name));
  for (const [name, type, value, choices] of PARAMETERS) {
    const schema = properties[name]!;
    assertEquals<unknown>(
      [schema.type, schema.default, "default" in schema, schema.enum],
      [type, value, value !== undefined, choices],
    );
    assert(schema.description.length > 0);
  }
  assertEquals(properties.depth!.minimum, 0);
});

Deno.test(
  needing(
    LINKS,
    "list_dir DEFINITION is plain JSON, and its defaults are what an empty call takes",
  ),
  async () => {
    assertEquals(JSON.parse(JSON.stringify(DEFINITION)), DEFINITION);
    const { properties } = DEFINITION.function.parameters;
    const defaults = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, schema.default]),
    );
    await withTree({ "a/b": "", "l": link("a"), "f": "" }, async (root) => {
      assertEquals(await execute(defaults, { cwd: root }), "a/\nf\nl/");
      assertEquals(await execute({}, { cwd: root }), "a/\nf\nl/");
    });
  },
);

Deno.test("list_dir goes over into the other providers' forms unchanged", () => {
  const { name, description, parameters } = DEFINITION.function;
  const schema: ParametersSchema = parameters;
  assertEquals(toAnthropicTool(DEFINITION), { name, description, input_schema: schema });
  assertEquals(toResponsesTool(DEFINITION), {
    type: "function",
    name,
    description,
    parameters: schema,
    strict: false,
  });
  const mcp = toMcpTool(DEFINITION);
  assertEquals([mcp.name, mcp.description, mcp.inputSchema], [name, description, schema]);
  // Section 11, point 4.
  assertEquals(mcp.annotations, { readOnlyHint: true, idempotentHint: true, openWorldHint: false });
});

Deno.test("list_dir stands in TOOLSETS.tree under its wire name", () => {
  for (const [name, tool] of Object.entries(TOOLSETS.tree)) {
    assertEquals(tool.DEFINITION.function.name, name);
  }
  assertEquals(Object.keys(TOOLSETS.tree), ["list_dir"]);
});
