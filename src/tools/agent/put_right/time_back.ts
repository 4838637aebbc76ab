import { ArgumentError, formatValue } from "../../../arguments/argument_error.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A date in UTC, or a time with an offset: `toISOString` writes it so. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Returns the time that a text means, as `toISOString` writes it: so a logged call can be run again. Throws
 * `ArgumentError` if it is no time.
 */
export function timeIn(text: string): string {
  const [, count, unit] = /^(\d{1,5}(?:\.\d{1,3})?) ?([mhd])$/.exec(text.trim()) ?? [];
  if (unit !== undefined) return isoOf(Date.now() - Number(count) * UNIT_MS[unit]!);
  const time = DATE.test(text.trim()) ? Date.parse(text.trim()) : NaN;
  if (!Number.isNaN(time)) return isoOf(time);
  const forms = 'a time back from now ("90m", "2h", "3d") or a date ("2026-01-31")';
  throw new ArgumentError(
    `modified_within must be ${forms}, not ${formatValue(text)}`,
    "out_of_range",
    "modified_within",
  );
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
