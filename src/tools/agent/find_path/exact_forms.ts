import {
  isAbsolute,
  isWithinAsNamed,
  partsBetween,
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
} from "../suggestions/spellings.ts";

/** Maximum forms of a query: hardly any has ten. */
const MAX_FORMS = 64;

/** The directory to search. */
export interface SearchRoot {
  /** The absolute path as named. */
  readonly path: string;
  readonly real: string;
  /** The directory that queries may be relative to as well. */
  readonly cwd: string;
}

/** A path that a query may stand for, relative to the root of the search. */
export interface ExactForm {
  readonly path: string;
  /** True if the end of a path may equal it, such as its name; false if only the whole path. */
  readonly matchesEnd: boolean;
  /** True if a directory that was sent is dropped, such as the root's name: another case of the other forms is nearer. */
  readonly isShortened: boolean;
}

/**
 * Returns the paths that a query stands for if it was sent whole, the most literal first: as sent; without quotes, line
 * number and the like; without the `a/` of a diff; and last without the root's name, or directories of another machine.
 */
export function exactFormsOf(query: string, root: SearchRoot): ExactForm[] {
  const [sent = query, ...stripped] = spellingsOf(query);
  const spellings = new Set([sent, ...spellingsOf(fromLineSafe(query) ?? query), ...stripped]);
  const forms = new Map<string, ExactForm>();
  const add = (path: string | undefined, flags: Omit<ExactForm, "path">): void => {
    const key = `${flags.matchesEnd} ${path}`;
    if (path && !forms.has(key)) forms.set(key, { path, ...flags });
  };
  const addWhole = (text: string, isShortened: boolean): void => {
    for (const base of [root.path, root.cwd]) {
      add(relativePathOf(resolvePath(base, text), root), { matchesEnd: false, isShortened });
    }
  };
  for (const text of spellings) {
    addWhole(text, false);
    addWhole(withoutDiffPrefix(text) ?? text, false);
    if (isAbsolute(text)) continue;
    const end = relativePathOf(resolvePath(root.path, text), root);
    add(end, { matchesEnd: true, isShortened: false });
  }
  const names = baseNamesOf([root.path, root.real, root.cwd]);
  const tails = [...spellings].flatMap((text) => tailsBelow(text, names));
  if (isForeign(query)) tails.push(...tailsOf(stripped.at(-1) ?? sent));
  for (const tail of tails.slice(0, MAX_FORMS)) addWhole(tail, true);
  return [...forms.values()].slice(0, MAX_FORMS);
}

/** Returns a query without the root, if it is an absolute path inside; else unchanged. */
export function withoutRoot(query: string, root: SearchRoot): string {
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
