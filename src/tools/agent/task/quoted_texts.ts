/** A part of a text that stands in quotes or back-ticks on one line. */
export interface QuotedText {
  readonly text: string;
  /** Where it begins in the whole text, after the quote. */
  readonly at: number;
}

/** What stands in quotes on one line. Each class leaves out its own openings, so that a search takes linear time. */
const QUOTED =
  /"([^"\n]+)"|`([^`\n]+)`|(?<!\w)['‘`]([^'’‘`\n]+)['’](?!\w)|“([^“”\n]+)”|«([^«»\n]+)»/g;

/** Returns what stands in quotes, in order. */
export function quotedTexts(text: string): QuotedText[] {
  return Array.from(text.matchAll(QUOTED), (match) => ({
    text: match.slice(1).find((each) => each !== undefined)!,
    at: match.index + 1,
  }));
}
