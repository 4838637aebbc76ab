/** Counts the edits between texts: letters added, left out or changed, two neighbours swapped. */

/** A piece of a text, and how far from it another one may be. */
interface Band {
  readonly start: number;
  readonly end: number;
  /** The most edits that count. */
  readonly maxEdits: number;
}

/**
 * Counts edits as the distance of optimal string alignment does, in a band of its table: no more than can matter. One
 * object is used again and again, for it keeps the table.
 */
export class EditDistance {
  /** The last three rows of the table. */
  #rows: readonly [Int32Array, Int32Array, Int32Array] = newRows(64);

  /** The edits between two texts; `Infinity` if there are more than `most`. */
  between(text: Int32Array, other: Int32Array, maxEdits: number): number {
    if (Math.abs(text.length - other.length) > maxEdits) return Infinity;
    const row = this.toPrefixes(text, other, { start: 0, end: other.length, maxEdits });
    const edits = row?.[other.length] ?? Infinity;
    return edits > maxEdits ? Infinity : edits;
  }

  /**
   * The edits between a text and what begins at a place of another: how many for each length of that, as far as the
   * lengths differ by `most`. `undefined` if there are more than `most` in every case.
   */
  toPrefixes(
    text: Int32Array,
    other: Int32Array,
    { start, end, maxEdits }: Band,
  ): Int32Array | undefined {
    const { length } = text;
    if (length + maxEdits + 1 > this.#rows[0].length) this.#rows = newRows(2 * (length + maxEdits));
    const width = Math.min(end - start, length + maxEdits);
    let [beforeLast, last, current] = this.#rows;
    for (let j = 0; j <= maxEdits; j++) last[j] = j;
    for (let i = 1; i <= length; i++) {
      const code = text[i - 1]!;
      const low = i > maxEdits ? i - maxEdits : 1;
      const high = i + maxEdits < width ? i + maxEdits : width;
      let left = low === 1 ? i : maxEdits + 1;
      let rowMinimum = left;
      current[low - 1] = left;
      for (let j = low; j <= high; j++) {
        const before = other[start + j - 1]!;
        let edits = last[j - 1]!;
        if (code !== before) {
          edits++;
          if (left + 1 < edits) edits = left + 1;
          if (j < i + maxEdits && last[j]! + 1 < edits) edits = last[j]! + 1;
          if (
            i > 1 && j > 1 && code === other[start + j - 2] && text[i - 2] === before &&
            beforeLast[j - 2]! + 1 < edits
          ) edits = beforeLast[j - 2]! + 1;
        }
        current[j] = left = edits;
        if (edits < rowMinimum) rowMinimum = edits;
      }
      if (rowMinimum > maxEdits) return undefined;
      [beforeLast, last, current] = [last, current, beforeLast];
    }
    return last;
  }
}

/** The code points of a text. */
export function codePointsOf(text: string): Int32Array {
  return Int32Array.from(Array.from(text), (character) => character.codePointAt(0)!);
}

function newRows(length: number): [Int32Array, Int32Array, Int32Array] {
  return [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
}
