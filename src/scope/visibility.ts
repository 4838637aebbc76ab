import type { ScopedPath } from "./scoped_path.ts";

export interface HiddenEntries {
  /** Maximum characters of patterns that one verdict compares. */
  readonly matchCost: number;
  has(name: string, isDirectory: boolean): boolean;
}

/** The host's visibility policy, compiled for one call. */
export interface Visibility {
  /** The `.gitignore` patterns of paths that the policy re-includes although git ignores them. */
  readonly show: readonly string[];
  readonly excludes: string | undefined;
  /** Reports whether a resolved path, which exists, or a directory above it is hidden. */
  hides(real: string, isDirectory: boolean): boolean;
  /** Like `hides`, for a path that need not exist; a link is judged itself. */
  hidesEntry(path: ScopedPath): boolean;
  in(directory: ScopedPath): HiddenEntries | undefined;
  /** Returns the names on the way to a resolved directory from the base of the patterns. */
  namesTo(real: string): readonly string[];
}
