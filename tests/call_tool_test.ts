import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { callTool, TOOLSETS, toToolResult } from "../mod.ts";

const context = { cwd: "fixtures/sample" };

// "takes an object or the JSON text that providers send, and never throws for what the model did wrong"
const rows: readonly [args: unknown, text: string, isError: boolean][] = [
  [{ path: "src" }, "main.py\nutils/", false],
  ['{"path":"src"}', "main.py\nutils/", false],
  ["{}", "docs/\nsrc/", false],
  ["", "docs/\nsrc/", false],
  [null, "docs/\nsrc/", false],
  [" null", "docs/\nsrc/", false],
  [undefined, "docs/\nsrc/", false],
  [
    '{"path":"src"',
    "Error: arguments are not valid JSON: Expected ',' or '}' after property",
    true,
  ],
  // What is certain is understood.
  [" \n", "docs/\nsrc/", false],
  ['{"path":"src",}', "main.py\nutils/", false],
  ['{"path":",}", "recursive":[1,],}}', "Error: recursive must be true or false, not an arr", true],
  ['```json\n{"path":"src"}\n```', "main.py\nutils/", false],
  ['{"path":"s"}}}', "Error: arguments are not valid JSON: Unexpected non-whitespace", true],
  [
    '{"path":"C:\\dir"}',
    "Error: arguments are not valid JSON: Bad escaped character in JSON at",
    true,
  ],
  ["{'path':1}", "Error: arguments are not valid JSON: Expected property name or '}'", true],
  ['{"path":"a\nb"}', "Error: arguments are not valid JSON: Bad control character in string", true],
  [
    "{\u202e\n",
    "Error: arguments are not valid JSON: Expected property name or '}' in JSON at position 1",
    true,
  ],
  ["x\u202e\n", 'Error: arguments must be an object, not "x\\u{202E}".', true],
  // A model may encode an object twice.
  ['"{\\"path\\":\\"src\\"}"', "main.py\nutils/", false],
  [new Map(), "Error: arguments must be an object, not a Map.", true],
  ["[]", "Error: arguments must be an object, not an array [].", true],
  ['"src"', 'Error: arguments must be an object, not "src".', true],
  ['{"path":7}', "Error: path must be a non-empty string without NUL characters, not 7.", true],
  ['{"nope":7}', "Error: nope is not an argument of list_dir (", true],
  [Symbol("x"), "Error: arguments must be an object, not symbol.", true],
];

for (const [args, text, isError] of rows) {
  Deno.test(`callTool() takes ${typeof args} ${String(args)}`, async () => {
    const result = await callTool("tree", "list_dir", args, context);
    assertEquals(result.text.slice(0, text.length), text);
    assertEquals(result.isError, isError);
  });
}

Deno.test("callTool() refuses a toolset that is none: the host's mistake", async () => {
  const message = "toolset must be one of tree, envelope, codex, files, discovery, agent";
  await assertRejects(() => callTool("agents" as "agent", "ls", {}), TypeError, message);
});

Deno.test("callTool() answers an unknown tool with the names of those there are", async () => {
  for (const name of ["rm", "__proto__", "toString", "", "list_dir\n"]) {
    const { text, isError } = await callTool("files", name, {}, context);
    assertEquals([text.endsWith("', but ls"), text.includes("\n"), isError], [true, false, true]);
  }
  for (const name of ["Find_Path", "FindPath", "functions.find_path"]) {
    const { text } = await callTool("agent", name, {}, context);
    assertStringIncludes(text, `'${name}', but find_path, stat_path, `);
  }
  const { text } = await callTool({ ls: TOOLSETS.files.ls }, "l", {}, context);
  assertEquals(text, "Error: there is no tool 'l', but ls");
  for (const name of [undefined, null, 5, {}, ["a"]]) {
    const { text } = await callTool("files", name as unknown as string, {}, context);
    assertEquals([text.startsWith("Error: there is no tool "), text.endsWith(", but ls")], [
      true,
      true,
    ]);
  }
});

Deno.test("callTool() returns what toToolResult() returns, data included, for every toolset", async () => {
  for (const name of ["find_files", "overview", "explain_path"] as const) {
    const tool = TOOLSETS.agent[name];
    const args = { path: "src" };
    const output = await tool.execute(args as unknown, context);
    assertEquals(await callTool("agent", name, args, context), toToolResult<unknown>(tool, output));
  }
});

Deno.test("callTool() rejects with AbortError when the signal has aborted", async () => {
  const signal = AbortSignal.abort();
  await assertRejects(() => callTool("tree", "list_dir", {}, { signal }), DOMException);
});

Deno.test("callTool() shows no more than the start of a long name or text", async () => {
  const { text } = await callTool("files", "x".repeat(1e6), {}, context);
  assertEquals(text, `Error: there is no tool '${"x".repeat(60)}…', but ls`);
  const deep = await callTool("files", "ls", `{"path":${"[".repeat(5000)}${"]".repeat(5000)}}`);
  assertEquals([deep.isError, deep.text.length < 200], [true, true], deep.text.slice(0, 999));
  const json = await callTool("files", "ls", `{"path":"${"x".repeat(9e6)}"}`, context);
  assertEquals(
    json.text,
    `Error: arguments must be an object, not "{"path":"${"x".repeat(51)}…"`,
  );
});
