/** The filters of `find_files` and `glob_search`. */
import type { EntryKind } from "../../directory/entry_key.ts";
import { baseNameOf } from "../../scope/path_text.ts";
import { asIs, foldOf } from "../../text/fold.ts";
import { comparedForm } from "../../text/line_safe.ts";
import type { Selection } from "../../walk/walk_options.ts";
import type { Hint } from "../advice.ts";

/** `null` means no filter. */
export interface FileFilter {
  readonly extensions: readonly string[] | null;
  readonly name_contains: string | null;
  readonly path_contains: string | null;
  readonly case_sensitive: boolean;
}

/** Entries that an argument leaves out. What it left out so far is kept. */
export interface Exclusion {
  /** Reports whether all that a directory holds is left out, by its path from the root. */
  prunes(path: string): boolean;
  /** Returns hints at the values that have left nothing out so far. */
  useless(): Hint[];
}

/** The directories of `exclude_dirs`, by name or by path from the root. */
export class ExcludedDirectories implements Exclusion {
  /** As they were sent, by the text that is compared. */
  readonly #exact: ReadonlyMap<string, string>;
  readonly #formOf: (text: string) => string;
  readonly #unused: Set<string>;

  /** @param isLenient True if each form of a name counts. */
  constructor(directories: readonly string[], isLenient: boolean) {
    this.#formOf = isLenient ? comparedForm : asIs;
    const bare = directories.map((path) => path.replace(/\/$/, ""));
    this.#exact = new Map(bare.map((path) => [this.#formOf(path), path]));
    this.#unused = new Set(this.#exact.values());
  }

  prunes(sentPath: string): boolean {
    const path = this.#formOf(sentPath);
    const found = [path, baseNameOf(path)].filter((each) => this.#exact.has(each));
    for (const each of found) this.#unused.delete(this.#exact.get(each)!);
    return found.length > 0;
  }

  useless(): Hint[] {
    const values = [...this.#unused];
    return values.length === 0 ? [] : [{ kind: "useless", argument: "exclude_dirs", values }];
  }
}

/** @param isLenient True if each form of a name counts, and `path_contains` may start with the slash before the path. */
export function fileSelector(args: FileFilter, isLenient: boolean): (prefix: string) => Selection {
  const texts = `${args.name_contains ?? ""}${args.path_contains ?? ""}${args.extensions ?? ""}`;
  // The form of a name makes no difference to plain ASCII.
  const fold = foldOf(args.case_sensitive, isLenient && /[^\x21-\x7e]/.test(texts));
  const start = isLenient && args.path_contains?.startsWith("/") ? "/" : "";
  const extensions = args.extensions ?? [];
  const hasEnding = endingIn(extensions.map((each) => fold(`.${each.replace(/^\./, "")}`)));
  const nameText = fold(args.name_contains ?? "");
  const pathText = fold(args.path_contains ?? "");
  const isAnyEnding = extensions.length === 0;
  const isUnfiltered = isAnyEnding && nameText === "";
  const matchesName = (name: string): boolean => {
    const folded = fold(name);
    return folded.includes(nameText) && (isAnyEnding || hasEnding(folded));
  };
  const byName: Selection = (name, kind) => kind === "file" && (isUnfiltered || matchesName(name));
  if (pathText === "") return () => byName;
  return (prefix) => {
    const foldedPrefix = start + fold(prefix);
    if (foldedPrefix.includes(pathText)) return byName;
    // The directory does not hold the text, so that a match ends in the name.
    const tail = pathText.length === 1 ? "" : foldedPrefix.slice(1 - pathText.length);
    return (name, kind) => byName(name, kind) && (tail + fold(name)).includes(pathText);
  };
}

/** The total length of filters, in UTF-16 units, up to which their cost is negligible. */
const MAX_FREE_FILTER_LENGTH = 64;

/** Returns the characters that the filters may compare per character of a name; 0 for short filters. */
export function filterCost({ extensions, name_contains, path_contains }: FileFilter): number {
  const cost = longestOf(extensions ?? []) + (name_contains?.length ?? 0) +
    (path_contains?.length ?? 0);
  return cost <= MAX_FREE_FILTER_LENGTH ? 0 : cost;
}

/** Returns the test of whether a name ends in one of the extensions, which have their dots. */
function endingIn(extensions: readonly string[]): (name: string) => boolean {
  const endings = new Set(extensions);
  const longest = longestOf(extensions);
  return (name) => {
    let dot = name.indexOf(".", Math.max(0, name.length - longest));
    while (dot >= 0 && !endings.has(name.slice(dot))) dot = name.indexOf(".", dot + 1);
    return dot >= 0;
  };
}

const longestOf = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length));

export const KIND_FILTERS: Readonly<Record<"any" | "dir" | "file", (kind: EntryKind) => boolean>> =
  {
    any: () => true,
    dir: (kind) => kind === "directory",
    file: (kind) => kind === "file",
  };
