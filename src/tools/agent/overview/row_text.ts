/** The rows of `overview`, without indentation. */
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

/** Entries that have no row. */
export interface RestCounts extends Totals {
  omitted: number;
}

/** An ending says something from this share of the files on. */
const MIN_EXTENSION_SHARE = 0.05;

/** The name of a directory, or of a chain of them, in a row. */
export function directoryNameText(name: string): string {
  // Names that each read like none may do so together.
  return unlikeToolLine(`${name.split("/").map(entryNameText).join("/")}/`);
}

/** A name that reads like no other entry's row either. */
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

/** What a row says of a directory that is not open. */
export function summaryText(directory: CountedDirectory, extensions: ExtensionCounts): string {
  const { uncounted, totals, isFullyCounted, omitted } = directory;
  if (uncounted !== undefined) return ` (${UNCOUNTED_TEXTS[uncounted]})`;
  const counts = totalsText(totals);
  if (counts === "") return omitted === 0 ? " (empty)" : ` (${groupDigits(omitted)} omitted)`;
  return ` (${isFullyCounted ? "" : ">= "}${counts}${extensionsText(extensions)})`;
}

/** Those of a directory's endings that say something. */
export function frequentExtensions({ topExtensions, totals }: CountedDirectory): ExtensionCounts {
  return topExtensions.filter(([, count]) => count >= MIN_EXTENSION_SHARE * totals.files);
}

/** Those of the files of a directory that have no row, if the files in it that have one are these. */
export function frequentRestExtensions(
  { topExtensions }: CountedDirectory,
  { files }: RestCounts,
  shownFiles: readonly string[],
): ExtensionCounts {
  const rest = topExtensions.map(([extension, count]) =>
    [extension, count - shownFiles.filter((name) => hasExtension(name, extension)).length] as const
  );
  return rest.filter(([, count]) => count > 0 && count >= MIN_EXTENSION_SHARE * files);
}

function extensionsText(extensions: ExtensionCounts): string {
  const texts = extensions.map(([extension, count]) =>
    `${lineSafe(extension)} ${groupDigits(count)}`
  );
  return texts.length === 0 ? "" : `: ${texts.join(", ")}`;
}

/** The counts that are not zero, in words; `""` if all are zero. */
export function totalsText({ files, dirs, links, others }: Totals): string {
  return [
    ...countTexts(files, "file"),
    ...countTexts(dirs, "dir"),
    ...countTexts(links, "link"),
    ...countTexts(others, "other"),
  ].join(", ");
}

function countTexts(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${groupDigits(count)} ${noun}${count === 1 ? "" : "s"}`];
}

/** A row for the entries of a directory that have none. */
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

/** The line that counts what is left out; `""` if nothing is. */
export function omittedLine(omitted: Omitted, isFullyCounted: boolean): string {
  const counts = Object.entries(omitted).filter(([, count]) => count > 0);
  if (counts.length === 0) return "";
  const list = counts.map(([reason, count]) => `${groupDigits(count)} ${reason}`).join(", ");
  return `omitted: ${isFullyCounted ? "" : ">= "}${list}`;
}
