/** Counts the edits between texts: insertions, deletions, substitutions and swaps of two neighbours. */

/**
 * Computes the optimal string alignment distance, in the band of its table that can matter. One object serves many
 * texts, since it reuses the table.
 */
export class EditDistance {
  #rows: readonly [Int32Array, Int32Array, Int32Array] = newRows(64);

  /** Returns the edits between two texts, given as code points; `Infinity` if there are more than `maxEdits`. */
  between(text: ArrayLike<number>, other: ArrayLike<number>, maxEdits: number): number {
    if (Math.abs(text.length - other.length) > maxEdits) return Infinity;
    const row = this.toPrefixes(text, other, { start: 0, end: other.length, maxEdits });
    const edits = row?.[other.length] ?? Infinity;
    return edits > maxEdits ? Infinity : edits;
  }

  /**
   * Returns the edits between a text and each prefix of a range of another, by the length of the prefix, where the
   * lengths differ by at most `maxEdits`; `undefined` if all prefixes are more than `maxEdits` away.
   */
  toPrefixes(
    text: ArrayLike<number>,
    other: ArrayLike<number>,
    { start, end, maxEdits }: {
      readonly start: number;
      readonly end: number;
      readonly maxEdits: number;
    },
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

export function codePointsOf(text: string): Int32Array {
  return Int32Array.from(Array.from(text), (character) => character.codePointAt(0)!);
}

function newRows(length: number): [Int32Array, Int32Array, Int32Array] {
  return [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
}
