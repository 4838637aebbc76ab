/** The permissions that a command line requires: the npm package, on Node and Bun, grants itself no others. */
import { DENO_FILE_SYSTEM } from "../scope/file_system.ts";
import {
  absolutePath,
  childOf,
  isRoot,
  isWithinAsNamed,
  parentOf,
  workingDirectory,
} from "../scope/path_text.ts";
import { permissionOf } from "../scope/read_permission.ts";
import { type CommandLine, linesOf, pathOf } from "./command_line.ts";
import { parseCommand } from "./flags.ts";
import type { HostFlags } from "./common_flags.ts";
import { type McpFlags, netHostOf, parseMcpFlags } from "./mcp_flags.ts";
import type { RequiredPermissions } from "./terminal.ts";
import { type CommandName, USAGES } from "./usages.ts";

const NOTHING = { read: [], write: [], net: [], env: [] };
const NO_PERMISSIONS: RequiredPermissions = { ...NOTHING, serves: false };

/** Returns the permissions that a command other than a tool requires. */
export function permissionsOfCommand(
  name: CommandName,
  words: readonly string[],
): RequiredPermissions {
  try {
    if (name === "mcp") return permissionsOfMcp(parseMcpFlags(words));
    const { help, _: [file] } = parseCommand(words, USAGES[name]);
    if (name === "replay" && !help && file !== undefined) return permissionsOfReplay(file);
  } catch {
    // The command itself says what is wrong with its line.
  }
  return NO_PERMISSIONS;
}

/** Returns the permissions that a line of a tool requires. */
export function permissionsOfLine(line: CommandLine): RequiredPermissions {
  const { flags } = line;
  if (flags.help || flags.version) return NO_PERMISSIONS;
  const paths = linesOf(line).map(pathOf);
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
    return permissionOf(path) === "granted" && DENO_FILE_SYSTEM.stat(path) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the permissions that the MCP server requires. */
export function permissionsOfMcp(flags: McpFlags): RequiredPermissions {
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
export function permissionsOfReplay(file: string): RequiredPermissions {
  return { ...NO_PERMISSIONS, read: [".", file].map(absolutePath) };
}

function permissionsOfHostFlags(
  { "excludes-file": excludesFile, memory, log }: HostFlags,
  paths: readonly string[],
): RequiredPermissions {
  const absolute = (paths: readonly (string | undefined)[]): string[] => [
    ...new Set(paths.filter((path) => path !== undefined).map(absolutePath)),
  ];
  const stores = [memory, log];
  return {
    ...NO_PERMISSIONS,
    read: absolute([...paths, excludesFile, ...stores]),
    write: absolute(stores),
  };
}
