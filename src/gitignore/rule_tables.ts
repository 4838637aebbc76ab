/**
 * Tables for the rules that a look-up can answer: plain names, `*literal` and plain paths.
 *
 * @module
 */
import type { GitRule } from "./git_rule.ts";

/** Up to this many suffixes, trying each is cheaper than looking them up. */
const FEW_SUFFIXES = 8;

const WILDCARD = /[*?[\\]/;
const SUFFIX = /^\*[^*?[\\]+$/;

/** Name to the index of its last rule. A rule for directories only stands under the name and a slash. */
type Table = Map<string, number>;

/** The rules of a file that need no matching. */
export class RuleTables {
  readonly #names: Table = new Map();
  readonly #suffixes: Table = new Map();
  #suffixLengths: readonly number[] = [];
  /** Parent path to the table of the names in it. */
  readonly #paths = new Map<string, Table>();

  /** Adds a rule, unless it needs matching. Returns whether it was added. */
  add(rule: GitRule): boolean {
    const { text, isForNames, isForDirectories, index } = rule;
    const end = isForDirectories ? "/" : "";
    if (WILDCARD.test(text)) {
      const isSuffix = isForNames && SUFFIX.test(text);
      if (isSuffix) this.#suffixes.set(text.slice(1) + end, index);
      return isSuffix;
    }
    if (isForNames) this.#names.set(text + end, index);
    else this.#addPath(text, end, index);
    return true;
  }

  #addPath(text: string, end: string, index: number): void {
    const slash = text.lastIndexOf("/");
    // `//a` leaves `/a`. No directory has the path `/`, so it matches nothing.
    const parent = slash < 0 ? "" : text.slice(0, slash) || "/";
    const names = this.#paths.get(parent) ?? new Map<string, number>();
    names.set(text.slice(slash + 1) + end, index);
    this.#paths.set(parent, names);
  }

  /** Ends the adding. Returns the indexes of rules that are better matched one by one after all. */
  finish(): readonly number[] {
    const few = this.#suffixes.size > FEW_SUFFIXES ? [] : [...this.#suffixes.values()];
    if (few.length > 0) this.#suffixes.clear();
    const lengths = [...this.#suffixes.keys()].map((key) => key.replace(/\/$/, "").length);
    this.#suffixLengths = [...new Set(lengths)];
    return few;
  }

  /** The table of the plain paths in a directory, by its path from the file's directory. */
  in(directory: string): ReadonlyMap<string, number> | undefined {
    return this.#paths.get(directory);
  }

  /** The index of the last rule for a name at any depth, or -1. */
  lastFor(name: string, isDirectory: boolean): number {
    let last = lastIn(this.#names, name, isDirectory);
    for (const length of this.#suffixLengths) {
      if (length > name.length) continue;
      last = Math.max(last, lastIn(this.#suffixes, name.slice(-length), isDirectory));
    }
    return last;
  }
}

/** The index of the last rule for a name in a table, or -1. */
export function lastIn(
  table: ReadonlyMap<string, number>,
  name: string,
  isDirectory: boolean,
): number {
  const last = table.get(name) ?? -1;
  return isDirectory ? Math.max(last, table.get(`${name}/`) ?? -1) : last;
}
