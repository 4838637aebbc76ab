import { ArgumentError, clipSafe } from "./arguments/argument_error.ts";
import type { ToolsetName } from "./catalog.ts";
import { sentenceSafe } from "./text/line_safe.ts";
import { type Tool, type ToolContext, type ToolResult, toToolResult } from "./tool.ts";
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
 * @param toolset The toolset that was given to the model.
 * @param name The wire name that the model sent.
 * @param args The arguments that it sent: an object, or its JSON text; null or empty for none.
 * @param context The settings of the host.
 * @returns The result; for an error of the model, one that it can read.
 * @throws {TypeError} If there is no such toolset, or the context is wrong.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function callTool(
  toolset: ToolsetName,
  name: string,
  args: unknown,
  context: ToolContext = {},
): Promise<ToolResult> {
  if (!Object.hasOwn(TOOLSETS, toolset)) {
    const known = Object.keys(TOOLSETS).join(", ");
    throw new TypeError(`Cannot call a tool: toolset must be one of ${known}`);
  }
  const tools: Readonly<Record<string, Tool>> = TOOLSETS[toolset];
  if (!Object.hasOwn(tools, name)) {
    const known = Object.keys(tools).join(", ");
    return { text: `Error: there is no tool '${clipSafe(name)}', but ${known}`, isError: true };
  }
  const tool = tools[name]!;
  try {
    return toToolResult(tool, await tool.execute(parsedArguments(args), context));
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    return toToolResult(tool, await tool.fail(error, args, context));
  }
}

/** Maximum length of JSON text to parse, in UTF-16 units: about twice that of the longest arguments. */
const MAX_JSON_LENGTH = 8 * 1024 * 1024;

/**
 * Parses JSON text, or an object's JSON text that was encoded twice. Text that is too long stays text, which every tool
 * refuses in its own words.
 *
 * @throws {ArgumentError} If the text is not JSON. The message says what is wrong with it.
 */
function parsedArguments(args: unknown): unknown {
  if (args === undefined || args === null || args === "") return {};
  if (typeof args !== "string" || args.length > MAX_JSON_LENGTH) return args;
  const parsed = parsedJson(args);
  return typeof parsed === "string" && /^\s*\{/.test(parsed) ? parsedJson(parsed) : parsed;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `arguments are not valid JSON: ${sentenceSafe((error as Error).message)}`;
    throw new ArgumentError(message, "not_an_object");
  }
}
