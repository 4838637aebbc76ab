/**
 * Text for lines: a file name can neither start a new line nor hide a character.
 *
 * @module
 */

const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\u{0}-\u{1f}\\\u{7f}-\u{9f}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{2069}\u{feff}\u{e0000}-\u{e007f}\p{Cs}]/gu;

const SHORT: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/**
 * Escapes what would break or hide part of a line: control characters, line separators, bidi
 * controls, invisible and tag characters, lone surrogates, and the backslash itself. The escape is
 * reversible: `\n`, `\t`, `\r`, `\\`, or `\u{XX}` with upper-case hexadecimal digits.
 */
export function lineSafe(text: string): string {
  return text.replace(UNSAFE, (character) => SHORT[character] ?? escapeCodePoint(character));
}

/** Other than printable ASCII, or the backslash: what most texts lack. */
const NOT_PLAIN = /[^\x20-\x5b\x5d-\x7e]/;

/** Whether a text is printable ASCII without a backslash, which nothing escapes. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/** Many texts, each as {@linkcode lineSafe} gives it: mostly, one look at all of them is enough. */
export function allLineSafe(texts: readonly string[]): readonly string[] {
  return isPlain(texts.join("")) ? texts : texts.map(lineSafe);
}

/** The `\u{XX}` form of a character. */
export function escapeCodePoint(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
}

/** A text for comparison without regard to case. A final sigma is a sigma, wherever it stands. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** A whole number with a comma before every three digits, in every locale: `1,284`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
