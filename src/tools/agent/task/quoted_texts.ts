/** A part of a text that stands in quotes or back-ticks on one line. */
export interface QuotedText {
  readonly text: string;
  /** Where it begins in the whole text, after the quote. */
  readonly at: number;
}

/** What stands in quotes on one line. Each class leaves out its own openings, so that a search takes linear time. */
const QUOTED =
  /"([^"\n]+)"|`([^`\n]+)`|(?<!\w)['‘`]([^'’‘`\n]+)['’](?!\w)|“([^“”\n]+)”|«([^«»\n]+)»/g;

/** A name or a piece of code, not a sentence. */
const CODE = /^(?=.*[\p{L}\p{N}])(?:\S{3,80}|(?=.*[=(){}<>:$_])\S{1,40}(?: \S{1,40}){1,2})$/u;
const MAX_CODES = 5;

/** Returns the names and pieces of code in quotes that may be looked for to the letter, after those found before; no paths. */
export function quotedCode(text: string, before: readonly string[] = []): string[] {
  const codes = quotedTexts(text).map(({ text }) => text.trim()).filter((text) =>
    CODE.test(text) && !/[/\\]/.test(text)
  );
  return [...new Set([...before, ...codes])].slice(0, MAX_CODES);
}

/** Returns what stands in quotes, in order. */
export function quotedTexts(text: string): QuotedText[] {
  return Array.from(text.matchAll(QUOTED), (match) => ({
    text: match.slice(1).find((each) => each !== undefined)!,
    at: match.index + 1,
  }));
}
