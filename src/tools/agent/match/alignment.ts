/** Scores a word as a subsequence of a path: the best alignment, with gaps. */
import { BONUS, type Letters } from "./letters.ts";

/** The score of a letter of the word that is matched in a folder. */
const MATCH_SCORE = 16;
/** Added for a letter matched in the name: names are meant more often than folders. */
const NAME_BONUS = 3;
/** Added for the first letter of a gap between two matched letters. */
const GAP_START_PENALTY = -3;
/** Added for each further letter of a gap. */
const GAP_EXTENSION_PENALTY = -1;
/** The minimum bonus of a letter matched right after another. */
const CONSECUTIVE_BONUS = 4;
/** Multiplies the bonus of the word's first letter. */
const FIRST_LETTER_MULTIPLIER = 2;

/** The score where there is no alignment: no sum of bonuses makes it positive. */
const NO_ALIGNMENT = -1_000_000;

/** Returns the score of a word of this length at the start of a name, all letters consecutive. */
export function idealScore(length: number): number {
  return length * (MATCH_SCORE + NAME_BONUS) +
    BONUS.pathPart * (length - 1 + FIRST_LETTER_MULTIPLIER);
}

/** The scores of the best alignments of each prefix of a word with a text; the index is the prefix's length. */
interface ScoreRows {
  /** Scores of the alignments that match the text's last letter. */
  readonly matched: Int32Array;
  /** Scores of those that end in a gap. */
  readonly gapped: Int32Array;
  /** The largest bonus in the consecutive letters that each alignment of `matched` ends with. */
  readonly runBonuses: Int32Array;
}

/**
 * Aligns a word with a folder, and from there with each name in it. Gap penalties are affine, as in the alignment of
 * sequences; the bonuses are fzf's.
 */
export class Alignment {
  readonly #word: readonly number[];
  readonly #folderRows: ScoreRows;
  readonly #nameRows: ScoreRows;
  #folder: Letters | undefined;
  /** The length of the word's longest prefix that is a subsequence of the folder. */
  #inFolder = 0;
  /** The score in the folder, computed when first needed. */
  #folderScore: number | undefined;

  constructor(word: readonly number[]) {
    this.#word = word;
    this.#folderRows = scoreRowsFor(word.length);
    this.#nameRows = scoreRowsFor(word.length);
  }

  /** Returns the score of the word in a folder; 0 or less if it is no subsequence of it. */
  scoreInFolder(folder: Letters): number {
    this.#enter(folder);
    return this.#inFolder < this.#word.length ? 0 : this.#scoreOfFolder(folder);
  }

  /** Returns its score in a folder and a name, ending in the name; 0 or less if it is no subsequence of them. */
  scoreInName(folder: Letters, name: Letters): number {
    this.#enter(folder);
    const { length } = this.#word;
    // The name matches the last letter at least.
    const rest = Math.min(this.#inFolder, length - 1);
    if (this.#subsequenceLength(name, rest) < length) return 0;
    this.#scoreOfFolder(folder);
    const { matched, gapped, runBonuses } = this.#nameRows;
    matched.set(this.#folderRows.matched);
    gapped.set(this.#folderRows.gapped);
    runBonuses.set(this.#folderRows.runBonuses);
    return this.#align(this.#nameRows, name, this.#inFolder, MATCH_SCORE + NAME_BONUS);
  }

  #enter(folder: Letters): void {
    if (folder === this.#folder) return;
    this.#folder = folder;
    this.#inFolder = this.#subsequenceLength(folder, 0);
    this.#folderScore = undefined;
  }

  #scoreOfFolder(folder: Letters): number {
    if (this.#folderScore === undefined) {
      this.#folderRows.matched.fill(NO_ALIGNMENT);
      this.#folderRows.gapped.fill(NO_ALIGNMENT);
      this.#folderScore = this.#align(this.#folderRows, folder, 0, MATCH_SCORE);
    }
    return this.#folderScore;
  }

  /** Returns the length of the word's longest prefix that is a subsequence, `start` letters of it matched before. */
  #subsequenceLength({ codes }: Letters, start: number): number {
    const word = this.#word;
    let matched = start;
    for (let i = 0; i < codes.length && matched < word.length; i++) {
      if (codes[i] === word[matched]) matched++;
    }
    return matched;
  }

  /**
   * Continues the rows over a text, `start` letters of the word matched before. Returns the best score of the whole word
   * that ends in it.
   */
  #align(
    { matched, gapped, runBonuses }: ScoreRows,
    { codes, bonuses }: Letters,
    start: number,
    matchScore: number,
  ): number {
    const word = this.#word;
    const wordLength = word.length;
    let matchedLength = start;
    let best = NO_ALIGNMENT;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      const bonus = bonuses[i]!;
      if (matchedLength < wordLength && word[matchedLength] === code) matchedLength++;
      // Backwards, since each prefix needs its predecessor's scores of the letter before.
      for (let j = matchedLength; j > 0; j--) {
        const opened = matched[j]! + GAP_START_PENALTY;
        const extended = gapped[j]! + GAP_EXTENSION_PENALTY;
        gapped[j] = opened > extended ? opened : extended;
        if (word[j - 1] !== code) {
          matched[j] = NO_ALIGNMENT;
          continue;
        }
        if (j === 1) {
          matched[j] = matchScore + FIRST_LETTER_MULTIPLIER * bonus;
          runBonuses[j] = bonus;
          continue;
        }
        const score = gapped[j - 1]! + matchScore + bonus;
        const run = runBonuses[j - 1]!;
        const runBonus = run > bonus ? run : bonus;
        const consecutive = matched[j - 1]! + matchScore +
          (runBonus > CONSECUTIVE_BONUS ? runBonus : CONSECUTIVE_BONUS);
        matched[j] = consecutive >= score ? consecutive : score;
        runBonuses[j] = consecutive >= score ? runBonus : bonus;
      }
      if (matched[wordLength]! > best) best = matched[wordLength]!;
    }
    return best;
  }
}

function scoreRowsFor(length: number): ScoreRows {
  const row = (): Int32Array => new Int32Array(length + 1);
  return { matched: row(), gapped: row(), runBonuses: row() };
}
