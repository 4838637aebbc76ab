/**
 * One `tools/call`: the tool's output in MCP's form, and its progress.
 *
 * @module
 */
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { type Tool, type ToolContext, toToolResult } from "../tool.ts";
import { progressText } from "./progress_text.ts";

/**
 * Carries out a call. The tool checks the arguments, and answers in its own shape if they are wrong.
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

/** Passes a call's progress on, where the request asks for it. */
export function progressOf({ mcpReq }: ServerContext): Pick<ToolContext, "onProgress"> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  let last = 0;
  return {
    onProgress: (progress) => {
      // It must grow each time, and nothing may have been read since.
      if (progress.entries <= last) return;
      last = progress.entries;
      const params = { progressToken, progress: last, message: progressText(progress) };
      // A client that has gone away does not hear it; the call is stopped by its signal.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}
