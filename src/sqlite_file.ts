/** Checks whether the file of a database may be opened, and whether it is still the same. */
import { DirscopeError, type ErrorCode, errorCodeOf } from "./errors.ts";
import { DENO_FILE_SYSTEM } from "./scope/file_system.ts";
import { IS_DENO, permissionOf } from "./scope/read_permission.ts";
import {
  absolutePath,
  baseNameOf,
  childOf,
  isWithin,
  parentOf,
  rootOf,
} from "./scope/path_text.ts";

type FileAccess = "read" | "write";

interface LocatedFile {
  /** Its path, absolute: the one that permissions are queried for. */
  readonly path: string;
  /** Its real path, as far as permissions allow to resolve it. */
  readonly real: string;
  readonly exists: boolean;
}

/**
 * The permissions must cover the real path of a file: SQLite follows links. Never prompts, and opens nothing, so that
 * a FIFO cannot hold it up. Throws `DirscopeError` if a permission is missing, or the path is no regular file.
 */
export function locateFile(file: string, access: readonly FileAccess[]): LocatedFile {
  if (typeof file !== "string" || file === "" || file.includes("\0")) {
    throw unusableFile("that is no path");
  }
  const path = absolutePath(file);
  const missing = access.filter((name) => permissionOf(path, name) !== "granted");
  if (missing.length > 0) {
    throw unusableFile(
      `no permission: it needs ${
        missing.map((name) => `--allow-${IS_DENO ? "" : "fs-"}${name}`).join(" and ")
      }`,
    );
  }
  const located = resolveFile(path);
  const unreached = access.find((name) => !isGranted(name, located));
  if (unreached !== undefined) {
    throw unusableFile(`it leads to where this program may not ${unreached}`);
  }
  return located;
}

export function fileIdentityOf(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Returns the error for a file that cannot be used; `reason` follows a colon. */
export function unusableFile(reason: string): DirscopeError {
  return new DirscopeError("io_error", reason);
}

function resolveFile(path: string): LocatedFile {
  try {
    const { isFile, isDirectory } = Deno.statSync(path);
    if (isDirectory) throw unusableFile("it is a directory");
    if (!isFile) throw unusableFile("it is no regular file");
    return { path, real: DENO_FILE_SYSTEM.realPath(path), exists: true };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code !== "not_found") throw error instanceof DirscopeError ? error : unreachableFile(code);
  }
  if (isLink(path)) throw unusableFile("it is a link to what does not exist");
  // With permission for the file alone, its folder cannot be resolved.
  const folder = parentOf(path);
  if (permissionOf(folder) !== "granted") return { path, real: path, exists: false };
  try {
    return {
      path,
      real: childOf(DENO_FILE_SYSTEM.realPath(folder), baseNameOf(path)),
      exists: false,
    };
  } catch (error) {
    throw unreachableFile(errorCodeOf(error));
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

/** Reports whether a permission covers a file's real path: the shortest granted prefix acts as a root. */
function isGranted(name: FileAccess, { path, real }: LocatedFile): boolean {
  const state = permissionOf(real, name);
  if (state !== "prompt") return state === "granted";
  let prefix = rootOf(path);
  for (const part of path.slice(prefix.length).split("/")) {
    if (permissionOf(prefix, name) === "granted") break;
    prefix = childOf(prefix, part);
  }
  // With permission for exactly this path, it may be a link.
  if (prefix === path) return true;
  return permissionOf(prefix) === "granted" &&
    isWithin(real, DENO_FILE_SYSTEM.realPath(prefix));
}

function unreachableFile(code: ErrorCode): DirscopeError {
  return unusableFile(UNREACHABLE_REASONS[code] ?? "it cannot be reached");
}

const UNREACHABLE_REASONS: Partial<Record<ErrorCode, string>> = {
  link_loop: "it leads through too many links",
  name_too_long: "its path is too long",
  not_a_directory: "its folder does not exist",
  not_found: "its folder does not exist",
  permission_denied: "the system denies access to it",
};
