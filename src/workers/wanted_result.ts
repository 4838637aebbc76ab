import type { ToolResult } from "../tool.ts";

/** A result as it is wanted: without data where nobody asks for them. */
export function wantedResult(
  { text, structured, isError }: ToolResult,
  wantsData: boolean,
): ToolResult {
  return wantsData && structured !== undefined ? { text, structured, isError } : { text, isError };
}
