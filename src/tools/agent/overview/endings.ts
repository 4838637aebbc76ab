/** Counts the endings of file names. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";

/** How many files have each ending. */
export type EndingCounts = readonly (readonly [ending: string, count: number])[];

/** The longest ending that counts, in characters with its dot. */
const LONGEST = 12;

/** How many endings are said of a directory. */
const MOST_SAID = 3;

/** The ending of a name, with its dot; `""` where it has none that counts. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const isEnding = dot > 0 && dot < name.length - 1 && name.length - dot <= LONGEST;
  return isEnding ? name.slice(dot) : "";
}

/** Whether a name has an ending, which is not the whole name. */
export function hasEnding(name: string, ending: string): boolean {
  return ending !== "" && name.length > ending.length && name.endsWith(ending);
}

/** Adds the endings of names to counts. */
export function addEndings(counts: Map<string, number>, names: readonly string[]): void {
  for (let i = 0; i < names.length;) {
    const from = i++;
    const ending = endingOf(names[from]!);
    // Neighbours mostly share one.
    while (i < names.length && hasEnding(names[i]!, ending)) i++;
    counts.set(ending, (counts.get(ending) ?? 0) + i - from);
  }
}

/** The endings that most files have, ties by code point. `.6` of `.so.6` is a version: it tells nothing. */
export function mostFrequent(counts: ReadonlyMap<string, number>): EndingCounts {
  const top: (readonly [string, number])[] = [];
  for (const entry of counts) {
    const at = top.findLastIndex((each) => !isBefore(entry, each)) + 1;
    if (at < MOST_SAID && /\p{L}/u.test(entry[0])) top.splice(at, 0, entry);
    if (top.length > MOST_SAID) top.pop();
  }
  return top;
}

function isBefore([a, m]: readonly [string, number], [b, n]: readonly [string, number]): boolean {
  return m > n || m === n && compareCodePoints(a, b) < 0;
}
