/** Overviews that earlier calls made, for trees that are as they were. */
import type { CacheKind } from "../../../cache/tree_cache.ts";
import type { Commit, History } from "../../../git/history.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { WalkStep } from "../../../walk/steps.ts";
import type { OverviewBody } from "./result.ts";

/** A link that has a row, and what follows its name there. */
export interface ShownLink {
  readonly directory: ScopedPath;
  readonly name: string;
  readonly description: string;
}

/** What of an overview depends on nothing but what is kept beside it. */
export type Counted = Pick<
  OverviewBody,
  "truncated" | "text" | "totals" | "omitted" | "estimated_tokens" | "totals_are_lower_bounds"
>;

/** An overview, and what it asked besides what the walk met. */
export interface Shown {
  readonly links: readonly ShownLink[];
  readonly counted: Counted;
}

/** An overview, and all that decides what it shows. */
export interface KnownOverview extends Shown {
  /** What the walk met. */
  readonly marks: readonly Mark[];
  readonly read: History | undefined;
  /** The names of the tree, as a snapshot, if it is too large for its entries to be asked. */
  readonly names: string | undefined;
}

/** How much a link takes, in bytes; and a mark. The text of names is shared with their listing. */
const ROW_BYTES = 400;
const MARK_BYTES = 8;

/** The kind, in a host's cache. */
export const KNOWN_OVERVIEWS: CacheKind<KnownOverview> = {
  name: "overview",
  bytesOf: ({ marks, links, counted }) =>
    marks.reduce((sum: number, mark) => sum + bytesOf(mark), 2 * counted.text.length) +
    ROW_BYTES * links.length,
};

function bytesOf(mark: Mark): number {
  return MARK_BYTES * (typeof mark === "object" ? 4 + mark.length : 1);
}

/** A name, a kind, a count, or names. */
export type Mark = string | number | boolean | readonly string[];

/**
 * Adds a step of a walk in breadth order, as flat data that takes little room. Where each directory lies is not
 * told: what came before decides that.
 */
export function addMarks(marks: Mark[], step: WalkStep): void {
  if (step.type === "files") marks.push(step.names);
  else if (step.type === "entry") marks.push(step.kind, step.name, step.descends);
  else if (step.type === "ignored") marks.push(step.ignored.directories, step.ignored.others);
  else marks.push(step.type === "error" ? step.error.code : step.type);
}

/** Whether two walks met the same. */
export async function areSameMarks(
  a: readonly Mark[],
  b: readonly Mark[],
  pacer: Pacer,
): Promise<boolean> {
  for (let i = 0; i < a.length; i++) {
    if (i % LOOK === 0 && pacer.isDue()) await pacer.pause();
    if (a[i] !== b[i] && !areSameNames(a[i], b[i])) return false;
  }
  return a.length === b.length;
}

/** How many marks are compared between two looks at the clock. */
const LOOK = 64;

function areSameNames(a: Mark | undefined, b: Mark | undefined): boolean {
  return typeof a === "object" && typeof b === "object" && a.length === b.length &&
    a.every((name, i) => name === b[i]);
}

/** Whether two readings of a history gave the same. What is kept of a commit is the same object. */
export function isSameHistory(a: History | undefined, b: History | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isSame = (commit: Commit, i: number): boolean =>
    commit.id === b.commits[i]!.id && commit.paths === b.commits[i]!.paths;
  return a.head === b.head && a.isWhole === b.isWhole && a.commits.length === b.commits.length &&
    a.commits.every(isSame);
}
