/** The command line of `dirscope mcp`. */
import { DEFAULT_TOOLSET, type ToolsetName } from "../catalog.ts";
import { hostInUrl } from "../mcp/host_in_url.ts";
import { DEFAULT_ROOTS } from "../scope/scope_options.ts";
import { lineSafe } from "../text/line_safe.ts";
import { toolsetNamed } from "./find_tool.ts";
import { parseCommand } from "./flags.ts";
import type { HostFlags } from "./common_flags.ts";
import { UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** The parsed command line of `dirscope mcp`. */
export interface McpFlags extends HostFlags {
  readonly toolset: ToolsetName;
  /** The address to listen on; standard input and output without it. */
  readonly http: ListenAddress | undefined;
  readonly "token-env"?: string;
  readonly "allow-host": readonly string[];
  readonly structured: boolean;
}

type ListenAddress = Pick<Deno.NetAddr, "hostname" | "port">;

/** @throws {UsageError} If an option is unknown, lacks its value or has a wrong one. */
export function parseMcpFlags(words: readonly string[]): McpFlags {
  const parsed = parseCommand(words, USAGES.mcp);
  const toolset = toolsetNamed(parsed.toolset ?? DEFAULT_TOOLSET);
  const http = parsed.http === undefined ? undefined : parseListenAddress(parsed.http);
  if (
    http === undefined && (parsed["token-env"] !== undefined || parsed["allow-host"].length > 0)
  ) {
    throw new UsageError("--token-env and --allow-host are for --http");
  }
  const named = [...parsed._, ...parsed.scope];
  const scope = named.length > 0 ? named : DEFAULT_ROOTS;
  return { ...parsed as unknown as McpFlags, toolset, scope, http };
}

/** Parses `8080`, `localhost:8080` or `[::1]:8080`. */
function parseListenAddress(text: string): ListenAddress {
  const [, bracketed, name = "127.0.0.1", port] =
    text.match(/^(?:(?:\[([\d:A-Fa-f.]+)\]|([\w.-]+)):)?(\d{1,5})$/) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw new UsageError(`--http must be [HOST:]PORT, not "${lineSafe(text)}"`);
  }
  return { hostname: bracketed ?? name, port: Number(port) };
}

/** Returns an address in the form of a net permission. */
export function netHostOf({ hostname, port }: ListenAddress): string {
  return `${hostInUrl(hostname)}:${port}`;
}
