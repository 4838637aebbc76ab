/**
 * The errors of a file system, as Deno throws them.
 *
 * @module
 */
import type { Fault } from "./fault_disk.ts";

/** Marks Deno's messages: no output may contain it. */
export const SECRET = "/message-of-deno/";

/** A kind of fault. */
export interface FaultKind {
  readonly name: string;
  /** The reason under which `skipped` counts a directory that fails so. */
  readonly reason: string;
  make(): Fault;
}

type ErrorClass = new (message: string) => Error;

/** The class and the `code` are those observed in Deno 2.9. */
function osError(code: string, errno: number, Class: ErrorClass, reason: string): FaultKind {
  const message = `It failed (os error ${errno}): readdir '${SECRET}'`;
  return {
    name: code,
    reason,
    make: () => ({ error: Object.assign(new Class(message), { code }) }),
  };
}

function plainError(name: string, Class: ErrorClass, reason: string): FaultKind {
  return {
    name,
    reason,
    make: () => ({ error: new Class(`Requires read access to "${SECRET}"`) }),
  };
}

const STALL_MS = 1;

/** All kinds of fault. */
export const FAULT_KINDS: readonly FaultKind[] = [
  osError("ENOENT", 2, Deno.errors.NotFound, "vanished"),
  osError("EACCES", 13, Deno.errors.PermissionDenied, "permission_denied"),
  osError("ELOOP", 40, Deno.errors.FilesystemLoop, "vanished"),
  osError("ENAMETOOLONG", 36, Error, "name_too_long"),
  osError("ENOTDIR", 20, Deno.errors.NotADirectory, "vanished"),
  osError("EIO", 5, Error, "io_error"),
  osError("EMFILE", 24, Error, "io_error"),
  osError("EINVAL", 22, TypeError, "io_error"),
  plainError("InvalidData", Deno.errors.InvalidData, "io_error"),
  plainError("NotCapable", Deno.errors.NotCapable, "outside_root"),
  plainError("Error", Error, "io_error"),
  { name: "stall", reason: "", make: () => ({ stallMs: STALL_MS }) },
];
