/**
 * What a text costs a model.
 *
 * @module
 */

/** The size of a text, or the space for one. */
export interface Cost {
  /** Bytes of UTF-8. */
  readonly bytes: number;
  /** Pieces that a tokenizer is unlikely to exceed. */
  readonly tokens: number;
}

/** Bytes to a token, where names are words: deep indentation costs no less. */
const BYTES_PER_TOKEN = 3;

/** Letters to a token. Words take fewer tokens; runs of consonants, which are rare in names, take more. */
const LETTERS_PER_TOKEN = 4;

/** Hexadecimal digits to a token. */
const HEX_PER_TOKEN = 1.5;

/** Shortest run of hexadecimal digits that counts as a digest. */
const MIN_DIGEST = 8;

/**
 * What tokenizers split a text into at most: digests, words at their capitals, digits by threes, a line
 * end with the indentation after it, and any other character by itself.
 */
const PIECES = /[\da-f]{8,}|[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\n *|[^]/gu;

/** An indentation is a token, but that its last space belongs to the word after it. */
export function indentTokens(spaces: number): number {
  return spaces > 1 ? 1 : 0;
}

const DIGEST = /^[\da-f]+$/;

const encoder = new TextEncoder();

/** The cost of a text. */
export function costOf(text: string): Cost {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece >= "\x80") tokens += 2;
    else if (piece[0] === "\n") tokens += 1 + indentTokens(piece.length - 1);
    else if (piece.length >= MIN_DIGEST && DIGEST.test(piece)) {
      tokens += Math.ceil(piece.length / HEX_PER_TOKEN);
    } else if (piece.length > 1 && piece[0]! >= "A") {
      tokens += Math.ceil(piece.length / LETTERS_PER_TOKEN);
    } else tokens++;
  }
  return { bytes: encoder.encode(text).length, tokens };
}

/**
 * An estimate of the tokens of a text that common tokenizers do not exceed for the names that people and
 * programs give. Bytes divided by three, as one might reckon, is too low for lists of short names: there
 * o200k counts up to 1.45 times as many.
 */
export function estimateTokens({ bytes, tokens }: Cost): number {
  return Math.max(Math.ceil(bytes / BYTES_PER_TOKEN), tokens);
}

/** The space that a number of tokens gives. */
export function spaceFor(tokens: number): Cost {
  return { bytes: BYTES_PER_TOKEN * tokens, tokens };
}

/** The sum of costs. */
export function sum(costs: Iterable<Cost>): Cost {
  let [bytes, tokens] = [0, 0];
  for (const cost of costs) {
    bytes += cost.bytes;
    tokens += cost.tokens;
  }
  return { bytes, tokens };
}

/** What is left of a space; less than nothing where there is too little. */
export function minus(space: Cost, cost: Cost): Cost {
  return { bytes: space.bytes - cost.bytes, tokens: space.tokens - cost.tokens };
}

/** Whether there is enough space. */
export function fits(cost: Cost, space: Cost): boolean {
  return cost.bytes <= space.bytes && cost.tokens <= space.tokens;
}
