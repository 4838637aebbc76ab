/** Checks whether the file of a database may be opened, and whether it is still the same. */
import { DirscopeError, type ErrorCode, mapErrors, undefinedIfRefused } from "./errors.ts";
import { absolutePath, baseNameOf, childOf, parentOf } from "./scope/path_text.ts";
import { IS_DENO, permissionOf } from "./scope/read_permission.ts";
import { Scope } from "./scope/scope.ts";

/**
 * Returns the absolute path of a file, if it may be opened. The permissions must also cover where the path leads:
 * SQLite follows links. Never prompts, and opens nothing, so that a FIFO cannot hold it up. Throws `DirscopeError` if a
 * permission is missing, or the path is no regular file; one to write need not exist.
 */
export function locateFile(file: string, access: readonly ("read" | "write")[]): string {
  if (typeof file !== "string" || file === "" || file.includes("\0")) {
    throw unusableFile("that is no path");
  }
  const path = absolutePath(file);
  const missing = access.filter((name) => permissionOf(path, name) !== "granted")
    .map((name) => `--allow-${IS_DENO ? "" : "fs-"}${name}`);
  if (missing.length > 0) {
    throw unusableFile(`no permission: it needs ${missing.join(" and ")}`);
  }
  const target = targetOf(path);
  const opened = target ?? newFileAt(path);
  if (access.some((name) => permissionOf(opened, name) !== "granted")) {
    throw unusableFile(UNREACHABLE_REASONS.outside_scope!);
  }
  if (target === undefined) {
    if (!access.includes("write")) throw unusableFile("it does not exist");
  } else if (!mapErrors(() => Deno.statSync(target)).isFile) {
    throw unusableFile("it is no regular file");
  }
  return path;
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

/** Returns the path that a file is opened by, or `undefined` if it does not exist. */
function targetOf(path: string): string | undefined {
  // Looked at first, since another process may create it meanwhile.
  const isNothing = undefinedIfRefused(() => mapErrors(() => Deno.lstatSync(path))) === undefined;
  try {
    return new Scope().enter(path).open;
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    if (isNothing && error.code === "not_found") return undefined;
    throw unusableFile(UNREACHABLE_REASONS[error.code] ?? "it cannot be reached");
  }
}

/** Returns where a file would be made: its folder may be a link. */
function newFileAt(path: string): string {
  const folder = undefinedIfRefused(() => new Scope().enter(parentOf(path)).open);
  return folder === undefined ? path : childOf(folder, baseNameOf(path));
}

const UNREACHABLE_REASONS: Partial<Record<ErrorCode, string>> = {
  link_loop: "it leads through too many links",
  name_too_long: "its path is too long",
  not_a_directory: "its folder does not exist",
  not_found: "it is a link to what does not exist",
  outside_scope: "it leads to where this program has no permission",
  permission_denied: "the system denies access to it",
};
