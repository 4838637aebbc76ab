import { clipSafe } from "./arguments/argument_error.ts";
import { parsedText } from "./arguments/json_text.ts";
import type { ToolsetName } from "./catalog.ts";
import { type Tool, type ToolContext, type ToolResult, toToolResult } from "./tool.ts";
import { nearestTo } from "./text/nearest.ts";
import { TOOLSETS } from "./toolsets.ts";

/**
 * Carries out the call of a model: finds the tool by its wire name, takes the arguments as an object or as the
 * JSON text that providers send, and returns text to send back. It never throws for an error of the model.
 * Requires `--allow-read` permission for the path that the call names.
 *
 * @example Usage
 * ```ts
 * import { callTool } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const context = { cwd: "fixtures/sample" };
 * const { text, isError } = await callTool("tree", "list_dir", '{"path":"src"}', context);
 * assertEquals([text, isError], ["main.py\nutils/", false]);
 * const unknown = await callTool("tree", "rm", "{}", context);
 * assertEquals(unknown, { text: "Error: there is no tool 'rm', but list_dir", isError: true });
 * ```
 *
 * @param toolset The toolset that was given to the model: its name, or its tools, such as those of `connectRemote`.
 * @param name The wire name that the model sent.
 * @param args The arguments that it sent: an object, or its JSON text; null or empty for none.
 * @param context The settings of the host.
 * @returns The result; for an error of the model, one that it can read.
 * @throws {TypeError} If there is no such toolset, or the context is wrong.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function callTool(
  toolset: ToolsetName | Readonly<Record<string, Tool>>,
  name: string,
  args: unknown,
  context: ToolContext = {},
): Promise<ToolResult> {
  const isSet = typeof toolset === "object" && toolset !== null;
  if (!isSet && !Object.hasOwn(TOOLSETS, toolset)) {
    const known = Object.keys(TOOLSETS).join(", ");
    throw new TypeError(`Cannot call a tool: toolset must be one of ${known}`);
  }
  const tools: Readonly<Record<string, Tool>> = isSet ? toolset : TOOLSETS[toolset];
  if (!Object.hasOwn(tools, name)) {
    const shown = clipSafe(String(name));
    const nearest = nearestTo(shown, Object.keys(tools)) ?? [];
    const known = [...new Set([nearest, Object.keys(tools)].flat())].join(", ");
    return { text: `Error: there is no tool '${shown}', but ${known}`, isError: true };
  }
  const tool = tools[name]!;
  return toToolResult(tool, await tool.execute(parsedArguments(args), context));
}

/** Parses JSON text, or an object's JSON text that was encoded twice. */
function parsedArguments(args: unknown): unknown {
  if (typeof args !== "string") return args ?? {};
  const parsed = parsedText(args);
  return (typeof parsed === "string" && /^\s*\{/.test(parsed) ? parsedText(parsed) : parsed) ?? {};
}
