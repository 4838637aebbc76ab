import { codePointsOf, EditDistance } from "../../../text/edit_distance.ts";
import { NON_ASCII } from "../../../text/fold.ts";
import { foldUnicodeCase, needsNoEscape } from "../../../text/line_safe.ts";
import { joinedWords } from "../match/letters.ts";

const MAX_EXTENSION_LENGTH = 8;

/** Maximum distance of two extensions, and that of none. */
const MAX_EXTENSION_DISTANCE = 2;

const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A requested name, which measures how far others are from it. */
export class NameDistance {
  readonly #requested: FoldedName & { readonly letters: string };
  readonly #edits = new EditDistance();

  constructor(name: string) {
    const folded = foldName(name);
    this.#requested = { ...folded, letters: joinedWords(folded.text) };
  }

  /**
   * Returns the distance of a name: 0 where only case, separators and invisible characters differ, or else the edits, of
   * which another extension is one or two; `Infinity` for a name too different.
   */
  of(name: string): number {
    const [own, other] = [this.#requested, foldName(name)];
    if (own.stem === other.stem) return this.#ofExtension(other.extension);
    // Most names are shorter, or have other letters.
    const length = other.stem.length + other.extension.length;
    if (length >= own.letters.length && own.letters === joinedWords(other.text)) return 1;
    const isOther = own.extension !== other.extension;
    // A name with typos and another extension has too little in common.
    if (isOther && own.extension !== "") return Infinity;
    const max = maxEdits(Math.max(...[own.stem, other.stem].map(countCodePoints)));
    return Number(isOther) + this.#between(own.stem, other.stem, max);
  }

  #ofExtension(extension: string): number {
    const own = this.#requested.extension;
    if (own === extension) return 0;
    if (own === "") return 1;
    return Math.min(MAX_EXTENSION_DISTANCE, this.#between(own, extension, MAX_EXTENSION_DISTANCE));
  }

  #between(text: string, other: string, max: number): number {
    if (Math.abs(text.length - other.length) > max) return Infinity;
    return this.#edits.between(codePointsOf(text), codePointsOf(other), max);
  }
}

function countCodePoints(text: string): number {
  return NON_ASCII.test(text) ? Array.from(text).length : text.length;
}

/** Returns the maximum edits for a text of so many code points. */
function maxEdits(length: number): number {
  if (length < 2) return 0;
  return length < 6 ? 1 : length < 12 ? 2 : 3;
}

interface FoldedName {
  readonly text: string;
  /** Without its separators and the extension. */
  readonly stem: string;
  readonly extension: string;
}

function foldName(name: string): FoldedName {
  const text = needsNoEscape(name)
    ? name.toLowerCase()
    : foldUnicodeCase(name.normalize("NFC").replace(DEFAULT_IGNORABLE, ""));
  const dot = text.lastIndexOf(".");
  const length = dot > 0 ? text.length - dot - 1 : 0;
  const hasExtension = length > 0 && length <= MAX_EXTENSION_LENGTH;
  return {
    text,
    stem: joinedWords(hasExtension ? text.slice(0, dot) : text),
    extension: hasExtension ? text.slice(dot + 1) : "",
  };
}
