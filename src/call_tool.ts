import { clipSafe } from "./arguments/argument_error.ts";
import type { ToolsetName } from "./catalog.ts";
import { type Tool, type ToolContext, type ToolResult, toToolResult } from "./tool.ts";
import { TOOLSETS } from "./toolsets.ts";

/**
 * Carries out what a model asked for: finds the tool by its wire name, takes the arguments as an object or as
 * the JSON text that providers send, and gives text to send back. It never throws for what the model did
 * wrong. Requires `--allow-read` permission for what the call names.
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
 * @param toolset The toolset that was given to the model.
 * @param name The wire name that the model sent.
 * @param args The arguments that it sent: an object, or its JSON text. Nothing stands for no arguments.
 * @param context What the host gives.
 * @returns The result; an error that the model can read where it did something wrong.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function callTool(
  toolset: ToolsetName,
  name: string,
  args: unknown,
  context: ToolContext = {},
): Promise<ToolResult> {
  const tools: Readonly<Record<string, Tool>> = TOOLSETS[toolset];
  if (!Object.hasOwn(tools, name)) {
    const known = Object.keys(tools).join(", ");
    return { text: `Error: there is no tool '${clipSafe(name)}', but ${known}`, isError: true };
  }
  const tool = tools[name]!;
  return toToolResult(tool, await tool.execute(parsedArguments(args), context));
}

/** The longest JSON text that is read, in UTF-16 units: about twice what the longest arguments take. */
const MAX_JSON_LENGTH = 8 * 1024 * 1024;

/** Text that is not JSON, or too much of it, stays text, which every tool refuses in its own words. */
function parsedArguments(args: unknown): unknown {
  if (args === undefined || args === null || args === "") return {};
  if (typeof args !== "string" || args.length > MAX_JSON_LENGTH) return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
