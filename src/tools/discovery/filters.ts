/** The filters of `find_files` and `glob_search`. */
import type { EntryKind } from "../../directory/entry_key.ts";
import { baseNameOf } from "../../scope/path_text.ts";
import { foldUnicodeCase } from "../../text/line_safe.ts";
import type { Selection } from "../../walk/steps.ts";

/** The filters of a search for files; `null` means no filter. */
export interface FileFilter {
  readonly extensions: readonly string[] | null;
  readonly name_contains: string | null;
  readonly path_contains: string | null;
  readonly case_sensitive: boolean;
}

/** Tells the directories that `exclude_dirs` prunes, by name or by path from the root. */
export function excludedBy(excluded: readonly string[]): (path: string) => boolean {
  const exact = new Set(excluded.map((path) => path.replace(/\/$/, "")));
  return (path) => exact.has(path) || exact.has(baseNameOf(path));
}

/** Compiles the filters once. Only `path_contains` needs the directory, given by its path from the root. */
export function fileSelector(args: FileFilter): (prefix: string) => Selection {
  const fold = args.case_sensitive ? (text: string): string => text : foldUnicodeCase;
  const endings = new ExtensionSet(
    (args.extensions ?? []).map((extension) => fold(`.${extension.replace(/^\./, "")}`)),
  );
  const nameText = fold(args.name_contains ?? "");
  const pathText = fold(args.path_contains ?? "");
  const isUnfiltered = endings.isEmpty && nameText === "";
  const matchesName = (name: string): boolean => {
    const folded = fold(name);
    return folded.includes(nameText) && (endings.isEmpty || endings.has(folded));
  };
  const byName: Selection = (name, kind) => kind === "file" && (isUnfiltered || matchesName(name));
  if (pathText === "") return () => byName;
  return (prefix) => {
    const before = fold(prefix);
    if (before.includes(pathText)) return byName;
    // What the directory does not hold by itself ends in the name.
    const tail = pathText.length === 1 ? "" : before.slice(1 - pathText.length);
    return (name, kind) => byName(name, kind) && (tail + fold(name)).includes(pathText);
  };
}

/** Texts up to this length are looked for in no time. */
const MAX_FREE_FILTER_LENGTH = 64;

/** How many characters the filters may look at again and again for one name; 0 for short ones. */
export function filterCost({ extensions, name_contains, path_contains }: FileFilter): number {
  const longest = extensions?.reduce((most, { length }) => Math.max(most, length), 0) ?? 0;
  const cost = longest + (name_contains?.length ?? 0) + (path_contains?.length ?? 0);
  return cost <= MAX_FREE_FILTER_LENGTH ? 0 : cost;
}

/** What names may end in: each starts with a dot. */
class ExtensionSet {
  readonly #endings: ReadonlySet<string>;
  readonly #longest: number;

  constructor(endings: readonly string[]) {
    this.#endings = new Set(endings);
    this.#longest = endings.reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  get isEmpty(): boolean {
    return this.#longest === 0;
  }

  /** Whether a name ends in one of them. */
  has(name: string): boolean {
    const first = Math.max(0, name.length - this.#longest);
    for (let dot = name.indexOf(".", first); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      if (this.#endings.has(name.slice(dot))) return true;
    }
    return false;
  }
}

/** Which entries each `kind` asks for. */
export const KIND_FILTERS: Readonly<Record<"any" | "dir" | "file", (kind: EntryKind) => boolean>> =
  {
    any: () => true,
    dir: (kind) => kind === "directory",
    file: (kind) => kind === "file",
  };
