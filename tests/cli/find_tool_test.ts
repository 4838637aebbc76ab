import { assertEquals } from "@std/assert";
import { allTools, findTool, toolNames, TOOLSET_NAMES } from "../../src/cli/find_tool.ts";
import type { Tool } from "../../src/tool.ts";
import { TOOLSETS } from "../../src/toolsets.ts";

/** What can be compared of a tool that is made anew each time. */
function shapeOf(tool: Tool): unknown {
  const { DEFINITION, OUTPUT_SCHEMA, ...rest } = tool;
  const names = Object.keys(rest).filter((name) =>
    typeof rest[name as keyof typeof rest] === "function"
  );
  return { DEFINITION, OUTPUT_SCHEMA, names: names.sort() };
}

Deno.test("the command finds the toolsets and tools that TOOLSETS holds, and no others", async () => {
  assertEquals<readonly string[]>(TOOLSET_NAMES, Object.keys(TOOLSETS));
  for (const toolset of TOOLSET_NAMES) {
    const tools: Readonly<Record<string, Tool>> = TOOLSETS[toolset];
    assertEquals(toolNames(toolset), Object.keys(tools));
    const found = await allTools(toolset);
    assertEquals(found.map(({ tool }) => shapeOf(tool)), Object.values(tools).map(shapeOf));
    for (const [name, tool] of Object.entries(tools)) {
      const one = await findTool(name, toolset);
      assertEquals([one?.toolset, shapeOf(one!.tool)], [toolset, shapeOf(tool)]);
    }
  }
});

Deno.test("a tool's name alone is looked up in agent before discovery, and in tree first of all", async () => {
  assertEquals((await findTool("find_files", undefined))?.toolset, "agent");
  assertEquals((await findTool("list_dir", undefined))?.toolset, "tree");
  for (const name of ["toString", "__proto__", "", undefined]) {
    assertEquals(await findTool(name, undefined), undefined);
  }
});
