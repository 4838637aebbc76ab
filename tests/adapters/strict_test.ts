import { assertEquals } from "@std/assert";
import { toAnthropicTool } from "../../src/adapters/anthropic.ts";
import { toOpenAITool } from "../../src/adapters/openai.ts";
import { TOOLSETS } from "../../mod.ts";
import { SUBJECTS } from "../support/every_tool.ts";

/** The keywords of the schemas of arguments, those of items included. */
function keywordsOf(properties: Readonly<Record<string, object>>): Set<string> {
  const schemas = Object.values(properties) as { readonly items?: object }[];
  return new Set(
    schemas.flatMap((schema) => [...Object.keys(schema), ...Object.keys(schema.items ?? {})]),
  );
}

for (const { id, tool: { DEFINITION } } of SUBJECTS) {
  Deno.test(`the strict forms of ${id} have no keyword that a provider refuses`, () => {
    const openai = toOpenAITool(DEFINITION, { strict: true }).function.parameters.properties;
    for (const refused of ["default", "minLength", "maxLength", "maxItems"]) {
      assertEquals(keywordsOf(openai).has(refused), false, refused);
    }
    const anthropic = toAnthropicTool(DEFINITION, { strict: true }).input_schema.properties;
    const known = ["description", "enum", "items", "type"];
    assertEquals([...keywordsOf(anthropic)].filter((each) => !known.includes(each)), []);
  });
}

Deno.test("toAnthropicTool() says the bounds of integers in words where it is strict", () => {
  const { find_files } = TOOLSETS.discovery;
  const { limit, max_depth } = toAnthropicTool(find_files.DEFINITION, { strict: true })
    .input_schema.properties;
  assertEquals(limit!.description, "Most files in one page. 1 to 1000. null means 100.");
  assertEquals(max_depth!.description, "How deep to search; 1: direct children only. At least 1.");
  const { limit: most } = toAnthropicTool(TOOLSETS.agent.find_files.DEFINITION, { strict: true })
    .input_schema.properties;
  assertEquals(most!.description, "Files a page. At most 1000. null means 100.");
});
