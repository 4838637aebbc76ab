import {
  isAbsolute,
  isWithinAsNamed,
  partsBetween,
  partsOf,
  resolvePath,
} from "../../../scope/path_text.ts";
import { fromLineSafe } from "../../../text/line_safe.ts";
import {
  baseNamesOf,
  isForeign,
  spellingsOf,
  tailsBelow,
  tailsOf,
  withoutDiffPrefix,
} from "./spellings.ts";
import { isOfOthers, PACKAGES } from "./trace_frames.ts";

export const MAX_PATH_LENGTH = 4096;

/** Maximum forms of a text: hardly any has ten. */
const MAX_FORMS = 64;

export interface SearchRoot {
  /** The absolute path as named. */
  readonly path: string;
  readonly real: string;
  /** The directory that queries may be relative to as well. */
  readonly cwd: string;
}

/** A path that a text may stand for, relative to the root of the search. */
export interface PathForm {
  readonly path: string;
  /** What may equal it: only the whole path of an entry, or the end of one, such as its name. */
  readonly place: "whole" | "end";
  /** True if a directory that was sent is dropped, such as the root's name: another case of the other forms is nearer. */
  readonly isShortened: boolean;
}

/**
 * Returns the paths that a text stands for if all of it is a path, the most literal first: as sent; without quotes, line
 * number and the like; without the `a/` of a diff; and last without the root's name, or directories of another machine.
 */
export function pathFormsOf(sentText: string, root: SearchRoot): PathForm[] {
  const [sent = sentText, ...stripped] = spellingsOf(sentText);
  const unescaped = sentText.includes("\\") ? fromLineSafe(sentText) : undefined;
  const others = unescaped === undefined ? [] : spellingsOf(unescaped);
  const spellings = new Set([sent, ...others, ...stripped]);
  const forms = new Map<string, PathForm>();
  const add = (place: PathForm["place"], path: string | undefined, isShortened = false): void => {
    const key = `${place} ${path}`;
    if (path && !forms.has(key)) forms.set(key, { path, place, isShortened });
  };
  const addWhole = (text: string, isShortened: boolean): void => {
    for (const base of new Set([root.path, root.cwd])) {
      add("whole", relativePathOf(resolvePath(base, text), root), isShortened);
    }
  };
  for (const text of spellings) {
    addWhole(text, false);
    const ofDiff = withoutDiffPrefix(text);
    if (ofDiff !== undefined) addWhole(ofDiff, false);
    if (!isAbsolute(text)) add("end", relativePathOf(resolvePath(root.path, text), root));
  }
  const names = baseNamesOf([root.path, root.real, root.cwd]);
  const tails = [...spellings].flatMap((text) => tailsBelow(text, names));
  const barest = stripped.at(-1) ?? sent;
  if (![sent, ...stripped].some(isOfOthers)) tails.push(...tailsElsewhere(sent, barest));
  for (const tail of tails.slice(0, MAX_FORMS)) addWhole(tail, true);
  const [version, ofPackage = ""] = barest.split(PACKAGES).slice(-2);
  if (partsOf(ofPackage).length > 1) add(version === undefined ? "end" : "whole", ofPackage, true);
  return [...forms.values()].slice(0, MAX_FORMS);
}

/** Returns the ends of a path on another machine, the longest first: of one part only if that is the name of a file. */
function tailsElsewhere(sent: string, barest: string): string[] {
  const tails = tailsOf(barest);
  // A text with spaces is one path only if it starts as one.
  if (/\n/.test(sent) || /\s/.test(sent) && !isForeign(sent)) return [];
  const name = partsOf(barest).at(-1)!;
  const isFile = /\.\w+$/.test(name) || sent.trim() !== name && /\d\W*$/.test(sent);
  return isForeign(sent) && isFile ? [...tails, name] : tails;
}

/** Returns a query without the root, if it is an absolute path inside; else unchanged. */
export function withoutRoot(query: string, root: SearchRoot): string {
  if (query.length > MAX_PATH_LENGTH) return query;
  const paths = spellingsOf(query).map((text) =>
    isAbsolute(text) ? relativePathOf(resolvePath("/", text), root) : undefined
  );
  return paths.findLast((path) => path) ?? query;
}

/** Returns an absolute path relative to the root of the search; `undefined` if it lies outside. */
export function relativePathOf(
  path: string,
  { path: named, real }: SearchRoot,
): string | undefined {
  const base = [named, real].find((each) => isWithinAsNamed(path, each));
  return base === undefined ? undefined : partsBetween(path, base).join("/");
}
