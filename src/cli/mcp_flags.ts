/**
 * The command line of `dirscope mcp`.
 *
 * @module
 */
import { DEFAULT_TOOLSET, type ToolsetName } from "../catalog.ts";
import { hostInUrl } from "../mcp/host_in_url.ts";
import { absolutePath } from "../scope/path_text.ts";
import { DEFAULT_ROOTS } from "../scope/scope_options.ts";
import { lineSafe } from "../text/line_safe.ts";
import { toolsetNamed } from "./find_tool.ts";
import { parseFlags } from "./flags.ts";
import type { HostFlags } from "./host_flags.ts";
import { UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** The parsed command line of `dirscope mcp`. */
export interface McpFlags extends HostFlags {
  readonly toolset: ToolsetName;
  /** The address to listen on; standard input and output without it. */
  readonly http: ListenAddress | undefined;
  /** The environment variable that holds the bearer token. */
  readonly "token-env"?: string;
  readonly "allow-host": readonly string[];
  readonly structured: boolean;
  /** Time that a call may wait for the disk, in milliseconds. */
  readonly stallTimeoutMs: number | undefined;
}

/** An address to listen on. */
interface ListenAddress {
  readonly hostname: string;
  readonly port: number;
}

/**
 * Parses the words after `mcp`.
 *
 * @throws {UsageError} If an option is unknown, lacks its value or has a wrong one, or a word is too many.
 */
export function parseMcpFlags(words: readonly string[]): McpFlags {
  const parsed = parseFlags(words, USAGES.mcp);
  const toolset = toolsetNamed(parsed.toolset ?? DEFAULT_TOOLSET);
  const tokenEnv: string | undefined = parsed["token-env"];
  if (tokenEnv !== undefined && !/^[^=\0]+$/.test(tokenEnv)) {
    throw new UsageError("--token-env must be the name of an environment variable");
  }
  const http = parsed.http === undefined ? undefined : parseListenAddress(parsed.http);
  if (http === undefined && (tokenEnv !== undefined || parsed["allow-host"].length > 0)) {
    throw new UsageError("--token-env and --allow-host are for --http");
  }
  const named = [...parsed._.map(String), ...parsed.scope];
  const odd = named.find((path) => /^($|~(\/|$)|\$[{\w]|%\w+%)/.test(path));
  if (odd !== undefined) {
    const problem = odd === "" ? "a folder to serve is empty" : `'${lineSafe(odd)}' came as it is`;
    throw new UsageError(`${problem}: a shell or a client should have put in a path`);
  }
  // Each folder once, however it is spelt.
  const unique = new Map(named.map((path) => [absolutePath(path), path]));
  const scope = named.length > 0 ? [...unique.values()] : DEFAULT_ROOTS;
  const stallTimeoutMs = parseStallTimeout(parsed["stall-timeout"]);
  return { ...parsed as unknown as McpFlags, toolset, scope, http, stallTimeoutMs };
}

/** Maximum of `--stall-timeout`, in seconds: a day. */
const MAX_STALL_SECONDS = 86_400;

/** Parses seconds, such as `30` or `0.5`, to milliseconds. */
function parseStallTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds >= 0.1 && seconds <= MAX_STALL_SECONDS) return seconds * 1000;
  throw new UsageError(
    `--stall-timeout must be from 0.1 to ${MAX_STALL_SECONDS} seconds, not "${lineSafe(text)}"`,
  );
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
