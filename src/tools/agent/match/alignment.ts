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
  readonly #word: Int32Array;
  readonly #folder: ScoreRows;
  readonly #name: ScoreRows;
  /** The length of the word's longest prefix that is a subsequence of the folder. */
  #matchedLength = 0;

  constructor(word: Int32Array) {
    this.#word = word;
    this.#folder = scoreRowsFor(word.length);
    this.#name = scoreRowsFor(word.length);
  }

  /** Aligns the word with a folder. Returns the score of the whole word; negative if there is no alignment. */
  alignFolder(folder: Letters | undefined): number {
    const { matched, gapped } = this.#folder;
    matched.fill(NO_ALIGNMENT);
    gapped.fill(NO_ALIGNMENT);
    this.#matchedLength = 0;
    return folder === undefined ? NO_ALIGNMENT : this.#align(this.#folder, folder, MATCH_SCORE);
  }

  /** Aligns it with the folder and a name. Returns the score if it ends in the name; negative if it does not. */
  alignName(name: Letters): number {
    const { matched, gapped, runBonuses } = this.#name;
    const matchedLength = this.#matchedLength;
    matched.set(this.#folder.matched);
    gapped.set(this.#folder.gapped);
    runBonuses.set(this.#folder.runBonuses);
    const score = this.#align(this.#name, name, MATCH_SCORE + NAME_BONUS);
    this.#matchedLength = matchedLength;
    return score;
  }

  /** Continues the rows over a text. Returns the best score of the whole word that ends in it. */
  #align(
    { matched, gapped, runBonuses }: ScoreRows,
    { codes, bonuses, length }: Letters,
    matchScore: number,
  ): number {
    const word = this.#word;
    const wordLength = word.length;
    let matchedLength = this.#matchedLength;
    let best = NO_ALIGNMENT;
    for (let i = 0; i < length; i++) {
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
    this.#matchedLength = matchedLength;
    return best;
  }
}

function scoreRowsFor(length: number): ScoreRows {
  const row = (): Int32Array => new Int32Array(length + 1);
  return { matched: row(), gapped: row(), runBonuses: row() };
}
