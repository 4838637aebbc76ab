import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { toAnthropicTool } from "../../src/adapters/anthropic.ts";
import { toGeminiTool } from "../../src/adapters/gemini.ts";
import { toMcpTool } from "../../src/adapters/mcp.ts";
import { toOpenAITool } from "../../src/adapters/openai.ts";
import { toResponsesTool } from "../../src/adapters/responses.ts";
import type { ToolDefinition } from "../../src/tool.ts";
import { SUBJECTS } from "../support/every_tool.ts";

/** A definition without arguments, which nobody may change. */
const NONE: ToolDefinition = Object.freeze({
  type: "function",
  function: Object.freeze({
    name: "none",
    description: "No arguments.",
    parameters: Object.freeze({
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    }),
  }),
});

for (const definition of [...SUBJECTS.map(({ tool }) => tool.DEFINITION), NONE]) {
  const { name, description, parameters } = definition.function;

  Deno.test(`the adapters leave ${name} as it was, its parameters unchanged`, () => {
    const before = JSON.stringify(definition);
    const { annotations, title: _, ...mcp } = toMcpTool(definition);
    // Decision 11.4: "`annotations {readOnlyHint: true, idempotentHint: true, openWorldHint: false}`".
    const hints = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    const rows: [adapted: unknown, expected: unknown][] = [
      [annotations, hints],
      [mcp, { name, description, inputSchema: parameters }],
      [toAnthropicTool(definition), { name, description, input_schema: parameters }],
      [
        toResponsesTool(definition),
        { type: "function", name, description, parameters, strict: false },
      ],
    ];
    for (const [adapted, expected] of rows) {
      assertEquals(adapted, expected);
      assertEquals(JSON.parse(JSON.stringify(adapted)), adapted);
    }
    assertStrictEquals(JSON.stringify(definition), before);
  });
}

Deno.test("an adapter says what it takes: a whole tool and an unknown option are refused", () => {
  const { overview } = TOOLSETS.agent;
  const rows: [given: unknown, options: unknown, message: string][] = [
    [overview, {}, "Cannot convert a tool: pass the DEFINITION of a tool"],
    [undefined, {}, "Cannot convert this: pass the DEFINITION of a tool"],
    [overview.DEFINITION.function, {}, "Cannot convert this: pass the DEFINITION of a tool"],
    [overview.DEFINITION, { strct: true }, "strct is no known field; did you mean strict?"],
  ];
  for (const [given, options, message] of rows) {
    assertThrows(() => toOpenAITool(given as never, options as never), TypeError, message);
  }
  for (const adapt of [toAnthropicTool, toGeminiTool, toMcpTool, toResponsesTool]) {
    assertThrows(() => adapt(overview as never), TypeError, "Cannot convert a tool");
  }
  // As plain JavaScript may: `map` passes an index.
  for (const adapt of [toOpenAITool, toMcpTool] as ((each: ToolDefinition) => unknown)[]) {
    const [, second] = [overview.DEFINITION, overview.DEFINITION].map(adapt);
    assertEquals(second, adapt(overview.DEFINITION));
  }
  assertThrows(
    () => toMcpTool(overview.DEFINITION, { strict: true } as never),
    TypeError,
    "Cannot use the output schema: pass the OUTPUT_SCHEMA of a tool",
  );
  assertEquals(toOpenAITool(overview.DEFINITION, null as never).function.strict, false);
});
