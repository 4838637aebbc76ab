/** Serves the tools over MCP for the command. The build makes a separate file of this module. */
import { serveHttp } from "../mcp/http.ts";
import { accessProblem, type HttpOptions } from "../mcp/http_options.ts";
import { unservableReason } from "../mcp/options.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { standardError } from "../mcp/stdio_streams.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { McpFlags } from "./mcp_flags.ts";
import { checkFiles, missingPermission, permissionAdvice } from "./permissions.ts";
import { permissionsOfMcp } from "./required_permissions.ts";
import { untilSignal } from "./signals.ts";
import { policyOf } from "./policy.ts";
import { openStores } from "./stores.ts";
import { CommandError, EXIT, UsageError } from "./terminal.ts";

/** @throws {CommandError} If a permission, a scope, a store, a token or an address is missing or cannot be used. */
export async function serveMcp(flags: McpFlags): Promise<number> {
  check(flags);
  const policy = policyOf(flags);
  const errors = standardError();
  const { toolset, scope: roots, structured } = flags;
  using stores = await openStores(flags);
  const options = {
    ...stores.context,
    toolset,
    roots,
    structured,
    policy,
    ...flags.contents && { contents: flags.contents },
    report: errors.report,
  };
  try {
    return await untilSignal(["SIGINT", "SIGTERM"], async (signal) => {
      if (flags.http === undefined) await serveStdio({ ...options, signal });
      else await serveOverHttp(flags, { ...options, ...flags.http, signal });
      return EXIT.ok;
    });
  } catch (error) {
    // Deno names a port that needs more rights and an address of another machine by one code.
    const { syscall } = Object(error) as { readonly syscall?: unknown };
    if (syscall !== "listen" && syscall !== "getaddrinfo") throw error;
    throw new CommandError(
      "cannot listen there: the address is taken, or this machine or user may not have it",
    );
  } finally {
    await errors.flushed();
  }
}

async function serveOverHttp(
  flags: McpFlags,
  options: HttpOptions & { readonly hostname: string; readonly report: (line: string) => void },
): Promise<void> {
  const token = tokenOf(flags);
  const problem = accessProblem(options.hostname, token);
  if (problem !== undefined) throw new UsageError(problem);
  const access = { allowedHosts: flags["allow-host"], ...token !== undefined && { token } };
  const server = await serveHttp({ ...options, ...access });
  options.report(`dirscope: listening on ${server.url}`);
  await server.finished;
}

function tokenOf({ "token-env": tokenEnv }: McpFlags): string | undefined {
  if (tokenEnv === undefined) return undefined;
  // No variable has such a name, and Deno throws.
  const token = tokenEnv.includes("=") ? undefined : Deno.env.get(tokenEnv);
  if (token) return token;
  throw new UsageError(`the environment variable ${lineSafe(tokenEnv)} of --token-env is not set`);
}

/** @throws {CommandError} If a permission is missing, or a directory cannot be entered: every call would fail. */
function check(flags: McpFlags): void {
  const needs = permissionsOfMcp(flags);
  for (const path of flags.scope) {
    const hint = missingPermission(path, needs);
    if (hint !== undefined) throw new CommandError(hint);
  }
  checkFiles(flags, needs);
  const advice = permissionAdvice(needs);
  if (advice !== undefined) throw new CommandError(`no permission: ${advice}`);
  for (const path of flags.scope) {
    const reason = unservableReason(path);
    if (reason !== undefined) throw new CommandError(`cannot serve '${lineSafe(path)}': ${reason}`);
  }
}
