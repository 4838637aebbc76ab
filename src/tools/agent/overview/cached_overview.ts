/** Caches overviews, and checks whether they are still valid. */
import type { CacheKind } from "../../../cache/tree_cache.ts";
import type { Commit, History } from "../../../git/history.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { WalkStep } from "../../../walk/walk_options.ts";
import type { OverviewBody } from "./result.ts";

/** A link that has a row. */
export interface ShownLink {
  readonly directory: ScopedPath;
  readonly name: string;
  /** The text after its name, which depends on the link's target. */
  readonly description: string;
}

/** The fields of an overview that stay the same while its trace, history and links do. */
export type CacheableFields = Pick<
  OverviewBody,
  "truncated" | "text" | "totals" | "omitted" | "estimated_tokens" | "totals_are_lower_bounds"
>;

/** An overview, and the links that were read to render it. */
export interface RenderedOverview {
  readonly links: readonly ShownLink[];
  readonly fields: CacheableFields;
}

/** An overview with its validators: the entries visited, the commits and the link targets. */
export interface CachedOverview extends RenderedOverview {
  readonly trace: WalkTrace;
  readonly history: History | undefined;
  /** The name of the tree's saved snapshot if that holds names only, as the tree is too large to stat. */
  readonly namesSnapshot: string | undefined;
}

/** Memory per link, in bytes. */
const SHOWN_LINK_BYTES = 400;
/** Memory per value of a trace, per list and per item of one, in bytes. Names share their text with cached listings. */
const VALUE_BYTES = 8;
const LIST_BYTES = 24;

/** The kind of entry in a host's cache that holds overviews. */
export const OVERVIEW_CACHE: CacheKind<CachedOverview> = {
  name: "overview",
  bytesOf: ({ trace: { values, lists }, links, fields }) =>
    lists.reduce((sum, { length }) => sum + LIST_BYTES + VALUE_BYTES * length, 0) +
    VALUE_BYTES * values.length + 2 * fields.text.length + SHOWN_LINK_BYTES * links.length,
};

/** The steps of a walk in breadth order, flattened to save memory. */
export interface WalkTrace {
  /** Types, names, kinds and counts. Paths are left out: in breadth order, earlier steps determine them. */
  readonly values: (string | number | boolean)[];
  /** The names of each run of files, and of each directory's ignored directories. */
  readonly lists: (readonly string[])[];
}

/** Adds a step to a trace. */
export function traceStep({ values, lists }: WalkTrace, step: WalkStep): void {
  if (step.type === "entry") values.push(step.kind, step.name, step.descends);
  else if (step.type === "ignored") values.push(step.type, step.ignored.others);
  else values.push(step.type === "error" ? step.error.code : step.type);
  if (step.type === "files") lists.push(step.names);
  if (step.type === "ignored") lists.push(step.ignored.directories);
}

/** Reports whether two walks visited the same entries. */
export async function areEqualTraces(a: WalkTrace, b: WalkTrace, pacer: Pacer): Promise<boolean> {
  return await areEqual(a.values, b.values, Object.is, pacer) &&
    await areEqual(a.lists, b.lists, areEqualNames, pacer);
}

async function areEqual<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isEqual: (a: Item, b: Item) => boolean,
  pacer: Pacer,
): Promise<boolean> {
  if (a.length !== b.length) return false;
  for (const [i, item] of a.entries()) {
    if (i % ITEMS_PER_CLOCK_CHECK === 0 && pacer.isDue()) await pacer.pause();
    if (!isEqual(item, b[i]!)) return false;
  }
  return true;
}

const ITEMS_PER_CLOCK_CHECK = 64;

function areEqualNames(a: readonly string[], b: readonly string[]): boolean {
  return a === b || a.length === b.length && a.every((name, i) => name === b[i]);
}

/** Reports whether two reads of a history returned the same. The paths of a cached commit are the same array. */
export function isSameHistory(a: History | undefined, b: History | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isSame = (commit: Commit, i: number): boolean =>
    commit.id === b.commits[i]!.id && commit.paths === b.commits[i]!.paths;
  return a.head === b.head && a.isWhole === b.isWhole && a.commits.length === b.commits.length &&
    a.commits.every(isSame);
}
