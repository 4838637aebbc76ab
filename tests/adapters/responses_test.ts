import { assertEquals } from "@std/assert";
import { toResponsesTool } from "../../src/adapters/responses.ts";
import { SUBJECTS } from "../support/every_tool.ts";

for (const { id, name, tool: { DEFINITION } } of SUBJECTS) {
  const { parameters } = DEFINITION.function;

  Deno.test(`toResponsesTool() adapts ${id}, its parameters unchanged`, () => {
    const adapted = toResponsesTool(DEFINITION);
    assertEquals(adapted, {
      type: "function",
      name,
      description: DEFINITION.function.description,
      parameters,
      strict: false,
    });
    assertEquals(JSON.parse(JSON.stringify(adapted)), adapted);
  });
}
