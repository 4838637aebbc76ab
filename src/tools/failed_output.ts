import type { DirscopeError } from "../errors.ts";
import type { Tool, ToolContext } from "../tool.ts";

/**
 * What a call gives that its host cannot carry out, or ends: an error in the tool's own shape. The disk is
 * not touched.
 */
export async function failedOutput<Output>(
  tool: Pick<Tool<Output>, "execute">,
  { args, context }: { readonly args: unknown; readonly context: ToolContext },
  error: DirscopeError,
): Promise<Output> {
  return await tool.execute(args, { ...context, signal: AbortSignal.abort(error) });
}
