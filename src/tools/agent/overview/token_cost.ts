/** Estimates the tokens of a text. */

/** The size of a text, or a budget for one. */
export interface Cost {
  /** In UTF-8. */
  readonly bytes: number;
  /** An upper estimate. */
  readonly tokens: number;
}

/** Bytes per token of ordinary words. */
const BYTES_PER_TOKEN = 3;
/** Letters per token. Words take fewer tokens; runs of consonants, which are rare in names, take more. */
const LETTERS_PER_TOKEN = 4;
/** Hexadecimal digits per token. */
const HEX_PER_TOKEN = 1.5;
/** Minimum hexadecimal digits of a run that counts as a digest. */
const MIN_DIGEST_LENGTH = 8;

/** Extensions that are one token with their dot, after a letter or a digit. */
const SINGLE_TOKEN_EXTENSIONS =
  "asm c cc cfg cmd conf cpp cs css csv d dart diff el go gradle gz h hh hpp hs html in ini java jpg js json jsx kt less lib lock lua m md mk mm mod o pdf php pl pm png po proto py r rb rs scala scss sh so sql svg swift tar tf ts txt v vue xml yaml yml zip";

/** A pattern of the commonest phrases of rows. Tokenizers have one token for each. */
const ROW_PHRASES = [
  "…",
  " (?:dirs?|files?|links?|more)(?!\\p{L})",
  " \\(",
  `(?<=[A-Za-z\\d])\\.(?:${SINGLE_TOKEN_EXTENSIONS.replaceAll(" ", "|")})(?!\\p{L})`,
].join("|");

/**
 * A pattern of the smallest pieces that tokenizers split a text into: the phrases of rows, digests, words at
 * capitals, digits by threes, a line end with the indentation after it and a bracket or slash before it,
 * and every other character by itself.
 */
const PIECES = new RegExp(
  `(${ROW_PHRASES})|[\\da-f]{8,}|[A-Z]?[a-z]+|[A-Z]+|\\d{1,3}|[)/]?\\n *|[^]`,
  "gu",
);

/** Returns the tokens of an indentation. Its last space belongs to the word after it. */
export function indentTokens(spaces: number): number {
  return spaces > 1 ? 1 : 0;
}

const LINE_END = /^[)/]?\n/;
const HEX_DIGITS = /^[\da-f]+$/;

const utf8Encoder = new TextEncoder();

/** Returns the cost of a text. */
export function costOf(text: string): Cost {
  let tokens = 0;
  for (const [piece, phrase] of text.matchAll(PIECES)) {
    if (phrase !== undefined) tokens++;
    else if (piece >= "\x80") tokens += 2;
    else if (LINE_END.test(piece)) {
      tokens += 1 + indentTokens(piece.length - piece.indexOf("\n") - 1);
    } else if (piece.length >= MIN_DIGEST_LENGTH && HEX_DIGITS.test(piece)) {
      tokens += Math.ceil(piece.length / HEX_PER_TOKEN);
    } else if (piece.length > 1 && piece[0]! >= "A") {
      tokens += Math.ceil(piece.length / LETTERS_PER_TOKEN);
    } else tokens++;
  }
  return { bytes: utf8Encoder.encode(text).length, tokens };
}

/**
 * Returns an estimate of tokens which common tokenizers do not exceed for names that people and programs
 * choose. Bytes divided by three alone would be too low for lists of short names: there o200k
 * counts up to 1.45 times as many.
 */
export function estimateTokens({ bytes, tokens }: Cost): number {
  return Math.max(Math.ceil(bytes / BYTES_PER_TOKEN), tokens);
}

/** Returns the budget of a number of tokens. */
export function budgetFor(tokens: number): Cost {
  return { bytes: BYTES_PER_TOKEN * tokens, tokens };
}

/** Adds costs. */
export function sumOfCosts(costs: Iterable<Cost>): Cost {
  let [bytes, tokens] = [0, 0];
  for (const cost of costs) {
    bytes += cost.bytes;
    tokens += cost.tokens;
  }
  return { bytes, tokens };
}

/** Returns a budget less a cost; negative if the cost exceeds it. */
export function subtractCost(budget: Cost, cost: Cost): Cost {
  return { bytes: budget.bytes - cost.bytes, tokens: budget.tokens - cost.tokens };
}

/** Reports whether a cost is within a budget. */
export function fits(cost: Cost, budget: Cost): boolean {
  return cost.bytes <= budget.bytes && cost.tokens <= budget.tokens;
}
