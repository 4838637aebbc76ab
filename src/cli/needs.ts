/**
 * The permissions that a command line needs, for programs that start Deno with those and no others. The npm
 * package asks this in Node, where of `Deno` there is only what reading a command line takes.
 *
 * @module
 */
import { absolutePath, isWithinAsNamed, workingDirectory } from "../scope/path_text.ts";
import { parseCommandLine } from "./command_line.ts";
import { parseFlags } from "./flags.ts";
import type { HostFlags } from "./host_flags.ts";
import { hostOf, parseMcpFlags } from "./mcp_line.ts";
import { USAGES } from "./usages.ts";

/** Deno's permissions by name, each with the values to grant: an empty list grants nothing. */
export interface Needs {
  /** Absolute paths. */
  readonly read: readonly string[];
  /** Absolute paths. SQLite keeps files beside them, which need no permission of their own. */
  readonly write: readonly string[];
  /** Addresses, as `HOST:PORT`. */
  readonly net: readonly string[];
  /** Names of environment variables. */
  readonly env: readonly string[];
  /** Whether it starts the MCP server, whose workers load the built files. */
  readonly server: boolean;
}

const NOTHING: Needs = { read: [], write: [], net: [], env: [], server: false };

/**
 * The permissions that a command line needs.
 *
 * @throws {UsageError} As the command line itself does.
 */
export async function needsOf(argv: readonly string[]): Promise<Needs> {
  const [first = "", ...rest] = argv;
  if (first === "mcp") return needsOfMcp(rest);
  if (first === "replay") return needsOfReplay(rest);
  return Object.hasOwn(USAGES, first) ? NOTHING : await needsOfTool(argv);
}

async function needsOfTool(words: readonly string[]): Promise<Needs> {
  const { tool, args, flags } = await parseCommandLine(words);
  if (flags.help || flags.version) return NOTHING;
  const path = String(args[tool.TRAITS.pathArgument] ?? ".");
  return needsOfHost(flags, flags.scope.length > 0 ? flags.scope : [surroundings(path)]);
}

/** The rules of the working directory hold for what lies in it, so all of that is read. */
function surroundings(path: string): string {
  return isWithinAsNamed(absolutePath(path), workingDirectory()) ? "." : path;
}

function needsOfMcp(words: readonly string[]): Needs {
  const flags = parseMcpFlags(words);
  const { scope, http, "token-env": tokenEnv, help } = flags;
  if (help) return NOTHING;
  return {
    ...needsOfHost(flags, scope),
    net: http === undefined ? [] : [hostOf(http)],
    env: tokenEnv === undefined ? [] : [tokenEnv],
    server: true,
  };
}

/** The calls of a log are run where they ran: they are read as far as the working directory reaches. */
function needsOfReplay(words: readonly string[]): Needs {
  const { help, _: [file] } = parseFlags(words, USAGES.replay);
  return help || file === undefined
    ? NOTHING
    : { ...NOTHING, read: [".", `${file}`].map(absolutePath) };
}

function needsOfHost(
  { "excludes-file": excludesFile, memory, log, cache }: HostFlags,
  places: readonly string[],
): Needs {
  const absolute = (paths: readonly (string | undefined)[]): string[] => [
    ...new Set(paths.filter((path) => path !== undefined).map(absolutePath)),
  ];
  const stores = [memory, log, cache];
  return {
    ...NOTHING,
    read: absolute([...places, excludesFile, ...stores]),
    write: absolute(stores),
  };
}
