/** Finds the names that are nearest to a misspelt one. */
import { foldCase } from "./line_safe.ts";

/** A name, and its edit distance from the one that was asked for. */
interface Candidate {
  readonly name: string;
  readonly distance: number;
}

/** Counts the edits between two texts. */
export type EditCounter = (a: string, b: string) => number;

/** Collects the names that may have been meant. {@linkcode nearestTo} makes one. */
export class Nearest {
  readonly #asked: string;
  readonly #limit: number;
  readonly #editsBetween: EditCounter;
  readonly #found: Candidate[] = [];

  constructor(asked: string, limit: number, editsBetween: EditCounter) {
    this.#asked = foldCase(asked);
    this.#limit = limit;
    this.#editsBetween = editsBetween;
  }

  /** The names found, nearest first; those of equal distance in the order in which they came. */
  get names(): string[] {
    return this.#found.map(({ name }) => name);
  }

  /** Looks at one name. */
  add(name: string): void {
    const folded = foldCase(name);
    const distance = this.#editsTo(folded);
    if (distance !== SWAP && !isNear(this.#asked, folded, distance)) return;
    const at = this.#found.findLastIndex((each) => each.distance <= distance) + 1;
    if (at < this.#limit) this.#found.splice(at, 0, { name, distance });
    this.#found.length = Math.min(this.#found.length, this.#limit);
  }

  /** The edit distance, measured only where it can be near or is not plain from the lengths. */
  #editsTo(name: string): number {
    const least = Math.abs(lengthOf(this.#asked) - lengthOf(name));
    const isOnlyLonger = this.#asked.includes(name) || name.includes(this.#asked);
    return isOnlyLonger || least > mostEdits(this.#asked)
      ? least
      : this.#editsBetween(this.#asked, name);
  }
}

/** Starts a search for the names nearest to one, a few at most. It loads what measures distances. */
export async function nearestTo(asked: string, limit: number): Promise<Nearest> {
  return new Nearest(asked, limit, await loadEditCounter());
}

/** What two swapped letters count: they are the likelier of two names that are two edits away. */
export const SWAP = 1.5;

/** Loads what counts edits: letters added, left out or changed, and {@linkcode SWAP} for two swapped. */
export async function loadEditCounter(): Promise<EditCounter> {
  const { levenshteinDistance } = await import("@std/text/levenshtein-distance");
  return (a, b) => {
    const edits = levenshteinDistance(a, b);
    return edits === 2 && sortedLetters(a) === sortedLetters(b) ? SWAP : edits;
  };
}

/** Whether a third of a name is misspelt at most, or one name is part of the other. */
function isNear(asked: string, name: string, distance: number): boolean {
  if (distance <= mostEdits(asked)) return true;
  const [short, long] = asked.length < name.length ? [asked, name] : [name, asked];
  return short.length > 1 && long.includes(short);
}

function mostEdits(asked: string): number {
  return asked.length < 5 ? 1 : Math.max(2, Math.floor(asked.length / 3));
}

/** In code points, as edits count. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function sortedLetters(name: string): string {
  return [...name].sort().join("");
}
