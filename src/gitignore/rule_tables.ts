/** Look-up tables for the rules that need no matching: plain names, `*literal` and plain paths. */
import type { GitRule } from "./git_rule.ts";

/** Maximum suffixes for which matching each is cheaper than a look-up. */
const MAX_TRIED_SUFFIXES = 8;

const WILDCARD = /[*?[\\]/;
const SUFFIX = /^\*[^*?[\\]+$/;

/** The indexes of the last rule for any entry and of the last for directories only; -1 for none. */
interface LastRules {
  any: number;
  directory: number;
}

export type Table = Map<string, LastRules>;

export class RuleTables {
  readonly #names: Table = new Map();
  readonly #suffixes: Table = new Map();
  #suffixLengths: readonly number[] = [];
  /** Rules that are plain paths: by the path of a directory, the table of the names in it. */
  readonly #paths = new Map<string, Table>();

  add(rule: GitRule): boolean {
    const { text, isForNames } = rule;
    if (WILDCARD.test(text)) {
      const isSuffix = isForNames && SUFFIX.test(text);
      if (isSuffix) setLast(this.#suffixes, text.slice(1), rule);
      return isSuffix;
    }
    if (isForNames) setLast(this.#names, text, rule);
    else this.#addPath(rule);
    return true;
  }

  #addPath(rule: GitRule): void {
    const slash = rule.text.lastIndexOf("/");
    // `//a` leaves `/a`. No directory has the path `/`, so it matches nothing.
    const parent = slash < 0 ? "" : rule.text.slice(0, slash) || "/";
    const names: Table = this.#paths.get(parent) ?? new Map();
    setLast(names, rule.text.slice(slash + 1), rule);
    this.#paths.set(parent, names);
  }

  /** Completes the tables. Returns the indexes of rules that are cheaper to match one by one. */
  finish(): readonly number[] {
    const tried = this.#suffixes.size > MAX_TRIED_SUFFIXES ? [] : [...this.#suffixes.values()];
    if (tried.length > 0) this.#suffixes.clear();
    this.#suffixLengths = [...new Set([...this.#suffixes.keys()].map(({ length }) => length))];
    return tried.flatMap(({ any, directory }) => [any, directory]).filter((index) => index >= 0);
  }

  in(directory: string): Table | undefined {
    return this.#paths.get(directory);
  }

  lastFor(name: string, isDirectory: boolean): number {
    let last = lastIn(this.#names, name, isDirectory);
    for (const length of this.#suffixLengths) {
      if (length > name.length) continue;
      last = Math.max(last, lastIn(this.#suffixes, name.slice(-length), isDirectory));
    }
    return last;
  }
}

export function lastIn(table: Table, name: string, isDirectory: boolean): number {
  const last = table.get(name);
  if (last === undefined) return -1;
  return isDirectory ? Math.max(last.any, last.directory) : last.any;
}

function setLast(table: Table, name: string, { index, isForDirectories }: GitRule): void {
  const last = table.get(name) ?? { any: -1, directory: -1 };
  last[isForDirectories ? "directory" : "any"] = index;
  table.set(name, last);
}
