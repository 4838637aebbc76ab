/** The rows of `overview`, without indentation. */
import { escapeCodePoint, groupDigits, lineSafe } from "../../../text/line_safe.ts";
import { rowSafe, unlikeOwnLine } from "../../row_safe.ts";
import type { Omitted } from "./census.ts";
import {
  type Closed,
  type CountedDirectory,
  TOTAL_KEYS,
  type Totals,
} from "./counted_directory.ts";
import { type EndingCounts, hasEnding } from "./endings.ts";

/** Entries that have no row. */
export interface Rest extends Totals {
  omitted: number;
}

/** An ending says something from this share of the files on. */
const TELLING = 0.05;

/** The name of a directory, or of a chain of them, in a row. */
export function directoryText(name: string): string {
  // Names that each read like none may do so together.
  return unlikeOwnLine(`${name.split("/").map(shownName).join("/")}/`);
}

/** A name that reads like no other entry's row either. */
export function shownName(name: string): string {
  return rowSafe(name).replace(/@(?= -> )|(?<= )\((?=other\)$)/gu, escapeCodePoint);
}

const CLOSED: Readonly<Record<Closed, string>> = {
  denied: "permission denied",
  io_error: "cannot be read",
  outside: "not permitted",
  unaddressable: "cannot be opened by its name",
  unread: "not read",
};

/** What a row says of a directory that is not open. */
export function summaryText(directory: CountedDirectory, endings: EndingCounts): string {
  const { closed, totals, isFullyCounted, omitted } = directory;
  if (closed !== undefined) return ` (${CLOSED[closed]})`;
  const counts = countsOf(totals);
  if (counts === "") return omitted === 0 ? " (empty)" : ` (${groupDigits(omitted)} omitted)`;
  return ` (${isFullyCounted ? "" : ">= "}${counts}${endingsText(endings)})`;
}

/** Those of a directory's endings that say something. */
export function tellingEndings({ extensions, totals }: CountedDirectory): EndingCounts {
  return extensions.filter(([, count]) => count >= TELLING * totals.files);
}

/** Those of the files of a directory that have no row, if the files in it that have one are these. */
export function restEndings(
  { extensions }: CountedDirectory,
  { files }: Rest,
  shown: readonly string[],
): EndingCounts {
  const rest = extensions.map(([ending, count]) =>
    [ending, count - shown.filter((name) => hasEnding(name, ending)).length] as const
  );
  return rest.filter(([, count]) => count > 0 && count >= TELLING * files);
}

function endingsText(endings: EndingCounts): string {
  const texts = endings.map(([ending, count]) => `${lineSafe(ending)} ${groupDigits(count)}`);
  return texts.length === 0 ? "" : `: ${texts.join(", ")}`;
}

/** The counts that are not zero, in words; `""` if all are zero. */
export function countsOf({ files, dirs, links, others }: Totals): string {
  return [
    ...numbered(files, "file"),
    ...numbered(dirs, "dir"),
    ...numbered(links, "link"),
    ...numbered(others, "other"),
  ].join(", ");
}

function numbered(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${groupDigits(count)} ${noun}${count === 1 ? "" : "s"}`];
}

/** A row for the entries of a directory that have none. */
export function restText(rest: Rest, isFullyCounted: boolean, endings: EndingCounts): string {
  const count = TOTAL_KEYS.reduce((total, kind) => total + rest[kind], 0);
  const about = `${countsOf(rest)}${endingsText(endings)}`;
  const parts = [
    ...count === 0 ? [] : [`${groupDigits(count)} more (${about})`],
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
