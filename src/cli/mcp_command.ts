/** `dirscope mcp`: the tools as an MCP server, which is loaded when it is started. */
import { helpOf } from "./flags.ts";
import { parseMcpFlags } from "./mcp_line.ts";
import type { Terminal } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** Carries out `dirscope mcp`: serves until standard input ends, or until a signal. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseMcpFlags(words);
  if (flags.help) return await terminal.print(helpOf(USAGES.mcp));
  const { serveMcp } = await import("./serve_mcp.ts");
  return await serveMcp(flags, terminal);
}
