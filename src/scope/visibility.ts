/** What the host hides and shows besides, as far as the rooms above the gate need to know it. */
import type { ScopedPath } from "./scoped_path.ts";

/** What the host hides in one directory. */
export interface HiddenEntries {
  /** How many characters of patterns one verdict may have to look at. */
  readonly matchCost: number;
  /** Whether an entry is hidden. */
  has(name: string, isDirectory: boolean): boolean;
}

/** The host's policy as one call applies it. */
export interface Visibility {
  /** What of that which git ignores is shown all the same: `.gitignore` patterns. */
  readonly show: readonly string[];
  /** The text of a global excludes file. */
  readonly excludes: string | undefined;
  /** Whether a resolved path or a directory above it is hidden. The path exists. */
  hides(real: string, isDirectory: boolean): boolean;
  /** The same for what need not exist, a link itself included. */
  hidesEntry(path: ScopedPath): boolean;
  /** What is hidden in a directory; `undefined` if nothing can be. */
  in(directory: ScopedPath): HiddenEntries | undefined;
  /** The names that lead to a resolved directory from where the patterns start. */
  namesTo(real: string): readonly string[];
}
