/** `dirscope mcp`: the tools as an MCP server, which is loaded when it is started. */
import { commandHelp } from "./flags.ts";
import { parseMcpFlags } from "./mcp_flags.ts";
import type { Terminal } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** Carries out `dirscope mcp`: serves until standard input ends, or until a signal. */
export async function runMcpCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseMcpFlags(words);
  if (flags.help) return await terminal.print(commandHelp(USAGES.mcp));
  const { serveMcp } = await import("./serve_mcp.ts");
  return await serveMcp(flags, terminal);
}
