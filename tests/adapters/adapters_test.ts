import { assertEquals, assertStrictEquals } from "@std/assert";
import { toAnthropicTool } from "../../src/adapters/anthropic.ts";
import { toMcpTool } from "../../src/adapters/mcp.ts";
import { toResponsesTool } from "../../src/adapters/responses.ts";
import type { ToolDefinition } from "../../src/tool.ts";
import { SUBJECTS } from "../support/every_tool.ts";

for (const { id, tool: { DEFINITION } } of SUBJECTS) {
  const before = JSON.stringify(DEFINITION);

  Deno.test(`toMcpTool(), toAnthropicTool() and toResponsesTool() leave ${id} as it was`, () => {
    for (const adapt of [toMcpTool, toAnthropicTool, toResponsesTool]) adapt(DEFINITION);
    assertStrictEquals(JSON.stringify(DEFINITION), before);
  });
}

Deno.test("toMcpTool(), toAnthropicTool() and toResponsesTool() take any definition", () => {
  const definition: ToolDefinition = Object.freeze({
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
  const { parameters } = definition.function;
  assertEquals(toMcpTool(definition).inputSchema, parameters);
  assertEquals(toAnthropicTool(definition).input_schema, parameters);
  assertEquals(toResponsesTool(definition).parameters, parameters);
});
