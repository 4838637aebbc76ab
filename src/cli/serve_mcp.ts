/**
 * What serves the tools over MCP for the command. The build makes a file of its own of this module.
 *
 * @module
 */
import { DirscopeError, type ErrorCode } from "../errors.ts";
import { serveHttp } from "../mcp/http.ts";
import { HttpOptionsError } from "../mcp/http_options.ts";
import type { McpOptions } from "../mcp/options.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { Scope } from "../scope/scope.ts";
import { lineSafe } from "../text/line_safe.ts";
import { hostOf, type McpFlags } from "./mcp_line.ts";
import { adviceOn, isMissing, missingPermission } from "./permissions.ts";
import { untilSignal } from "./signals.ts";
import { TreeCache } from "../cache/tree_cache.ts";
import { policyOf } from "./policy.ts";
import { openStores } from "./stores.ts";
import { CommandError, EXIT, type Terminal, UsageError } from "./terminal.ts";

/**
 * Serves until standard input ends, or until a signal.
 *
 * @returns The exit status.
 * @throws {CommandError} If a permission is missing, a scope is no directory, a store cannot be opened or an
 * address not be listened on.
 * @throws {UsageError} If a token is missing, or cannot be used.
 */
export async function serveMcp(flags: McpFlags, terminal: Terminal): Promise<number> {
  checkPermissions(flags);
  flags.scope.forEach(checkDirectory);
  const policy = policyOf(flags);
  const report = (line: string): void => terminal.writeStatus(`${line}\n`);
  using stores = await openStores(flags, { report });
  try {
    return await untilSignal(["SIGINT", "SIGTERM"], async (signal) => {
      await serve(flags, { options: { ...stores.context, policy }, report, signal });
      return EXIT.ok;
    });
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    if (code !== "EADDRINUSE" && code !== "EADDRNOTAVAIL") throw error;
    throw new CommandError("cannot listen there: the address is taken or not this machine's");
  }
}

/** What a running server is given by the command. */
interface Serving {
  /** What the server may use besides its options. */
  readonly options: Pick<McpOptions, "projectMemory" | "log" | "policy" | "cache">;
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
async function serve(flags: McpFlags, { options, report, signal }: Serving): Promise<void> {
  const { toolset, scope, structured, http, "allow-host": allowedHosts, stallTimeoutMs } = flags;
  const common = {
    cache: new TreeCache(),
    ...options,
    toolset,
    roots: scope,
    structured,
    report,
    ...stallTimeoutMs !== undefined && { stallTimeoutMs },
  };
  if (http === undefined) return await serveStdio(common, { signal });
  const token = tokenOf(flags);
  try {
    const server = await serveHttp(
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

function tokenOf({ "token-env": tokenEnv }: McpFlags): string | undefined {
  if (tokenEnv === undefined) return undefined;
  const token = Deno.env.get(tokenEnv);
  if (token) return token;
  throw new UsageError(`the environment variable ${lineSafe(tokenEnv)} of --token-env is not set`);
}

/** @throws {CommandError} If a permission is missing: it names the flags that grant it. */
function checkPermissions({ scope, http, "token-env": tokenEnv }: McpFlags): void {
  for (const path of scope) {
    const hint = missingPermission(path, ["read"]);
    if (hint !== undefined) throw new CommandError(hint);
  }
  const flags: string[] = [];
  if (http !== undefined) {
    const host = hostOf(http);
    if (isMissing({ name: "net", host })) flags.push(`--allow-net=${host}`);
  }
  if (tokenEnv !== undefined && isMissing({ name: "env", variable: tokenEnv })) {
    flags.push(`--allow-env=${tokenEnv}`);
  }
  if (flags.length > 0) throw new CommandError(`no permission: ${adviceOn(flags)}`);
}

/** @throws {CommandError} If a directory to serve is not there: the server could only ever say so. */
function checkDirectory(path: string): void {
  try {
    new Scope().enterDirectory(path);
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    const reason = UNSERVABLE[error.code] ?? "it cannot be read";
    throw new CommandError(`cannot serve '${lineSafe(path)}': ${reason}`);
  }
}

const UNSERVABLE: Partial<Record<ErrorCode, string>> = {
  not_a_directory: "it is not a directory",
  not_found: "it does not exist",
  outside_scope: "it leads to where --allow-read does not reach",
};
