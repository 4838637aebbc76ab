/**
 * All toolsets.
 *
 * @module
 */
import type { Tool } from "./tool.ts";
import * as listDir from "./tools/list_dir.ts";

/** The name of a toolset. */
export type ToolsetName = "tree";

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
export const TOOLSETS: {
  readonly tree: { readonly list_dir: Tool<string> };
} = {
  tree: { list_dir: listDir },
};
