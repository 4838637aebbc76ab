/** One walk that looks for several queries. */
import type { IgnoreRules } from "../../../gitignore/rules.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { WalkStep } from "../../../walk/steps.ts";
import { Walk } from "../../../walk/walk.ts";
import { KIND_FILTERS } from "../../discovery/filters.ts";
import { CHILD_KINDS, type ChildKind } from "../../discovery/page_walk.ts";
import { UnreadTally } from "../../skipped.ts";
import { type Candidate, Finder, type FinderOptions } from "./finder.ts";
import type { Query } from "./parse_query.ts";

/** What to look for. */
export interface Wanted {
  readonly queries: readonly Query[];
  readonly kind: keyof typeof KIND_FILTERS;
  /** Most entries of each query. */
  readonly limit: number;
  /** What the entries of a folder are worth: see {@linkcode FinderOptions}. */
  readonly worthIn: FinderOptions["worthIn"];
}

/** Where to look, and with what. */
export interface Where {
  readonly scope: Scope;
  readonly start: ScopedPath;
  /** The rules that ignore entries. */
  readonly rules: IgnoreRules | undefined;
  readonly maxScanned: number | undefined;
}

/** What was found. */
export interface Outcome {
  /** The best entries of each query; one more than asked for where there are more. */
  readonly found: readonly (readonly Candidate[])[];
  /** Directories that could not be read. */
  readonly unread: UnreadTally;
  /** Whether the rules ignored anything. */
  readonly hasIgnored: boolean;
  /** Whether the scan budget ran out. */
  readonly isStopped: boolean;
}

/** How many names are met between two rounds of looking at them. */
const BATCH = 2048;

/** How many letters are compared with letters between two looks at the clock: less than a millisecond. */
const MOST_WORK = 100_000;

/** Names of entries of one folder. */
interface Run {
  /** The folder's path from the root of the search: `""`, or a path that ends in a slash. */
  readonly prefix: string;
  readonly names: readonly string[];
  readonly kind: ChildKind;
}

/**
 * Looks for several queries in one walk. It goes breadth first, so that a scan budget that runs out leaves only
 * the deepest part; in which order entries are met makes no difference.
 *
 * @throws {DirscopeError} If the start cannot be read.
 */
export async function search(
  { queries, kind, limit, worthIn }: Wanted,
  { scope, start, rules, maxScanned }: Where,
  pacer: Pacer,
): Promise<Outcome> {
  const isKind = KIND_FILTERS[kind];
  const finder = new Finder(queries, { limit, worthIn });
  const unread = new UnreadTally();
  let runs: Run[] = [];
  let count = 0;
  let work = 0;
  let hasIgnored = false;
  let isStopped = false;
  const meet = ({ prefix }: WalkStep["directory"], names: readonly string[], each: Kind): void => {
    if (!isKind(each)) return;
    runs.push({ prefix, names, kind: CHILD_KINDS[each] });
    count += names.length;
  };
  const visit = (step: WalkStep): boolean => {
    if (step.type === "files") meet(step.directory, step.names, "file");
    else if (step.type === "entry") meet(step.directory, [step.name], step.kind);
    else if (step.type === "ignored") {
      hasIgnored ||= step.ignored.others + step.ignored.directories.length > 0;
    } else if (step.type === "stopped") isStopped = true;
    else if (step.type === "error") {
      if (step.directory.depth === 0) throw step.error;
      unread.visit(step);
    }
    return count < BATCH;
  };
  const walk = new Walk(scope, start, {
    order: "breadth",
    unsortedFiles: true,
    rules,
    reportIgnored: true,
    maxScanned,
  }, pacer);
  for (let isDone = false; !isDone; runs = [], count = 0) {
    await walk.run(visit);
    isDone = count < BATCH;
    for (const { prefix, names, kind } of runs) {
      finder.enter(prefix);
      for (const name of names) {
        work += finder.look(name, kind);
        if (work < MOST_WORK) continue;
        work = 0;
        if (pacer.isDue()) await pacer.pause();
      }
    }
  }
  return { found: finder.results(), unread, hasIgnored, isStopped };
}

type Kind = Parameters<typeof KIND_FILTERS.any>[0];
