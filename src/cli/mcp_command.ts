/** `dirscope mcp`: the tools as an MCP server. */
import { serveHttp } from "../mcp/http.ts";
import { hostInUrl, HttpOptionsError } from "../mcp/http_options.ts";
import { DEFAULT_TOOLSET, type McpOptions } from "../mcp/options.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { DEFAULT_ROOTS } from "../scope/scope.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ToolsetName } from "../toolsets.ts";
import { toolsetNamed } from "./find_tool.ts";
import { helpOf, parseFlags } from "./flags.ts";
import { adviceOn, isMissing, missingPermission } from "./permissions.ts";
import { untilSignal } from "./signals.ts";
import { openStores } from "./stores.ts";
import { CommandError, EXIT, type Terminal, UsageError } from "./terminal.ts";
import { USAGES } from "./usages.ts";

/** What `dirscope mcp` is asked for. */
export interface McpCommand {
  readonly toolset: ToolsetName;
  readonly scope: readonly string[];
  /** Where to listen; standard input and output without it. */
  readonly http: Address | undefined;
  /** The environment variable that holds the bearer token. */
  readonly tokenEnv: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly isStructured: boolean;
  readonly memory: string | undefined;
  readonly log: string | undefined;
  readonly wantsHelp: boolean;
}

/** Where a server listens. */
export interface Address {
  readonly hostname: string;
  readonly port: number;
}

/** Carries out `dirscope mcp`: serves until standard input ends, or until a signal. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const command = parseMcpCommand(words);
  if (command.wantsHelp) return await terminal.print(helpOf(USAGES.mcp));
  checkPermissions(command);
  const stores = await openStores(command);
  const report = (line: string): void => terminal.writeStatus(`${line}\n`);
  try {
    return await untilSignal(["SIGINT", "SIGTERM"], async (signal) => {
      await serve(command, { options: stores, report, signal });
      return EXIT.ok;
    });
  } catch (error) {
    const isTaken = error instanceof Deno.errors.AddrInUse ||
      error instanceof Deno.errors.AddrNotAvailable;
    if (!isTaken) throw error;
    throw new CommandError("cannot listen there: the address is taken or not this machine's");
  }
}

/**
 * Reads the words after `mcp`.
 *
 * @throws {UsageError} If an option is unknown, lacks its value or has a wrong one, or a word is too many.
 */
export function parseMcpCommand(words: readonly string[]): McpCommand {
  const parsed = parseFlags(words, USAGES.mcp);
  const toolset = toolsetNamed(parsed.toolset ?? DEFAULT_TOOLSET);
  const tokenEnv: string | undefined = parsed["token-env"];
  if (tokenEnv !== undefined && !/^[^=\0]+$/.test(tokenEnv)) {
    throw new UsageError("--token-env must be the name of an environment variable");
  }
  const http = parsed.http === undefined ? undefined : parseAddress(parsed.http);
  if (http === undefined && (tokenEnv !== undefined || parsed["allow-host"].length > 0)) {
    throw new UsageError("--token-env and --allow-host are for --http");
  }
  return {
    toolset,
    scope: parsed.scope.length > 0 ? parsed.scope : DEFAULT_ROOTS,
    http,
    tokenEnv,
    allowedHosts: parsed["allow-host"],
    isStructured: parsed.structured,
    memory: parsed.memory,
    log: parsed.log,
    wantsHelp: parsed.help,
  };
}

/** `8080`, `localhost:8080`, `[::1]:8080`. */
function parseAddress(text: string): Address {
  const [, bracketed, name = "127.0.0.1", port] =
    text.match(/^(?:(?:\[([\d:A-Fa-f.]+)\]|([\w.-]+)):)?(\d{1,5})$/) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw new UsageError(`--http must be [HOST:]PORT, not "${lineSafe(text)}"`);
  }
  return { hostname: bracketed ?? name, port: Number(port) };
}

/** What a running server is given by the command. */
interface Serving {
  /** What the server may use besides its options. */
  readonly options: Pick<McpOptions, "projectMemory" | "log">;
  /** Told a line at a time what people should know. */
  readonly report: (line: string) => void;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

/**
 * Serves until the client closes standard input or the signal aborts.
 *
 * @throws {UsageError} If a token is missing, or cannot be used.
 */
async function serve(
  command: McpCommand,
  { options, report, signal }: Serving,
): Promise<void> {
  const { toolset, scope, isStructured, http, allowedHosts } = command;
  const common = { ...options, toolset, roots: scope, structured: isStructured, report };
  if (http === undefined) return await serveStdio(common, { signal });
  const token = tokenOf(command);
  try {
    const server = serveHttp(
      { ...common, ...http, allowedHosts, ...token !== undefined && { token } },
      { signal },
    );
    report(`dirscope: listening on ${server.url}`);
    await server.finished;
  } catch (error) {
    if (error instanceof HttpOptionsError) throw new UsageError(error.message);
    throw error;
  }
}

function tokenOf({ tokenEnv }: McpCommand): string | undefined {
  if (tokenEnv === undefined) return undefined;
  const token = Deno.env.get(tokenEnv);
  if (token) return token;
  throw new UsageError(`the environment variable ${lineSafe(tokenEnv)} of --token-env is not set`);
}

/** @throws {CommandError} If a permission is missing: it names the flags that grant it. */
function checkPermissions({ scope, http, tokenEnv }: McpCommand): void {
  for (const path of scope) {
    const hint = missingPermission(path, ["read"]);
    if (hint !== undefined) throw new CommandError(hint);
  }
  const flags: string[] = [];
  if (http !== undefined) {
    const host = `${hostInUrl(http.hostname)}:${http.port}`;
    if (isMissing({ name: "net", host })) flags.push(`--allow-net=${host}`);
  }
  if (tokenEnv !== undefined && isMissing({ name: "env", variable: tokenEnv })) {
    flags.push(`--allow-env=${tokenEnv}`);
  }
  if (flags.length > 0) throw new CommandError(`no permission: ${adviceOn(flags)}`);
}
