/** Text that fits on one line: a file name can neither start a new line nor hide a character. */
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\u{0}-\u{1f}\\\u{7f}-\u{9f}\u{2028}-\u{202e}\p{Default_Ignorable_Code_Point}\p{Cs}]/gu;

const SHORT: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/**
 * Escapes everything that could break or hide part of a line: control characters, line separators,
 * bidi controls, whatever else Unicode lets a font ignore (joiners, variation selectors, soft hyphens,
 * fillers, tags), lone surrogates, and the backslash itself. The escapes
 * are reversible: `\n`, `\t`, `\r`, `\\`, or `\u{XX}` with upper-case hexadecimal digits.
 */
export function lineSafe(text: string): string {
  return text.replace(UNSAFE, (character) => SHORT[character] ?? escapeCodePoint(character));
}

/** Anything but printable ASCII, or a backslash. Most texts hold none of it. */
const NOT_PLAIN = /[^\x20-\x5b\x5d-\x7e]/;

/** Whether a text is printable ASCII without a backslash, so that nothing in it is escaped. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/** Applies {@linkcode lineSafe} to many texts. Usually a single test shows that none needs it. */
export function allLineSafe(texts: readonly string[]): readonly string[] {
  return isPlain(texts.join("")) ? texts : texts.map(lineSafe);
}

/** The `\u{XX}` form of a character. */
export function escapeCodePoint(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
}

/**
 * Folds a text for case-insensitive comparison, code point by code point. A final sigma equals any other
 * sigma; `İ`, whose lower case is two code points, stays as it is.
 */
export function foldCase(text: string): string {
  const lower = text.includes("İ") ? text.split("İ").map(foldCase).join("İ") : text.toLowerCase();
  return lower.replaceAll("ς", "σ");
}

/** An integer with a comma before every three digits, whatever the locale: `1,284`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
