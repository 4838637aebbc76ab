/** The errors of a file system, as Deno throws them. */
import { osError } from "../support/disk_reads.ts";
import type { Fault } from "./fault_disk.ts";

/** Part of each message: no output may contain it. */
export const SECRET = "/secret/place";

export interface FaultKind {
  readonly name: string;
  /** The reason under which `skipped` counts a directory that fails so. */
  readonly reason: string;
  make(): Fault;
}

const { errors } = Deno;

/** The classes and codes are those observed in Deno 2.9; what starts with a small letter has no code. */
const ERRORS = [
  ["ENOENT", errors.NotFound, "vanished"],
  ["EACCES", errors.PermissionDenied, "permission_denied"],
  ["ELOOP", errors.FilesystemLoop, "vanished"],
  ["ENAMETOOLONG", Error, "name_too_long"],
  ["ENOTDIR", errors.NotADirectory, "vanished"],
  ["EIO", Error, "io_error"],
  ["EMFILE", Error, "io_error"],
  ["EINVAL", TypeError, "io_error"],
  ["invalid data", errors.InvalidData, "io_error"],
  ["not capable", errors.NotCapable, "outside_root"],
  ["plain", Error, "io_error"],
] as const;

const STALL_MS = 1;

export const FAULT_KINDS: readonly FaultKind[] = [
  ...ERRORS.map(([name, Class, reason]): FaultKind => ({
    name,
    reason,
    make: () => ({ error: /^E/.test(name) ? osError(name, Class) : new Class(SECRET) }),
  })),
  { name: "stall", reason: "", make: () => ({ stallMs: STALL_MS }) },
];
