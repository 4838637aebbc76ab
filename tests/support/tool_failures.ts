/** The messages of each toolset for a path that it cannot list, in one place. */
import type { ToolsetName } from "../../mod.ts";
import type { Failure } from "./every_tool.ts";

export type Fault =
  /** Outside the roots or not granted, whether or not it exists. */
  | "outside"
  | "missing"
  | "below_file"
  /** A file. `ls` of `files` lists it. */
  | "file"
  /** A FIFO, socket or device: no message advises to read it. */
  | "special"
  | "denied"
  | "failed"
  | "loop"
  | "too_long";

/** The answer to a path as it is shown; some name the roots. */
type Words = (path: string, roots: string) => Failure;

type Table = Readonly<Record<Fault, Words>>;

const noDirectory: Words = (path) => [undefined, `Error: '${path}' is not a directory.`];

// Decision 4.12.
const TREE: Table = {
  outside: (path) => [undefined, `Error: access denied: '${path}' is outside the allowed roots.`],
  missing: noDirectory,
  below_file: noDirectory,
  file: noDirectory,
  special: noDirectory,
  denied: (path) => [undefined, `Error: permission denied: '${path}'.`],
  failed: (path) => [undefined, `Error: cannot read '${path}'.`],
  loop: noDirectory,
  too_long: noDirectory,
};

const notFound: Words = (path) => ["NOT_FOUND", `Path '${path}' does not exist.`];

function internal(reason: string): Words {
  return () => ["INTERNAL_ERROR", `Failed to list directory - ${reason}`];
}

// The table of spec 1, section 7, verbatim; decisions 5.5 and 6.5 for what it leaves open.
const ENVELOPE: Table = {
  outside: () => ["ACCESS_DENIED", "Access denied. Path must be within the project root."],
  missing: notFound,
  below_file: notFound,
  file: (path) => [
    "INVALID_PARAM",
    `'${path}' is a file, not a directory. Use 'Read' tool to view its content.`,
  ],
  special: (path) => ["INVALID_PARAM", `'${path}' is a FIFO, socket or device, not a directory.`],
  denied: (path) => ["ACCESS_DENIED", `Permission denied accessing '${path}'.`],
  failed: internal("input/output error"),
  loop: internal("too many levels of symbolic links"),
  too_long: notFound,
};

function unread(tail: string): Words {
  return () => [undefined, `failed to read directory: ${tail}`];
}

// Decision 6.5.
const CODEX: Table = {
  outside: unread("access denied"),
  missing: unread("not found"),
  below_file: unread("not a directory"),
  file: unread("not a directory"),
  special: unread("not a directory"),
  denied: unread("permission denied"),
  failed: unread("input/output error"),
  loop: unread("too many levels of symbolic links"),
  too_long: unread("not found"),
};

const noPath: Words = (path) => [undefined, `Error: Path does not exist: ${path}`];

// Decision 7.1.
const FILES: Table = {
  outside: (path) => [undefined, `Error: Path outside allowed directories: ${path}`],
  missing: noPath,
  below_file: noPath,
  file: noPath,
  special: noPath,
  denied: (path) => [undefined, `Error: Permission denied: ${path}`],
  failed: (path) => [undefined, `Error: Cannot read path: ${path}`],
  loop: noPath,
  too_long: noPath,
};

const isNoDirectory: Words = (path) => ["not_a_directory", `'${path}' is not a directory`];

// Decision 8.3; 9.5: "`outside_root` names the roots."
const DISCOVERY: Table = {
  outside: (path, roots) => ["outside_root", `'${path}' is outside the allowed roots: ${roots}`],
  missing: (path) => ["not_found", `'${path}' does not exist`],
  below_file: isNoDirectory,
  file: isNoDirectory,
  special: isNoDirectory,
  denied: (path) => ["permission_denied", `permission denied: '${path}'`],
  failed: (path) => ["io_error", `cannot read '${path}'`],
  loop: (path) => ["invalid_root", `'${path}' leads through too many links`],
  too_long: (path) => ["invalid_root", `'${path}' is too long`],
};

export const ANSWERS: Readonly<Record<ToolsetName, Table>> = {
  tree: TREE,
  envelope: ENVELOPE,
  codex: CODEX,
  files: FILES,
  discovery: DISCOVERY,
  agent: DISCOVERY,
};
