/** The text of a {@linkcode DiscoveryResult}. */
import { lineSafe, needsNoEscape, sentenceSafe } from "../../text/line_safe.ts";
import { skippedLines } from "../skipped.ts";
import type { ToolReport, ToolResult } from "../../tool.ts";
import { rowSafe } from "../row_safe.ts";
import type {
  Advice,
  DiscoveryEntry,
  DiscoveryFailure,
  DiscoveryKind,
  DiscoveryResult,
} from "./result.ts";

/** Returns the text of a result, with the result itself as data. */
export function discoveryToolResult(output: DiscoveryResult): ToolResult {
  const { error, next_cursor } = output;
  if (error !== undefined) {
    return { text: failureText(error, output), structured: output, isError: true };
  }
  const last = [
    ...next_cursor === undefined ? [] : [`next_cursor: ${next_cursor}`],
    ...skippedLines(output.skipped ?? {}),
  ].join("; ");
  const lines = [
    discoveryHeader(output),
    ...discoveryLines(output),
    ...last === "" ? [] : [last],
    ...adviceOf(output),
  ];
  return { text: lines.join("\n"), structured: output, isError: false };
}

/** Returns the lines of a result; an error has none. */
export function discoveryReport(output: DiscoveryResult): ToolReport | undefined {
  if (output.error !== undefined) return undefined;
  return {
    header: discoveryHeader(output),
    lines: discoveryLines(output),
    get paths() {
      return output.entries.map(({ path }) => path);
    },
    cursor: output.next_cursor,
    skipped: output.skipped ?? {},
    notes: adviceOf(output),
  };
}

function discoveryHeader({ operation, root, count, truncated, query }: DiscoveryResult): string {
  const { modified_within: since } = query;
  return [
    `${operation} ${lineSafe(root)}: ${countText(count)}`,
    ...typeof since === "string" ? [`modified since ${since}`] : [],
    ...truncated ? ["truncated"] : [],
  ].join(", ");
}

/** Returns a number of entries in words. */
export function countText(count: number): string {
  return `${count} ${count === 1 ? "entry" : "entries"}`;
}

function discoveryLines({ operation, entries, query: { sort } }: DiscoveryResult): string[] {
  if (operation === "stat_path") return entries.flatMap(statLines);
  const rows = pathLines(entries);
  return entries.map(({ size, modified_unix_ms: time }, i) => {
    // A search shows what decides its order, a listing both.
    const isListed = sort === undefined && time !== undefined;
    const details = [
      ...isListed || sort === "size" ? [size ?? "-"] : [],
      ...time === undefined ? [] : [time === null ? "-" : new Date(time).toISOString()],
    ];
    return [rows[i], ...details].join("\t");
  });
}

export function failureText({ code, message }: DiscoveryFailure, advice: Advice = {}): string {
  return [`error ${code}: ${message}`, ...adviceOf(advice)].join("\n");
}

/** Returns suggestions and hints, one a line. */
export function adviceOf({ suggestions = [], hints = [] }: Advice): string[] {
  return [
    ...suggestions.map((path) => `suggestion: ${lineSafe(path)}`),
    ...hints.map((hint) => `hint: ${sentenceSafe(hint)}`),
  ];
}

const PATH_SUFFIXES: Readonly<Record<DiscoveryKind, string>> = {
  dir: "/",
  file: "",
  missing: "",
  other: "",
  symlink: "@",
};

/** Returns the rows of paths, each with the suffix of its kind. */
export function pathLines(entries: readonly Pick<DiscoveryEntry, "path" | "kind">[]): string[] {
  // One check of all of them is far faster than a check of each.
  const arePlain = needsNoEscape(entries.map(({ path }) => path).join(""));
  return entries.map(({ path, kind }) => (arePlain ? path : rowSafe(path)) + PATH_SUFFIXES[kind]);
}

function statLines(entry: DiscoveryEntry): string[] {
  return Object.entries(entry)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${lineSafe(String(value))}`);
}
