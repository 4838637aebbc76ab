/** Counts the edits between texts: letters added, left out or changed, two neighbours swapped. */

/** A piece of a text, and how far from it another one may be. */
interface Band {
  readonly start: number;
  readonly end: number;
  /** The most edits that count. */
  readonly most: number;
}

/**
 * Counts edits as the distance of optimal string alignment does, in a band of its table: no more than can matter. One
 * object is used again and again, for it keeps the table.
 */
export class EditDistance {
  /** The last three rows of the table. */
  #rows: readonly [Int32Array, Int32Array, Int32Array] = rowsFor(64);

  /** The edits between two texts; `Infinity` if there are more than `most`. */
  between(asked: Int32Array, other: Int32Array, most: number): number {
    if (Math.abs(asked.length - other.length) > most) return Infinity;
    const row = this.toBeginnings(asked, other, { start: 0, end: other.length, most });
    const edits = row?.[other.length] ?? Infinity;
    return edits > most ? Infinity : edits;
  }

  /**
   * The edits between a text and what begins at a place of another: how many for each length of that, as far as the
   * lengths differ by `most`. `undefined` if there are more than `most` in every case.
   */
  toBeginnings(
    asked: Int32Array,
    other: Int32Array,
    { start, end, most }: Band,
  ): Int32Array | undefined {
    const { length } = asked;
    if (length + most + 1 > this.#rows[0].length) this.#rows = rowsFor(2 * (length + most));
    const width = Math.min(end - start, length + most);
    let [beforeLast, last, now] = this.#rows;
    for (let j = 0; j <= most; j++) last[j] = j;
    for (let i = 1; i <= length; i++) {
      const code = asked[i - 1]!;
      const low = i > most ? i - most : 1;
      const high = i + most < width ? i + most : width;
      let left = low === 1 ? i : most + 1;
      let least = left;
      now[low - 1] = left;
      for (let j = low; j <= high; j++) {
        const before = other[start + j - 1]!;
        let edits = last[j - 1]!;
        if (code !== before) {
          edits++;
          if (left + 1 < edits) edits = left + 1;
          if (j < i + most && last[j]! + 1 < edits) edits = last[j]! + 1;
          if (
            i > 1 && j > 1 && code === other[start + j - 2] && asked[i - 2] === before &&
            beforeLast[j - 2]! + 1 < edits
          ) edits = beforeLast[j - 2]! + 1;
        }
        now[j] = left = edits;
        if (edits < least) least = edits;
      }
      if (least > most) return undefined;
      [beforeLast, last, now] = [last, now, beforeLast];
    }
    return last;
  }
}

/** The code points of a text. */
export function codePointsIn(text: string): Int32Array {
  return Int32Array.from(Array.from(text), (character) => character.codePointAt(0)!);
}

function rowsFor(length: number): [Int32Array, Int32Array, Int32Array] {
  return [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
}
