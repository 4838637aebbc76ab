import type { DirscopeError } from "../errors.ts";
import type { Tool, ToolContext, ToolResult } from "../tool.ts";

/**
 * What a call gives that its host ends with an error: the tool's own error shape. The disk is not touched.
 */
export async function failedResult(
  tool: Tool,
  { args, context }: { readonly args: unknown; readonly context: ToolContext },
  error: DirscopeError,
): Promise<ToolResult> {
  return tool.toResult(await tool.execute(args, { ...context, signal: AbortSignal.abort(error) }));
}

/** A result as it is wanted: without data where nobody asks for them. */
export function withoutData(
  { text, structured, isError }: ToolResult,
  wantsData: boolean,
): ToolResult {
  return wantsData && structured !== undefined ? { text, structured, isError } : { text, isError };
}
