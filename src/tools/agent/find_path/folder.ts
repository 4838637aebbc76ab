/** The folder whose entries are being matched. */
import { bitOf, Letters } from "./letters.ts";

/** How many letters of a folder's path count: the last ones. */
const MOST_LETTERS = 256;

/** One part of a folder's path. */
interface Part {
  /** The index of its first letter. */
  readonly start: number;
  /** The index after its last one. */
  readonly end: number;
  /** A bit for each letter in it: see {@linkcode bitOf}. */
  readonly mask: number;
}

/** The folder whose entries are being matched. One object is moved from folder to folder. */
export class Folder {
  /** Its path, with a slash at the end. */
  readonly letters: Letters = new Letters();
  /** The parts of its path, the nearest last. */
  parts: readonly Part[] = [];
  /** Its path from the root of the search: `""`, or a path that ends in a slash. */
  prefix = "";
  /** How many folders it has been moved to. */
  serial = 0;

  /** Moves to another folder. */
  enter(prefix: string): void {
    this.prefix = prefix;
    this.serial++;
    this.letters.read(prefix.slice(-MOST_LETTERS));
    const { codes, length } = this.letters;
    const parts: Part[] = [];
    for (let start = 0, end = 0, mask = 0; end < length; end++) {
      if (codes[end] !== SLASH) {
        mask |= bitOf(codes[end]!);
        continue;
      }
      parts.push({ start, end, mask });
      start = end + 1;
      mask = 0;
    }
    this.parts = parts;
  }
}

const SLASH = "/".charCodeAt(0);
