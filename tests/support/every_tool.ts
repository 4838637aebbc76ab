import type { Tool } from "../../src/tool.ts";
import { TOOLSETS } from "../../src/toolsets.ts";

/** Every tool, with its id `toolset.name` and its name. */
export const TOOLS: [string, string, Tool][] = Object.entries(TOOLSETS).flatMap((
  [toolset, tools],
) =>
  Object.entries(tools as Record<string, Tool>).map(([name, tool]): [string, string, Tool] => [
    `${toolset}.${name}`,
    name,
    tool,
  ])
);
