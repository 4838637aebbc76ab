/** Renders the rows of `overview`, without indentation. */
import { escapeCodePoint, groupDigits, lineSafe } from "../../../text/line_safe.ts";
import { rowSafe, unlikeToolLine } from "../../row_safe.ts";
import type { Omitted } from "./tree_counter.ts";
import {
  type CountedDirectory,
  TOTAL_KEYS,
  type Totals,
  type UncountedReason,
} from "./counted_directory.ts";
import { type ExtensionCounts, hasExtension } from "./extension_counts.ts";

export interface RestCounts extends Totals {
  omitted: number;
}

const MIN_EXTENSION_SHARE = 0.05;

/** Returns the text of a directory's name, or of a chain's names. */
export function directoryNameText(name: string): string {
  // The joined names may read like a line of the tool's own even if none does alone.
  return unlikeToolLine(`${name.split("/").map(entryNameText).join("/")}/`);
}

/** Returns the text of a name, escaped so that it reads like no row of another entry. */
export function entryNameText(name: string): string {
  return rowSafe(name).replace(/@(?= -> )|(?<= )\((?=other\)$)/gu, escapeCodePoint);
}

const UNCOUNTED_TEXTS: Readonly<Record<UncountedReason, string>> = {
  denied: "permission denied",
  io_error: "cannot be read",
  outside: "not permitted",
  unaddressable: "cannot be opened by its name",
  unread: "not read",
};

/** Returns the text after the name of a collapsed directory: its counts, or why there are none. */
export function summaryText(directory: CountedDirectory, extensions: ExtensionCounts): string {
  const { uncounted, totals, isFullyCounted, omitted } = directory;
  if (uncounted !== undefined) return ` (${UNCOUNTED_TEXTS[uncounted]})`;
  const counts = totalsText(totals);
  if (counts === "") return omitted === 0 ? " (empty)" : ` (${groupDigits(omitted)} omitted)`;
  return ` (${isFullyCounted ? "" : ">= "}${counts}${extensionsText(extensions)})`;
}

/** Returns the frequent extensions of a number of files: those of a directory, less the files that have a row. */
export function frequentExtensions(
  { topExtensions }: CountedDirectory,
  fileCount: number,
  shownFiles: readonly string[],
): ExtensionCounts {
  const rest = topExtensions.map(([extension, count]) =>
    [extension, count - shownFiles.filter((name) => hasExtension(name, extension)).length] as const
  );
  return rest.filter(([, count]) => count > 0 && count >= MIN_EXTENSION_SHARE * fileCount);
}

function extensionsText(extensions: ExtensionCounts): string {
  const texts = extensions.map(([name, count]) => `${lineSafe(name)} ${groupDigits(count)}`);
  return texts.length === 0 ? "" : `: ${texts.join(", ")}`;
}

/** Returns the counts that are not 0, in words. */
export function totalsText(totals: Totals): string {
  const kinds = TOTAL_KEYS.filter((kind) => totals[kind] !== 0);
  return kinds.map((kind) => countText(totals[kind], kind.slice(0, -1))).join(", ");
}

function countText(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns the row that counts the entries of a directory without one. */
export function restText(
  rest: RestCounts,
  isFullyCounted: boolean,
  extensions: ExtensionCounts,
): string {
  const count = TOTAL_KEYS.reduce((total, kind) => total + rest[kind], 0);
  const details = `${totalsText(rest)}${extensionsText(extensions)}`;
  const parts = [
    ...count === 0 ? [] : [`${groupDigits(count)} more (${details})`],
    ...rest.omitted === 0 ? [] : [`${groupDigits(rest.omitted)} omitted`],
  ];
  return `… ${isFullyCounted ? "" : ">= "}${parts.join(", ")}`;
}

/** Returns the line that counts omitted entries, if there are any. */
export function omittedLines(omitted: Omitted, isFullyCounted: boolean): string[] {
  const counts = Object.entries(omitted).filter(([, count]) => count > 0);
  if (counts.length === 0) return [];
  const list = counts.map(([reason, count]) => `${groupDigits(count)} ${reason}`).join(", ");
  return [`omitted: ${isFullyCounted ? "" : ">= "}${list}`];
}
