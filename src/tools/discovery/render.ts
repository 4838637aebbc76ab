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
  ResultHead,
} from "./result.ts";

/** The forms in which rows show sizes and times. */
export interface FactForms {
  /** Returns the text of a size, `null` for what has none; empty to leave it out. */
  size(bytes: number | null): string;
  time(ms: number): string;
  /** What follows the first line. */
  readonly note?: string;
}

const EXACT_FORMS: FactForms = {
  size: (bytes) => String(bytes ?? "-"),
  time: (ms) => new Date(ms).toISOString(),
};

export function discoveryToolResult(output: DiscoveryResult, forms = EXACT_FORMS): ToolResult {
  const header = `${discoveryHeader(output)}${forms.note ?? ""}`;
  return textResult(output, [header, ...discoveryLines(output, forms)]);
}

/** Returns a result with the text that its first lines, its cursor and its advice make; or the text of its error. */
export function textResult(output: DiscoveryResult, first: readonly string[]): ToolResult {
  const { error, next_cursor } = output;
  if (error !== undefined) {
    return { text: failureText(error, output), structured: output, isError: true };
  }
  const cursor = next_cursor === undefined ? [] : [`next_cursor: ${next_cursor}`];
  const lines = [...first, ...cursor, ...skippedLines(output.skipped ?? {}), ...adviceOf(output)];
  return { text: lines.join("\n"), structured: output, isError: false };
}

export function discoveryReport(output: DiscoveryResult): ToolReport | undefined {
  if (output.error !== undefined) return undefined;
  return {
    header: discoveryHeader(output),
    lines: discoveryLines(output, EXACT_FORMS),
    get paths() {
      return output.entries.filter(({ kind }) => kind !== "missing").map(({ path }) => path);
    },
    cursor: output.next_cursor,
    skipped: output.skipped ?? {},
    notes: adviceOf(output),
  };
}

function discoveryHeader(output: DiscoveryResult): string {
  const { operation, count, truncated, query: { modified_within: since } } = output;
  return [
    `${operation} ${searchedText(output)}: ${countText(count)}`,
    ...typeof since === "string" ? [`modified since ${since}`] : [],
    ...truncated ? ["truncated"] : [],
  ].join(", ");
}

export function searchedText({ root, roots = [root] }: ResultHead): string {
  return roots.map((each) => lineSafe(each)).join(", ");
}

export function countText(count: number): string {
  return `${count} ${count === 1 ? "entry" : "entries"}`;
}

function discoveryLines(
  { operation, entries, query: { sort } }: DiscoveryResult,
  forms: FactForms,
): string[] {
  if (operation === "stat_path") return entries.flatMap(statLines);
  const rows = pathLines(entries);
  return entries.map(({ size, modified_unix_ms: time }, i) => {
    // A search shows what decides its order, a listing both.
    const isListed = sort === undefined && time !== undefined;
    const details = [
      ...isListed || sort === "size" ? [forms.size(size ?? null)] : [],
      ...time === undefined ? [] : [time === null ? "-" : forms.time(time)],
    ];
    return [rows[i], ...details.filter((each) => each !== "")].join("\t");
  });
}

export function failureText({ code, message }: DiscoveryFailure, advice: Advice = {}): string {
  return [`error ${code}: ${message}`, ...adviceOf(advice)].join("\n");
}

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
