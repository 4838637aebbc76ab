/**
 * The one result shape of toolset `discovery`, and its text.
 *
 * @module
 */
import { lineSafe } from "../../text.ts";
import type { ToolReport, ToolResult } from "../../tool.ts";

/** What an entry is; a link is never followed. */
export type DiscoveryKind = "dir" | "file" | "other" | "symlink" | "missing";

/** One entry. Which fields it has depends on the operation. */
export interface DiscoveryEntry {
  /** The path, relative to the working directory; absolute only if outside it. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** What it is. */
  readonly kind: DiscoveryKind;
  /** Whether it exists (`stat_path`). */
  readonly exists?: boolean;
  /** Bytes, of a file; else `null`. */
  readonly size?: number | null;
  /** When it was last modified, in milliseconds since 1970; `null` if unknown. */
  readonly modified_unix_ms?: number | null;
  /** The target of a link as stored (`stat_path`). */
  readonly link_target?: string;
}

/** Why a call failed. */
export type DiscoveryErrorCode =
  | "bad_cursor"
  | "bad_pattern"
  | "invalid_argument"
  | "invalid_root"
  | "io_error"
  | "not_a_directory"
  | "not_found"
  | "outside_root"
  | "permission_denied";

/** Why a directory was passed over, or `hidden` entries were left out. */
export type SkipReason =
  | "hidden"
  | "io_error"
  | "name_too_long"
  | "outside_root"
  | "permission_denied"
  | "unaddressable"
  | "vanished";

/** The result of every tool of the toolset. Equal query, equal tree, equal bytes. */
export interface DiscoveryResult {
  /** Whether the call succeeded. */
  readonly success: boolean;
  /** The tool's name. */
  readonly operation: string;
  /** Where it looked, relative to the working directory. */
  readonly root: string;
  /** Every argument but the cursor, defaults filled in. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The number of entries. */
  readonly count: number;
  /** Whether there is more. */
  readonly truncated: boolean;
  /** What to send as `cursor` for more. */
  readonly next_cursor?: string;
  /** What was found, in order. */
  readonly entries: readonly DiscoveryEntry[];
  /** What was left out, counted by reason. */
  readonly skipped?: Readonly<Partial<Record<SkipReason, number>>>;
  /** What went wrong. */
  readonly error?: { readonly code: DiscoveryErrorCode; readonly message: string };
}

/** Turns a result into lean text, with the result itself as data. */
export function toResult(output: DiscoveryResult): ToolResult {
  const report = toReport(output);
  if (report === undefined) {
    const { code, message } = output.error!;
    return { text: `error ${code}: ${message}`, structured: output, isError: true };
  }
  const { header, lines, cursor, notes } = report;
  const last = [...cursor === undefined ? [] : [`next_cursor: ${cursor}`], ...notes].join("; ");
  const text = [header, ...lines, ...last === "" ? [] : [last]].join("\n");
  return { text, structured: output, isError: false };
}

/** Turns a result into lines; an error has none. */
export function toReport(output: DiscoveryResult): ToolReport | undefined {
  if (output.error !== undefined) return undefined;
  const { operation, root, count, truncated, entries, skipped = {} } = output;
  const isStat = operation === "stat_path";
  const skippedCounts = Object.entries(skipped)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(", ");
  const counted = `${count} ${count === 1 ? "entry" : "entries"}`;
  return {
    header: `${operation} ${lineSafe(root)}: ${counted}${truncated ? ", truncated" : ""}`,
    lines: isStat ? entries.flatMap(statLines) : entries.map(lineOf),
    paths: entries.map(({ path }) => path),
    cursor: output.next_cursor,
    notes: skippedCounts === "" ? [] : [`skipped: ${skippedCounts}`],
  };
}

const SUFFIXES: Readonly<Record<DiscoveryKind, string>> = {
  dir: "/",
  file: "",
  missing: "",
  other: "",
  symlink: "@",
};

function lineOf({ path, kind, size, modified_unix_ms }: DiscoveryEntry): string {
  const shown = lineSafe(path) + SUFFIXES[kind];
  if (modified_unix_ms === undefined) return shown;
  const time = modified_unix_ms === null ? "-" : new Date(modified_unix_ms).toISOString();
  return `${shown}\t${size ?? "-"}\t${time}`;
}

function statLines(entry: DiscoveryEntry): string[] {
  return Object.entries(entry)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${lineSafe(String(value))}`);
}
