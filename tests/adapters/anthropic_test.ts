import { assertEquals } from "@std/assert";
import { toAnthropicTool } from "../../src/adapters/anthropic.ts";
import { SUBJECTS } from "../support/every_tool.ts";

for (const { id, name, tool: { DEFINITION } } of SUBJECTS) {
  const { parameters } = DEFINITION.function;

  Deno.test(`toAnthropicTool() adapts ${id}, its parameters unchanged`, () => {
    const adapted = toAnthropicTool(DEFINITION);
    assertEquals(adapted, {
      name,
      description: DEFINITION.function.description,
      input_schema: parameters,
    });
    assertEquals(JSON.parse(JSON.stringify(adapted)), adapted);
  });
}
