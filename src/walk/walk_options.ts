/** The options of a walk, and the steps that it yields. */
import type { EntryKey, EntryKind } from "../directory/entry_key.ts";
import type { LinkTarget } from "../directory/link_target.ts";
import type { DirscopeError } from "../errors.ts";
import type { IgnoreRules } from "../gitignore/ignore_rules.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

/** In the order by name, depth first: a directory's contents come right after it. */
export type WalkOptions = CommonOptions & { readonly order: "name" } | PathOrder | BreadthOrder;

export interface CommonOptions {
  /** Depth of the deepest directory to read; the start is at depth 0. @default {Infinity} */
  readonly maxDepth?: number;
  readonly resolveLinks?: boolean;
  /** Set to descend into links to directories, each directory once. @default {false} */
  readonly followLinks?: boolean;
  /** The rules that ignore entries, those above the start included. */
  readonly rules?: IgnoreRules | undefined;
  /** Returns `true` for a directory not to read, by its path from the start. */
  readonly prune?: (path: string) => boolean;
  /** The real paths of directories not to read, as another walk does. */
  readonly except?: ReadonlySet<string> | undefined;
  /** The scan budget: the walk reads no directory once it has read this many entries. @default {2_000_000} */
  readonly maxScanned?: number | undefined;
  /** The match budget: the most characters of names times characters of patterns. @default {Infinity} */
  readonly maxMatched?: number | undefined;
  readonly reportIgnored?: boolean;
}

/** Depth first, by code point of the whole path (`a`, `a-b`, `a/x`), as `LC_ALL=C sort` does. */
export interface PathOrder extends CommonOptions {
  readonly order: "path";
  /** Resumes after this path, or at the contents of a directory if it ends in `/`. */
  readonly after?: string | undefined;
  /** Selects the entries to yield from a directory; descent is unaffected. @default {everything} */
  readonly select?:
    | ((directory: Pick<WalkedDirectory, "path" | "prefix">) => Selection)
    | undefined;
  /** Returns `true` for a link to look through, wherever it leads: for finitely many paths from the start. */
  readonly followsLink?: ((path: string) => boolean) | undefined;
  /** Match cost of `select` and `prune` together for one entry, in characters of patterns. @default {0} */
  readonly selectCost?: number | undefined;
  /** The same of `select` for a link, if it looks where links lead. @default {0} */
  readonly linkCost?: number | undefined;
}

/** Level by level; each directory by name. */
export interface BreadthOrder extends CommonOptions {
  readonly order: "breadth";
  /** Set to yield files below the start first, unsorted, which is faster. @default {false} */
  readonly unsortedFiles?: boolean;
}

export type Selection = (name: string, kind: EntryKind) => boolean;

export interface WalkedDirectory {
  readonly path: ScopedPath;
  /** Its name as walked; `""` for the start. */
  readonly name: string;
  /** Its path from the start, as walked: `""`, or a path that ends in `/`. */
  readonly prefix: string;
  readonly depth: number;
}

interface FileRun {
  readonly type: "files";
  readonly directory: WalkedDirectory;
  /** Their names. May be the walk's own array, which saves a copy: never change it. */
  readonly names: readonly string[];
  /** True if every name starts a row unchanged. */
  readonly isPlain: boolean;
}

export interface EntryStep {
  readonly type: "entry";
  readonly directory: WalkedDirectory;
  readonly name: string;
  /** True if the name starts a row unchanged. */
  readonly isPlain: boolean;
  readonly kind: Exclude<EntryKind, "file">;
  /** The target of a link, with `resolveLinks`. */
  readonly target: LinkTarget | undefined;
  /**
   * True if the walk will read it: in name order its contents come next, up to a `leave` or an `error`.
   * Always `false` in path order, where the contents may come later.
   */
  readonly descends: boolean;
}

/** The entries of one directory that the rules ignore, one at least; of those that are selected, in path order. */
export interface Ignored {
  /** The names of directories, in no order. They need not be selected. */
  readonly directories: readonly string[];
  /** Those of stores of version control: of directories, and of the files that stand for one. */
  readonly stores: readonly EntryKey[];
  readonly others: number;
  /** The first of those by name. */
  readonly firstOther: string | undefined;
}

export interface UnreadInDirectory {
  readonly sameNames: number;
  readonly unreadRules: number;
  /** The repository whose index was needed in it and could not be read. */
  readonly unreadIndex: string | undefined;
}

export type WalkStep =
  | FileRun
  | EntryStep
  /** The ignored entries of a directory, if it has any, before the others (`reportIgnored`, but in path order). */
  | { readonly type: "ignored"; readonly directory: WalkedDirectory; readonly ignored: Ignored }
  | { readonly type: "leave"; readonly directory: WalkedDirectory }
  /** A directory, perhaps the start, could not be read. */
  | { readonly type: "error"; readonly directory: WalkedDirectory; readonly error: DirscopeError }
  /** A directory was read and holds this many entries, of which the rules ignore some (path order). */
  | UnreadInDirectory & {
    readonly type: "enter";
    readonly directory: WalkedDirectory;
    readonly count: number;
    readonly ignored: Ignored | undefined;
  }
  /** A directory is deeper than `maxDepth`; its contents would follow here (path order). */
  | { readonly type: "too_deep"; readonly directory: WalkedDirectory }
  /** The scan budget is used up before this directory, or the match budget in it. */
  | { readonly type: "stopped"; readonly directory: WalkedDirectory; readonly scanned: number };

export function startAt(path: ScopedPath, prefix = ""): WalkedDirectory {
  return { path, name: "", prefix, depth: 0 };
}

export function descend(
  { prefix, depth }: WalkedDirectory,
  name: string,
  path: ScopedPath,
): WalkedDirectory {
  return { path, name, prefix: `${prefix}${name}/`, depth: depth + 1 };
}
