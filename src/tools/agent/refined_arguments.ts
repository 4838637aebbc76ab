import { ArgumentError, formatValue } from "../../arguments/argument_error.ts";
import { DirscopeError } from "../../errors.ts";
import type { Refinement } from "../discovery/search_pages.ts";

/**
 * Checks the arguments that searches have in this toolset alone, and replaces a time back from now by the one that it
 * stands for, which is understood as well: so a logged call can be run again.
 *
 * @throws {DirscopeError} If `modified_within` is no time, or a search of one page has a cursor.
 */
export function refinedArguments<Arguments extends Refinement & { readonly cursor: string | null }>(
  args: Arguments,
): Arguments {
  const { sort, cursor, modified_within } = args;
  if (sort !== "path" && cursor !== null) {
    throw new DirscopeError("bad_cursor", `sort: "${sort}" gives one page, without a cursor`);
  }
  return modified_within == null
    ? args
    : { ...args, modified_within: new Date(startOf(modified_within)).toISOString() };
}

const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 24 * 60 * MINUTE_MS,
  w: 7 * 24 * 60 * MINUTE_MS,
};

/** `90m`, and the same in words: `90 minutes ago`. */
const BACK_FROM_NOW =
  /^(\d{1,5}) ?(m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)(?: ago)?$/;
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;

/** Returns the time that a text stands for, in milliseconds since 1970. */
function startOf(text: string): number {
  const trimmed = text.trim();
  const [, count, unit] = BACK_FROM_NOW.exec(trimmed) ?? [];
  if (unit !== undefined) return Date.now() - Number(count) * UNIT_MS[unit[0]!]!;
  const time = UTC_TIME.test(trimmed) ? Date.parse(trimmed) : NaN;
  // The 31st of February would be a day of March.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(trimmed.slice(0, 10))) {
    return time;
  }
  const message = `modified_within must be a time back from now, such as "90m", "2h" or "3d", not ${
    formatValue(text)
  }`;
  throw new ArgumentError(message, "out_of_range", "modified_within");
}
