/** Counts the endings of file names. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { endingWorth, NO_ENDING } from "../worth/name_worth.ts";

/** An ending that files share. There is one object for each text. */
export interface Ending {
  /** With its dot; `""` where a name has none that counts. */
  readonly text: string;
  /** What it tells of what a file is worth. */
  readonly worth: number;
  /** Whether a row may say it. */
  readonly isSaid: boolean;
}

/** How many files have each ending. */
export type EndingCounts = readonly (readonly [ending: string, count: number])[];

/** The longest ending that counts, in characters with its dot. */
const LONGEST = 12;

/** How many endings are said of a directory. */
const MOST_SAID = 3;

const NONE: Ending = { text: "", worth: NO_ENDING, isSaid: false };
const ODD: Ending = { text: "", worth: endingWorth(""), isSaid: false };

/** The endings of a walk. */
export class Endings {
  readonly #known = new Map<string, Ending>();

  /** The ending of a name. Neighbours mostly share one, so it helps to know that of the last name. */
  of(name: string, last: Ending | undefined): Ending {
    if (last !== undefined && hasEnding(name, last)) return last;
    const dot = name.lastIndexOf(".");
    if (dot <= 0) return NONE;
    if (dot === name.length - 1 || name.length - dot > LONGEST) return ODD;
    const text = name.slice(dot);
    let ending = this.#known.get(text);
    if (ending === undefined) this.#known.set(text, ending = endingOf(text));
    return ending;
  }
}

/** Whether a name has an ending, which is not the whole name. */
function hasEnding(name: string, { text }: Ending): boolean {
  return text !== "" && name.length > text.length && name.endsWith(text);
}

function endingOf(text: string): Ending {
  // `.6` of `.so.6` is a version.
  return { text, worth: endingWorth(text.slice(1)), isSaid: /\p{L}/u.test(text) };
}

/** The endings that most files have, ties by code point. */
export function mostFrequent(counts: ReadonlyMap<Ending, number>): EndingCounts {
  const top: (readonly [string, number])[] = [];
  for (const [{ text, isSaid }, count] of counts) {
    if (!isSaid) continue;
    const entry = [text, count] as const;
    const at = top.findLastIndex((each) => !isBefore(entry, each)) + 1;
    if (at < MOST_SAID) top.splice(at, 0, entry);
    if (top.length > MOST_SAID) top.pop();
  }
  return top;
}

function isBefore([a, m]: readonly [string, number], [b, n]: readonly [string, number]): boolean {
  return m > n || m === n && compareCodePoints(a, b) < 0;
}
