/** Defines the core's error type, and maps Deno's errors to it. Each toolset's `ERROR_MESSAGES` has its words. */

/** The reason why a call, or one directory of a walk, failed. */
export type ErrorCode =
  | "bad_cursor"
  | "bad_pattern"
  | "busy"
  | "invalid_argument"
  | "invalid_path"
  | "io_error"
  | "link_loop"
  | "name_too_long"
  | "not_a_directory"
  | "not_found"
  | "outside_scope"
  | "permission_denied"
  | "scan_limit"
  | "timed_out"
  | "host_failed"
  | "unaddressable";

/** An expected failure. Each tool turns its `code` into the tool's own error shape. */
export class DirscopeError extends Error {
  /** The name of the class. */
  override readonly name = "DirscopeError";
  /** The reason of the failure. */
  readonly code: ErrorCode;

  /**
   * Makes an error.
   *
   * @param code The reason of the failure.
   * @param message Text that is safe to show: it holds only paths that the caller gave.
   */
  constructor(code: ErrorCode, message: string = code) {
    super(message);
    this.code = code;
  }
}

const CODE_BY_ERRNO: Readonly<Record<string, ErrorCode>> = {
  EACCES: "permission_denied",
  EINVAL: "invalid_path",
  ELOOP: "link_loop",
  ENAMETOOLONG: "name_too_long",
  ENOENT: "not_found",
  ENOTDIR: "not_a_directory",
  EPERM: "permission_denied",
  // Node's permission model.
  ERR_ACCESS_DENIED: "outside_scope",
};

const CODE_BY_CLASS: Readonly<Record<string, ErrorCode>> = {
  FilesystemLoop: "link_loop",
  NotADirectory: "not_a_directory",
  NotCapable: "outside_scope",
  NotFound: "not_found",
  PermissionDenied: "permission_denied",
};

/** By an error's `code`, or else by its class. Deno's messages hold absolute paths, so they are dropped. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (error instanceof DirscopeError) return error.code;
  if (!(error instanceof Error)) return "io_error";
  const { code } = error as { code?: unknown };
  return (typeof code === "string" ? CODE_BY_ERRNO[code] : undefined) ??
    CODE_BY_CLASS[error.name] ??
    "io_error";
}

/** Makes the error of a directory that holds more entries than may be read. */
export function tooManyEntries(maxEntries: number): DirscopeError {
  return new DirscopeError("scan_limit", `more than ${maxEntries} entries`);
}

/** Reports whether an error means that a path does not exist. */
export function isMissingPath(error: unknown): boolean {
  return error instanceof DirscopeError &&
    (error.code === "not_found" || error.code === "not_a_directory");
}

/** Converts whatever a file system call threw. */
export function toDirscopeError(error: unknown): DirscopeError {
  return error instanceof DirscopeError ? error : new DirscopeError(errorCodeOf(error));
}

/** Returns the value of a query of the disk; `undefined` if it throws a {@linkcode DirscopeError}. */
export function undefinedIfRefused<T>(query: () => T): T | undefined {
  try {
    return query();
  } catch (error) {
    if (error instanceof DirscopeError) return undefined;
    throw error;
  }
}

/** Throws a {@linkcode DirscopeError} with the code of whatever the call throws. */
export function mapErrors<T>(access: () => T): T {
  try {
    return access();
  } catch (error) {
    throw toDirscopeError(error);
  }
}
