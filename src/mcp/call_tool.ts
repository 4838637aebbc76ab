/** One `tools/call`: runs the tool, converts its output to MCP, and reports progress. */
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { ToolContext } from "../tool.ts";
import type { PooledCall } from "../workers/job.ts";
import type { CallPool } from "../workers/pool.ts";
import { progressText } from "./progress_text.ts";

/**
 * Runs a tool. The tool itself checks the arguments; wrong ones give a result in its own error shape.
 *
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function callTool(pool: CallPool, call: PooledCall): Promise<CallToolResult> {
  const { text, structured, isError } = await pool.run(call);
  return {
    content: [{ type: "text", text }],
    ...structured !== undefined &&
      { structuredContent: structured as Record<string, unknown> },
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
