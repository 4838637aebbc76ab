/** Escapes text for one line: a file name can neither start a new line nor hide a character. */

/** The characters that no font shows, or that break or turn a line. */
const INVISIBLE = "\\x7f-\\x9f\\u2028-\\u202e\\p{Default_Ignorable_Code_Point}";

/** A space that looks like U+0020. */
const OTHER_SPACE = "(?! )\\p{Zs}";

/** An invisible character, another space, a backslash, a lone surrogate, or a space at an end of a part of a path. */
const UNSAFE = new RegExp(
  `[\\0-\\x1f\\\\${INVISIBLE}\\p{Cs}]|${OTHER_SPACE}|(?<![^/]) | (?![^/])`,
  "gu",
);

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A faster test that matches wherever `UNSAFE` does, and seldom elsewhere: most names are ASCII. */
const MAY_BE_UNSAFE = /[^\x20-\x5b\x5d-\x7e]|^ | $|\/ | \//;

/**
 * Escapes what could break, hide or disguise part of a line, the backslash included, as `\n`, `\t`, `\r`, `\\` or
 * `\u{XX}`. U+0020 is escaped where a part of a path starts or ends with it: there nobody sees it.
 */
export function lineSafe(text: string): string {
  if (!MAY_BE_UNSAFE.test(text)) return text;
  return text.replace(
    UNSAFE,
    (character) => SHORT_ESCAPES[character] ?? escapeCodePoint(character),
  );
}

/** Escapes a sentence, which may quote names: as {@linkcode lineSafe}, but leaves spaces as they are. */
export function sentenceSafe(text: string): string {
  return text.split(" ").map(lineSafe).join(" ");
}

/** Escapes a line of code: as {@linkcode sentenceSafe}, but leaves backslashes as they are, which code is full of. */
export function codeSafe(text: string): string {
  return text.split("\\").map(sentenceSafe).join("\\");
}

/** An escape, or a backslash that starts none. */
const ESCAPE = /\\(?:([\\nrt])|u\{([\da-f]{1,6})\})?/gi;

const UNESCAPED: Readonly<Record<string, string>> = { "\\": "\\", n: "\n", r: "\r", t: "\t" };

/** Returns `undefined` where a backslash starts no escape, or one stands for a slash, which no name holds. */
export function fromLineSafe(shown: string): string | undefined {
  let isRight = true;
  const text = shown.replace(ESCAPE, (_escape, letter?: string, hex?: string) => {
    const code = parseInt(hex ?? "", 16);
    const meant = UNESCAPED[letter ?? ""] ??
      (code <= MAX_CODE_POINT ? String.fromCodePoint(code) : undefined);
    isRight &&= meant !== undefined && meant !== "/";
    return meant ?? "";
  });
  return isRight ? text : undefined;
}

const MAX_CODE_POINT = 0x10FFFF;

const NOT_VISIBLE_ASCII = /[^\x21-\x5b\x5d-\x7e]/;

/** True of visible ASCII without a backslash or a space. */
export function needsNoEscape(text: string): boolean {
  return !NOT_VISIBLE_ASCII.test(text);
}

/** The characters that `JSON.stringify` does not escape, although a line of text may not hold them. */
const INVISIBLE_IN_JSON = new RegExp(`[${INVISIBLE}]|${OTHER_SPACE}`, "gu");

const ONLY_ASCII = /^[\0-\x7e]*$/;

/** Returns JSON of the same value, where what {@linkcode lineSafe} escapes is an escape of JSON, such as `\u009b`. */
export function jsonSafe(json: string): string {
  if (ONLY_ASCII.test(json)) return json;
  return json.replace(
    INVISIBLE_IN_JSON,
    (character) =>
      character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join(""),
  );
}

const MAX_QUOTE_LENGTH = 200;

/** Cuts a line of a file to quote to its first 200 characters, and adds their number. It is not line-safe yet. */
export function clipLine(line: string): string {
  if (line.length <= MAX_QUOTE_LENGTH) return line;
  const characters = Array.from(line);
  const { length } = characters;
  if (length <= MAX_QUOTE_LENGTH) return line;
  const first = characters.slice(0, MAX_QUOTE_LENGTH).join("");
  return `${first}… (${MAX_QUOTE_LENGTH} of ${groupDigits(length)} characters)`;
}

export function escapeCodePoint(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
}

/** Code point by code point: any sigma is one; `İ`, whose lower case is two code points, stays as it is. */
export function foldUnicodeCase(text: string): string {
  const lower = text.includes("İ")
    ? text.split("İ").map(foldUnicodeCase).join("İ")
    : text.toLowerCase();
  return lower.replaceAll("ς", "σ");
}

const OTHER_SPACES = new RegExp(OTHER_SPACE, "gu");

/** A run of more marks than any name holds. Unicode's stream-safe text has 30 at most (UAX #15). */
const MANY_MARKS_LENGTH = 256;
const MANY_MARKS = /(?<!\p{M})(\p{M}{30})\p{M}{226,}/gu;

/** Composed (NFC). Of a run of marks that no name holds, 30 are left: to order them takes quadratic time. */
export function composed(text: string): string {
  const cut = text.length < MANY_MARKS_LENGTH ? text : text.replace(MANY_MARKS, "$1");
  return cut.normalize("NFC");
}

/** Composed, with plain spaces. */
export function comparedForm(text: string): string {
  return ONLY_ASCII.test(text) ? text : composed(text).replace(OTHER_SPACES, " ");
}

/** Formats an integer with a comma before every three digits, whatever the locale: `1,284`. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
