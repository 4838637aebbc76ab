/**
 * `dirscope mcp`: the tools as an MCP server. The server itself is loaded when it is started.
 *
 * @module
 */
import { helpOf } from "./flags.ts";
import { parseMcpCommand, USAGE } from "./mcp_line.ts";
import type { Terminal } from "./terminal.ts";

export { USAGE };

/** Carries out `dirscope mcp`: serves until standard input ends, or until a signal. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const command = parseMcpCommand(words);
  if (command.wantsHelp) return await terminal.print(helpOf(USAGE));
  const { serveMcp } = await import("./serve_mcp.ts");
  return await serveMcp(command, terminal);
}
