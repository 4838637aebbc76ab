/** `dirscope mcp`: the tools as an MCP server, whose code is loaded only when it starts. */
import { commandHelp } from "./flags.ts";
import { parseMcpFlags } from "./mcp_flags.ts";
import type { Terminal } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** Serves until standard input ends, or until a signal. */
export async function runMcp(words: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseMcpFlags(words);
  if (flags.help) return await terminal.print(commandHelp(USAGES.mcp));
  return await (await import("./serve_mcp.ts")).serveMcp(flags);
}
