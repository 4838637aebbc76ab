/** How well one word of a query fits a path. */
import type { Folder } from "./folder.ts";
import type { Letters } from "./letters.ts";
import type { Word } from "./parse_query.ts";
import { Alignment, idealScore } from "./subsequence.ts";
import { isTooFar, mostTypos, TypoFinder } from "./typos.ts";

/** What the first typo costs, and each further one of a short word. */
const TYPO = { first: 0.22, further: 0.18 } as const;

/** What an end within a word costs. */
const OPEN_END = 0.05;

/** How well a word fits a folder at most that it names with typos. */
const IN_FOLDER = 0.9;

/** A word that fits as well has no typos. */
const SURE = 0.75;

/** How well one word fits: its letters in order, or with typos where a word of the path begins. */
export class WordMatcher {
  readonly #word: Word;
  /** How many typos it may have. */
  readonly #most: number;
  readonly #ideal: number;
  readonly #inFolder: Alignment;
  readonly #inName: Alignment;
  readonly #typos = new TypoFinder();
  readonly #folder: Folder;
  /** The serial of the folder that what follows is of. */
  #serial = 0;
  /** How many letters of the word the folder holds in order. */
  #held = 0;
  /** Whether the word is laid over the folder. */
  #isLaid = false;
  /** How well the folder fits with typos; negative if that was not asked yet. */
  #misspelt = -1;
  /** Whether the last path matched in its name. */
  isInName = false;
  /** Whether it matched with typos only. */
  isMisspelt = false;

  constructor(word: Word, folder: Folder) {
    const { length } = word.codes;
    this.#word = word;
    this.#folder = folder;
    this.#most = mostTypos(length);
    this.#ideal = idealScore(length);
    this.#inFolder = new Alignment(length);
    this.#inName = new Alignment(length);
  }

  /** The number of its letters. */
  get length(): number {
    return this.#word.codes.length;
  }

  /** Its share in a query. */
  get weight(): number {
    return this.#ideal;
  }

  /** Whether a name with such letters may fit. It is cheap, and wrong only in saying yes. */
  mayFit(mask: number): boolean {
    const { codes, masks, place } = this.#word;
    if (this.#serial !== this.#folder.serial) this.#enter();
    if (this.#held === codes.length) return true;
    if (place !== "folder") {
      if ((masks[this.#held]! & ~mask) === 0) return true;
      if (this.#most > 0 && !isTooFar(masks[0]! & ~mask, this.#most)) return true;
    }
    return this.#most > 0 && this.#fitOfMisspeltFolder() > 0;
  }

  /** How well a path fits, 0 to 1, by the name of an entry of the folder. */
  fit(name: Letters, mask: number): number {
    const { codes, masks, place } = this.#word;
    const whole = codes.length;
    if (this.#serial !== this.#folder.serial) this.#enter();
    let fit = 0;
    this.isInName = this.isMisspelt = false;
    if (this.#held === whole) fit = this.#fitOfFolder();
    if (
      place !== "folder" && (masks[this.#held]! & ~mask) === 0 && (masks[whole - 1]! & ~mask) === 0
    ) {
      const last = endingIn(name, codes);
      if (last > 0 && this.#held + last >= whole) {
        const inName = this.#fitOfName(name, whole - last);
        if (inName > fit) {
          fit = inName;
          this.isInName = true;
        }
      }
    }
    if (this.#most === 0 || fit >= SURE) return fit;
    const folder = this.#fitOfMisspeltFolder();
    if (folder > fit) {
      fit = folder;
      this.isInName = false;
      this.isMisspelt = true;
    }
    if (place === "folder" || isTooFar(masks[0]! & ~mask, this.#most)) return fit;
    const misspelt = this.#fitWith(this.#typos.find(this.#word, name, 0, name.length));
    if (misspelt <= fit) return fit;
    this.isInName = this.isMisspelt = true;
    return misspelt;
  }

  #enter(): void {
    const { codes, place } = this.#word;
    this.#serial = this.#folder.serial;
    this.#isLaid = false;
    this.#held = place === "name" ? 0 : beginningIn(this.#folder.letters, codes);
    this.#misspelt = place === "name" ? 0 : -1;
  }

  /** How well the folder fits alone. */
  #fitOfFolder(): number {
    if (!this.#isLaid) {
      this.#isLaid = true;
      this.#inFolder.reset();
      const { letters } = this.#folder;
      if (this.#held > 0) {
        this.#inFolder.layOver(this.#word.codes, letters, {
          start: 0,
          end: letters.length,
          held: 0,
          isName: false,
        });
      }
    }
    return Math.max(0, this.#inFolder.score / this.#ideal);
  }

  /** How well a path fits where the word ends in the name. */
  #fitOfName(name: Letters, held: number): number {
    this.#fitOfFolder();
    this.#inName.continueFrom(this.#inFolder, held);
    this.#inName.layOver(this.#word.codes, name, {
      start: 0,
      end: name.length,
      held,
      isName: true,
    });
    return this.#inName.score / this.#ideal;
  }

  #fitOfMisspeltFolder(): number {
    if (this.#misspelt >= 0) return this.#misspelt;
    const { masks } = this.#word;
    const { letters, parts } = this.#folder;
    let fewest = Infinity;
    for (const { start, end, mask } of parts) {
      if (isTooFar(masks[0]! & ~mask, this.#most)) continue;
      fewest = Math.min(fewest, this.#typos.find(this.#word, letters, start, end));
    }
    return this.#misspelt = IN_FOLDER * this.#fitWith(fewest);
  }

  #fitWith(typos: number): number {
    if (typos === Infinity) return 0;
    if (typos < 1) return 1 - 2 * typos * OPEN_END;
    // Two typos of a long word are less than two of a short one.
    return 1 - TYPO.first - (typos - 1) * TYPO.further * SHORT / this.#word.codes.length;
  }
}

/** The longest word that may have one typo only. */
const SHORT = 7;

/** How many of a word's first letters a text holds in order. */
function beginningIn({ codes, length }: Letters, word: Int32Array): number {
  let held = 0;
  for (let i = 0; i < length && held < word.length; i++) {
    if (codes[i] === word[held]) held++;
  }
  return held;
}

/** How many of a word's last letters a text holds in order. */
function endingIn({ codes, length }: Letters, word: Int32Array): number {
  let at = word.length;
  for (let i = length - 1; i >= 0 && at > 0; i--) {
    if (codes[i] === word[at - 1]) at--;
  }
  return word.length - at;
}
