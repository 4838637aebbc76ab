/**
 * `dirscope mcp`: the tools as an MCP server.
 *
 * @module
 */
import { type Args, parseArgs } from "@std/cli/parse-args";
import { serveHttp } from "../mcp/http.ts";
import { hostInUrl, HttpOptionsError } from "../mcp/http_options.ts";
import { DEFAULT_TOOLSET, type McpOptions } from "../mcp/options.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { lineSafe } from "../text.ts";
import { type ToolsetName, TOOLSETS } from "../toolsets.ts";
import { UsageError } from "./command_line.ts";

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

/** What `dirscope mcp --help` shows. */
export const MCP_HELP: string = `Serve a toolset's tools over MCP, on standard input and output.

Usage: dirscope mcp [OPTIONS]

Options:
  --toolset NAME       One of ${Object.keys(TOOLSETS).join(", ")}. Default: ${DEFAULT_TOOLSET}.
  --scope DIR          Allow nothing outside DIR. Repeat for several. Default: the working directory.
  --http [HOST:]PORT   Serve over HTTP instead, at /mcp. Default HOST: 127.0.0.1. Needs --allow-net.
  --token-env NAME     Require the bearer token that this environment variable holds. Needed with a
                       HOST that others can reach. Needs --allow-env=NAME.
  --allow-host NAME    Answer under this host name, too. Repeat for several.
  --no-structured      Send text alone, for clients that give both text and data to the model.
  --memory FILE        Keep project memory in this SQLite file.
  --log FILE           Record the calls of toolsets agent and discovery in this SQLite file.
  --help               Show this help (-h).`;

const STRINGS = ["toolset", "scope", "http", "token-env", "allow-host", "memory", "log"] as const;

/**
 * Reads the words after `mcp`.
 *
 * @throws {UsageError} If an option is unknown, lacks its value or has a wrong one, or a word is too many.
 */
export function parseMcpCommand(words: readonly string[]): McpCommand {
  const parsed = parseFlags(words);
  const [extra] = parsed._;
  if (extra !== undefined) throw new UsageError(`unexpected argument "${lineSafe(String(extra))}"`);
  const toolset: string = parsed.toolset ?? DEFAULT_TOOLSET;
  if (!Object.hasOwn(TOOLSETS, toolset)) {
    throw new UsageError(`--toolset must be one of ${Object.keys(TOOLSETS).join(", ")}`);
  }
  const tokenEnv: string | undefined = parsed["token-env"];
  if (tokenEnv !== undefined && !/^[^=\0]+$/.test(tokenEnv)) {
    throw new UsageError("--token-env must be the name of an environment variable");
  }
  const http = parsed.http === undefined ? undefined : parseAddress(parsed.http);
  if (http === undefined && (tokenEnv !== undefined || parsed["allow-host"].length > 0)) {
    throw new UsageError("--token-env and --allow-host are for --http");
  }
  return {
    toolset: toolset as ToolsetName,
    scope: parsed.scope.length > 0 ? parsed.scope : ["."],
    http,
    tokenEnv,
    allowedHosts: parsed["allow-host"],
    isStructured: parsed.structured,
    memory: parsed.memory,
    log: parsed.log,
    wantsHelp: parsed.help,
  };
}

function parseFlags(words: readonly string[]): Args {
  const parsed = parseArgs([...words], {
    boolean: ["help", "structured"],
    string: [...STRINGS, "_"],
    collect: ["scope", "allow-host"],
    negatable: ["structured"],
    default: { structured: true },
    alias: { help: "h" },
    unknown: (word, key) => {
      if (key !== undefined) throw new UsageError(`unknown option "${lineSafe(word)}"`);
      return true;
    },
  });
  for (const name of STRINGS) {
    if ([parsed[name]].flat().includes("")) throw new UsageError(`--${name} needs a value`);
  }
  return parsed;
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
export interface Serving {
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
export async function serve(
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

/**
 * The permissions that a server needs besides those for files, and lacks.
 *
 * @returns The flags that grant them.
 */
export function missingFlags({ http, tokenEnv }: McpCommand): readonly string[] {
  const flags: string[] = [];
  const isMissing = (descriptor: Deno.PermissionDescriptor): boolean =>
    Deno.permissions.querySync(descriptor).state !== "granted";
  if (http !== undefined) {
    const host = `${hostInUrl(http.hostname)}:${http.port}`;
    if (isMissing({ name: "net", host })) flags.push(`--allow-net=${host}`);
  }
  if (tokenEnv !== undefined && isMissing({ name: "env", variable: tokenEnv })) {
    flags.push(`--allow-env=${tokenEnv}`);
  }
  return flags;
}
