import { ArgumentError, formatValue } from "../../../arguments/argument_error.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNIT_MS = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  mo: 30 * DAY_MS,
  y: 365 * DAY_MS,
} as const;

/** A number of units: `90m`, `1.5 hours`, `1mo`. Case counts in none but `M`, which may mean months. */
const UNITS =
  /(\d{1,5}(?:\.\d{1,3})?) ?(mo(?:nths?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?|y(?:ears?)?)/;

/** Several of them, the first of which may lack its number: `1h30m`, `last week`, `past 2 days`, `3 days ago`. */
const BACK_FROM_NOW = new RegExp(
  `^(?:the )?(?:(?:last|past) (?=\\D)(?<one>day|week|month|year)|` +
    `(?:(?:last|past) )?(?<sum>${UNITS.source}(?: ?(?:, ?|and )?${UNITS.source})*))(?: ago)?$`,
);

/** A date, with a time or without, and with an offset or in UTC. */
const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|UTC|[+-]\d\d:\d\d)?)?$/i;

/** Days back from the one that begins now, in UTC. */
const NAMED_DAYS: ReadonlyMap<string, number> = new Map([["today", 0], ["yesterday", 1]]);

/**
 * Returns the time that a text means, as `toISOString` writes it: so a logged call can be run again. Throws
 * `ArgumentError` if it is no time.
 */
export function timeIn(text: string): string {
  const trimmed = text.trim().replace(/^since /i, "");
  const words = trimmed.endsWith("M") ? trimmed : trimmed.toLowerCase();
  const { one, sum } = BACK_FROM_NOW.exec(words)?.groups ?? {};
  if (one !== undefined || sum !== undefined) {
    return isoOf(Date.now() - durationOf(sum ?? `1 ${one}`));
  }
  const days = NAMED_DAYS.get(words);
  if (days !== undefined) return isoOf(Date.now() - Date.now() % DAY_MS - days * DAY_MS);
  const time = timeOfDate(trimmed);
  if (time !== undefined) return isoOf(time);
  const message =
    `modified_within must be a time back from now ("90m", "2h", "3d"), "yesterday" or a date ("2026-01-31"), not ${
      formatValue(text)
    }`;
  throw new ArgumentError(message, "out_of_range", "modified_within");
}

/** Returns the milliseconds of units that are added up. */
function durationOf(sum: string): number {
  return sum.matchAll(new RegExp(UNITS, "g")).reduce((total, [, count, unit = ""]) => {
    const key = unit.startsWith("mo") ? "mo" : unit[0] as Exclude<keyof typeof UNIT_MS, "mo">;
    return total + Number(count) * UNIT_MS[key];
  }, 0);
}

/** Returns the milliseconds since 1970 of a date; `undefined` if there is no such day or time. */
function timeOfDate(text: string): number | undefined {
  const [, day, time = "00:00", zone = "Z"] = DATE.exec(text) ?? [];
  if (day === undefined) return undefined;
  // The 31st of February would be a day of March.
  const midnight = Date.parse(`${day}T00:00Z`);
  const isDay = !Number.isNaN(midnight) && isoOf(midnight).startsWith(day);
  const parsed = Date.parse(`${day}T${time}${zone.toUpperCase().replace("UTC", "Z")}`);
  return isDay && !Number.isNaN(parsed) ? parsed : undefined;
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
