/** Overviews that earlier calls made, for trees that are as they were. */
import type { CacheKind } from "../../../cache/tree_cache.ts";
import type { Commit, History } from "../../../git/history.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { ChangedFiles, Probe } from "./changed_files.ts";
import type { Seen } from "./result.ts";
import type { WalkMarks } from "./walk_marks.ts";

/** A link that has a row, and what follows its name there. */
export interface ShownLink {
  readonly directory: ScopedPath;
  readonly name: string;
  readonly description: string;
}

/** What of an overview depends on nothing but what is kept beside it. */
export type Counted = Pick<
  Seen,
  "truncated" | "text" | "totals" | "omitted" | "estimated_tokens" | "totals_are_lower_bounds"
>;

/** An overview, and what it asked besides what the walk met. */
export interface Shown {
  readonly probes: readonly Probe[];
  readonly changed: ChangedFiles;
  readonly links: readonly ShownLink[];
  readonly counted: Counted;
}

/** An overview, and all that decides what it shows. */
export interface KnownOverview extends Shown {
  readonly marks: WalkMarks;
  readonly read: History | undefined;
  /** The names of the tree, as a snapshot, if it is too large for its entries to be asked. */
  readonly names: string | undefined;
}

/** How much a probed directory or a link takes, in bytes. */
const ROW_BYTES = 400;

/** The kind, in a host's cache. */
export const KNOWN_OVERVIEWS: CacheKind<KnownOverview> = {
  name: "overview",
  bytesOf: ({ marks, probes, links, counted }) =>
    marks.bytes + ROW_BYTES * (probes.length + links.length) + 2 * counted.text.length,
};

/** Whether two readings of a history gave the same. What is kept of a commit is the same object. */
export function isSameHistory(a: History | undefined, b: History | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isSame = (commit: Commit, i: number): boolean =>
    commit.id === b.commits[i]!.id && commit.paths === b.commits[i]!.paths;
  return a.head === b.head && a.isWhole === b.isWhole && a.commits.length === b.commits.length &&
    a.commits.every(isSame);
}

/** Whether the same files were changed. */
export function areSameFiles(a: ChangedFiles, b: ChangedFiles): boolean {
  return a.size === b.size &&
    a.entries().every(([prefix, names]) => {
      const others = b.get(prefix);
      return others?.size === names.size && names.values().every((name) => others.has(name));
    });
}
