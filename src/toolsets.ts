import { CATALOG, loadTool, type ToolsetName, type Toolsets } from "./catalog.ts";
import type { Tool } from "./tool.ts";

/**
 * The toolsets: toolset name, then wire name, to tool.
 *
 * @example Usage
 * ```ts
 * import { TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const { DEFINITION, execute } = TOOLSETS.tree.list_dir;
 * assertEquals(DEFINITION.function.name, "list_dir");
 * assertEquals(await execute({ path: "fixtures/sample" }, {}), "docs/\nsrc/");
 * ```
 */
export const TOOLSETS: Toolsets = await loadAll();

/** Loads every tool, one by one: all at once take twice as long, since they share most of their modules. */
async function loadAll(): Promise<Toolsets> {
  const all: Record<string, Record<string, Tool>> = {};
  for (const toolset of Object.keys(CATALOG) as ToolsetName[]) {
    all[toolset] = {};
    for (const name of Object.keys(CATALOG[toolset].tools)) {
      all[toolset][name] = await loadTool(toolset, name);
    }
  }
  // Their types are those of CATALOG, which an index of names forgets.
  return all as unknown as Toolsets;
}
