import { assertEquals, assertStrictEquals } from "@std/assert";
import { toAnthropicTool } from "../../src/adapters/anthropic.ts";
import { toMcpTool } from "../../src/adapters/mcp.ts";
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
