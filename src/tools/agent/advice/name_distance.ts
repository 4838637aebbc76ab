import { codePointsOf, EditDistance } from "../../../text/edit_distance.ts";
import { composed, foldUnicodeCase, needsNoEscape } from "../../../text/line_safe.ts";
import { joinedWords } from "../match/letters.ts";

const MAX_EXTENSION_LENGTH = 8;

/** Maximum distance of two extensions, and that of none. */
const MAX_EXTENSION_DISTANCE = 2;

const MAX_EDITS = 3;

const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns what measures how far other names are from a requested one: 0 where only case, separators and invisible
 * characters differ, or else the edits, of which another extension is one or two; `Infinity` for a name too different.
 */
export function distanceTo(requested: string): (name: string) => number {
  const own = foldName(requested);
  const distance = new EditDistance();
  const editsBetween = (text: string, other: string): number => {
    // Most names are shorter or longer.
    if (Math.abs(text.length - other.length) > MAX_EDITS) return Infinity;
    const [codes, others] = [codePointsOf(text), codePointsOf(other)];
    const edits = distance.between(codes, others, maxEdits(Math.max(codes.length, others.length)));
    // Several typos leave one of the first two letters right.
    return edits > 1 && text[0] !== other[0] && text[1] !== other[1] ? Infinity : edits;
  };
  return (name) => {
    const { stem, extension } = foldName(name);
    const isOther = extension !== own.extension;
    if (stem !== own.stem) {
      // A name with typos and another extension has too little in common.
      if (isOther && own.extension !== "") return Infinity;
      return Number(isOther) + editsBetween(own.stem, stem);
    }
    if (!isOther || own.extension === "") return Number(isOther);
    return Math.min(MAX_EXTENSION_DISTANCE, editsBetween(own.extension, extension));
  };
}

/** Returns the maximum edits for a text of so many code points. */
function maxEdits(length: number): number {
  if (length < 2) return 0;
  return length < 6 ? 1 : length < 12 ? 2 : MAX_EDITS;
}

interface FoldedName {
  /** Without its separators and the extension. */
  readonly stem: string;
  readonly extension: string;
}

function foldName(name: string): FoldedName {
  const text = needsNoEscape(name)
    ? name.toLowerCase()
    : foldUnicodeCase(composed(name).replace(DEFAULT_IGNORABLE, ""));
  const dot = text.lastIndexOf(".");
  const extension = dot > 0 ? text.slice(dot + 1) : "";
  if (extension === "" || extension.length > MAX_EXTENSION_LENGTH) {
    return { stem: joinedWords(text), extension: "" };
  }
  return { stem: joinedWords(text.slice(0, dot)), extension };
}
