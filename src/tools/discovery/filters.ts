/** The filters of `find_files` and `glob_search`. */
import type { EntryKind } from "../../directory/entry_key.ts";
import { baseNameOf } from "../../scope/path_text.ts";
import { foldCase } from "../../text/line_safe.ts";
import type { Selection } from "../../walk/steps.ts";

/** The filters of a search for files; `null` means no filter. */
export interface FileFilter {
  readonly extensions: readonly string[] | null;
  readonly name_contains: string | null;
  readonly path_contains: string | null;
  readonly case_sensitive: boolean;
}

/** Tells the directories that `exclude_dirs` prunes, by name or by path from the root. */
export function excludes(excluded: readonly string[]): (path: string) => boolean {
  const exact = new Set(excluded.map((path) => path.replace(/\/$/, "")));
  return (path) => exact.has(path) || exact.has(baseNameOf(path));
}

/** Compiles the filters once. Only `path_contains` needs the directory, given by its path from the root. */
export function fileSelector(args: FileFilter): (prefix: string) => Selection {
  const fold = args.case_sensitive ? (text: string): string => text : foldCase;
  const endings = new Set(
    args.extensions?.map((extension) => fold(`.${extension.replace(/^\./, "")}`)),
  );
  const nameText = fold(args.name_contains ?? "");
  const pathText = fold(args.path_contains ?? "");
  const isUnfiltered = endings.size === 0 && nameText === "";
  const wantsName = (name: string): boolean => {
    const folded = fold(name);
    return folded.includes(nameText) && (endings.size === 0 || hasEnding(folded, endings));
  };
  const byName: Selection = (name, kind) => kind === "file" && (isUnfiltered || wantsName(name));
  if (pathText === "") return () => byName;
  return (prefix) => (name, kind) => byName(name, kind) && fold(prefix + name).includes(pathText);
}

/** Whether what follows one of a name's dots, with that dot, is an ending. */
function hasEnding(name: string, endings: ReadonlySet<string>): boolean {
  for (let dot = name.lastIndexOf("."); dot >= 0; dot = name.lastIndexOf(".", dot - 1)) {
    if (endings.has(name.slice(dot))) return true;
    if (dot === 0) return false;
  }
  return false;
}

/** Which entries each `kind` asks for. */
export const KIND_FILTERS: Readonly<Record<"any" | "dir" | "file", (kind: EntryKind) => boolean>> =
  {
    any: () => true,
    dir: (kind) => kind === "directory",
    file: (kind) => kind === "file",
  };
