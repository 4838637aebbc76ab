/**
 * The permissions that a command line requires. The npm package, on Node and Bun, grants itself those and no
 * others.
 *
 * @module
 */
import { DENO_FILE_SYSTEM } from "../scope/file_system.ts";
import {
  absolutePath,
  childOf,
  isRoot,
  isWithinAsNamed,
  parentOf,
  workingDirectory,
} from "../scope/path_text.ts";
import { parseCommandLine } from "./command_line.ts";
import { parseFlags } from "./flags.ts";
import type { HostFlags } from "./host_flags.ts";
import { netHostOf, parseMcpFlags } from "./mcp_flags.ts";
import { USAGES } from "./usages.ts";

/** Deno's permissions by name, each with the values to grant; an empty list grants none. */
export interface RequiredPermissions {
  /** Absolute paths. */
  readonly read: readonly string[];
  /** Absolute paths. SQLite keeps files beside them, which need no permission of their own. */
  readonly write: readonly string[];
  /** Addresses, as `HOST:PORT`. */
  readonly net: readonly string[];
  /** Names of environment variables. */
  readonly env: readonly string[];
  /** True if it starts the MCP server, whose workers load the built files. */
  readonly serves: boolean;
}

const NO_PERMISSIONS: RequiredPermissions = {
  read: [],
  write: [],
  net: [],
  env: [],
  serves: false,
};

/**
 * Returns the permissions that a command line requires.
 *
 * @throws {UsageError} As the command line itself does.
 */
export async function requiredPermissionsOf(argv: readonly string[]): Promise<RequiredPermissions> {
  const [first = "", ...rest] = argv;
  if (first === "mcp") return permissionsOfMcp(rest);
  if (first === "replay") return permissionsOfReplay(rest);
  return Object.hasOwn(USAGES, first) ? NO_PERMISSIONS : await permissionsOfTool(argv);
}

async function permissionsOfTool(words: readonly string[]): Promise<RequiredPermissions> {
  const { tool, args, flags } = await parseCommandLine(words);
  if (flags.help || flags.version) return NO_PERMISSIONS;
  const paths = [args[tool.TRAITS.pathArgument] ?? "."].flat().map(String);
  return permissionsOfHostFlags(
    flags,
    flags.scope.length > 0 ? flags.scope : paths.map(readPathFor),
  );
}

/**
 * Returns the path to read: the working directory for a path in it, and where there is one, the whole repository above,
 * since its rules apply.
 */
function readPathFor(path: string): string {
  const absolute = absolutePath(path);
  const cwd = workingDirectory();
  const start = isWithinAsNamed(absolute, cwd) ? cwd : absolute;
  for (let directory = start;; directory = parentOf(directory)) {
    if (exists(childOf(directory, ".git"))) return directory;
    if (isRoot(directory)) return start;
  }
}

function exists(path: string): boolean {
  try {
    return DENO_FILE_SYSTEM.stat(path) !== undefined;
  } catch {
    return false;
  }
}

function permissionsOfMcp(words: readonly string[]): RequiredPermissions {
  const flags = parseMcpFlags(words);
  const { scope, http, "token-env": tokenEnv, help } = flags;
  if (help) return NO_PERMISSIONS;
  return {
    ...permissionsOfHostFlags(flags, scope),
    net: http === undefined ? [] : [netHostOf(http)],
    env: tokenEnv === undefined ? [] : [tokenEnv],
    serves: true,
  };
}

/** Grants the working directory beside the log: its calls run where they ran, elsewhere without permission. */
function permissionsOfReplay(words: readonly string[]): RequiredPermissions {
  const { help, _: [file] } = parseFlags(words, USAGES.replay);
  return help || file === undefined
    ? NO_PERMISSIONS
    : { ...NO_PERMISSIONS, read: [".", `${file}`].map(absolutePath) };
}

function permissionsOfHostFlags(
  { "excludes-file": excludesFile, memory, log, cache }: HostFlags,
  paths: readonly string[],
): RequiredPermissions {
  const absolute = (paths: readonly (string | undefined)[]): string[] => [
    ...new Set(paths.filter((path) => path !== undefined).map(absolutePath)),
  ];
  const stores = [memory, log, cache];
  return {
    ...NO_PERMISSIONS,
    read: absolute([...paths, excludesFile, ...stores]),
    write: absolute(stores),
  };
}
