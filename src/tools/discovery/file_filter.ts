/**
 * The filters of `find_files`.
 *
 * @module
 */
import { baseNameOf } from "../../scope/path_text.ts";
import { foldCase } from "../../text/line_safe.ts";
import type { Selection } from "../../walk/steps.ts";

/** What a file must be like to be found. `null` is no filter. */
export interface FileFilter {
  readonly extensions: readonly string[] | null;
  readonly name_contains: string | null;
  readonly path_contains: string | null;
  readonly case_sensitive: boolean;
}

/** What `exclude_dirs` prunes: names, and paths from the root. */
export function excludes(excluded: readonly string[]): (path: string) => boolean {
  const exact = new Set(excluded.map((path) => path.replace(/\/$/, "")));
  return (path) => exact.has(path) || exact.has(baseNameOf(path));
}

/** The filters, compiled once, for a directory by its path from the root; those on names do not touch it. */
export function fileSelector(args: FileFilter): (prefix: string) => Selection {
  const fold = args.case_sensitive ? (text: string): string => text : foldCase;
  const endings = (args.extensions ?? []).map((extension) =>
    fold(`.${extension.replace(/^\./, "")}`)
  );
  const nameText = fold(args.name_contains ?? "");
  const pathText = fold(args.path_contains ?? "");
  const isUnfiltered = endings.length === 0 && nameText === "";
  const wantsName = (name: string): boolean => {
    const folded = fold(name);
    return folded.includes(nameText) &&
      (endings.length === 0 || endings.some((ending) => folded.endsWith(ending)));
  };
  const byName: Selection = (name, kind) => kind === "file" && (isUnfiltered || wantsName(name));
  if (pathText === "") return () => byName;
  return (prefix) => (name, kind) => byName(name, kind) && fold(prefix + name).includes(pathText);
}
