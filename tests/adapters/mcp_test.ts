import { assertEquals, assertStrictEquals } from "@std/assert";
import { toMcpTool } from "../../src/adapters/mcp.ts";
import { SUBJECTS } from "../support/every_tool.ts";

for (const { id, name, tool: { DEFINITION } } of SUBJECTS) {
  const { parameters } = DEFINITION.function;

  Deno.test(`toMcpTool() adapts ${id}, its parameters unchanged`, () => {
    const adapted = toMcpTool(DEFINITION);
    assertStrictEquals(adapted.name, name);
    assertStrictEquals(adapted.description, DEFINITION.function.description);
    assertEquals(adapted.inputSchema, parameters);
    // Decision 11.4: "`annotations {readOnlyHint: true, idempotentHint: true, openWorldHint:
    // false}`".
    assertEquals(adapted.annotations, {
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
    });
    assertEquals(JSON.parse(JSON.stringify(adapted)), adapted);
  });
}
