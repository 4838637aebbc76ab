/**
 * The command line of `dirscope mcp`.
 *
 * @module
 */
import { hostInUrl } from "../mcp/http_options.ts";
import { DEFAULT_TOOLSET } from "../mcp/options.ts";
import { DEFAULT_ROOTS } from "../scope/scope.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ToolsetName } from "../toolsets.ts";
import { TOOLSET_NAMES, toolsetNamed } from "./find_tool.ts";
import { type CommandUsage, parseFlags } from "./flags.ts";
import { UsageError } from "./terminal.ts";

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

/** What `dirscope mcp` takes. */
export const USAGE: CommandUsage = {
  about: "Serve a toolset's tools over MCP, on standard input and output.",
  lines: ["mcp [DIR…] [OPTIONS]"],
  word: "paths",
  flags: {
    toolset: {
      value: "NAME",
      choices: TOOLSET_NAMES,
      help: `One of ${TOOLSET_NAMES.join(", ")}. Default: ${DEFAULT_TOOLSET}.`,
    },
    scope: {
      value: "DIR",
      isList: true,
      help:
        "As a DIR: allow nothing outside it. Repeat for several. Default: the working directory.",
    },
    http: {
      value: "[HOST:]PORT",
      help: "Serve over HTTP instead, at /mcp. Default HOST: 127.0.0.1. Needs --allow-net.",
    },
    "token-env": {
      value: "NAME",
      help:
        "Require the bearer token that this environment variable holds. Needed with a HOST that others can reach. Needs --allow-env=NAME.",
    },
    "allow-host": {
      value: "NAME",
      isList: true,
      help: "Answer under this host name, too. Repeat for several.",
    },
    structured: {
      isOn: true,
      help: "Send text alone, for clients that give both text and data to the model.",
    },
    memory: { value: "FILE", help: "Keep project memory in this SQLite file." },
    log: {
      value: "FILE",
      help:
        "Record the calls of toolsets agent and discovery in this SQLite file, best kept outside what is listed.",
    },
  },
};

/**
 * Reads the words after `mcp`.
 *
 * @throws {UsageError} If an option is unknown, lacks its value or has a wrong one, or a word is too many.
 */
export function parseMcpCommand(words: readonly string[]): McpCommand {
  const parsed = parseFlags(words, USAGE);
  const toolset = toolsetNamed(parsed.toolset ?? DEFAULT_TOOLSET);
  const tokenEnv: string | undefined = parsed["token-env"];
  if (tokenEnv !== undefined && !/^[^=\0]+$/.test(tokenEnv)) {
    throw new UsageError("--token-env must be the name of an environment variable");
  }
  const http = parsed.http === undefined ? undefined : parseAddress(parsed.http);
  if (http === undefined && (tokenEnv !== undefined || parsed["allow-host"].length > 0)) {
    throw new UsageError("--token-env and --allow-host are for --http");
  }
  const scope = [...parsed._.map(String), ...parsed.scope];
  return {
    toolset,
    scope: scope.length > 0 ? scope : DEFAULT_ROOTS,
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

/** An address as a permission names it. */
export function hostOf({ hostname, port }: Address): string {
  return `${hostInUrl(hostname)}:${port}`;
}
