/** One `tools/call`: runs the tool, converts its output to MCP, and reports progress. */
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { type Tool, type ToolContext, toToolResult } from "../tool.ts";
import { progressText } from "./progress_text.ts";

/**
 * Runs a tool. The tool itself checks the arguments; wrong ones give a result in its own error shape.
 *
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function callTool(
  tool: Tool,
  args: unknown,
  context: ToolContext,
  isStructured: boolean,
): Promise<CallToolResult> {
  const { text, structured, isError } = toToolResult(tool, await tool.execute(args, context));
  const hasData = isStructured && tool.OUTPUT_SCHEMA !== undefined && structured !== undefined;
  return {
    content: [{ type: "text", text }],
    ...hasData && { structuredContent: structured as Record<string, unknown> },
    isError,
  };
}

/** Forwards progress to the client, if the request asks for it. */
export function progressOf({ mcpReq }: ServerContext): Pick<ToolContext, "onProgress"> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  let last = 0;
  return {
    onProgress: (progress) => {
      // MCP requires each value to be greater than the one before.
      if (progress.entries <= last) return;
      last = progress.entries;
      const params = { progressToken, progress: last, message: progressText(progress) };
      // If the client has gone away, its signal stops the call.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}
