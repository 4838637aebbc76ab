/** One walk that looks for several queries. */
import type { IgnoreRules } from "../../../gitignore/rules.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { WalkStep } from "../../../walk/steps.ts";
import { Walk } from "../../../walk/walk.ts";
import { KIND_FILTERS } from "../../discovery/filters.ts";
import { CHILD_KINDS } from "../../discovery/page_walk.ts";
import { UnreadTally } from "../../skipped.ts";
import { walkedRuns } from "../walked_runs.ts";
import { type Candidate, Finder, type FinderOptions } from "./finder.ts";
import type { Query } from "./parse_query.ts";

/** What to look for. */
export interface Wanted {
  readonly queries: readonly Query[];
  readonly kind: keyof typeof KIND_FILTERS;
  /** Most entries of each query. */
  readonly limit: number;
  /** What the entries of a folder are worth: see {@linkcode FinderOptions}. */
  readonly scoreIn: FinderOptions["scoreIn"];
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

/** How many letters are compared with letters between two looks at the clock: less than a millisecond. */
const MOST_WORK = 100_000;

/**
 * Looks for several queries in one walk. It goes breadth first, so that a scan budget that runs out leaves only
 * the deepest part; in which order entries are met makes no difference.
 *
 * @throws {DirscopeError} If the start cannot be read.
 */
export async function search(
  { queries, kind, limit, scoreIn }: Wanted,
  { scope, start, rules, maxScanned }: Where,
  pacer: Pacer,
): Promise<Outcome> {
  const isKind = KIND_FILTERS[kind];
  const finder = new Finder(queries, { limit, scoreIn });
  const unread = new UnreadTally();
  let work = 0;
  let hasIgnored = false;
  let isStopped = false;
  const visitOther = (step: WalkStep): void => {
    if (step.type === "ignored") {
      hasIgnored ||= step.ignored.others + step.ignored.directories.length > 0;
    } else if (step.type === "stopped") isStopped = true;
    else if (step.type === "error") {
      if (step.directory.depth === 0) throw step.error;
      unread.visit(step);
    }
  };
  const walk = new Walk(scope, start, {
    order: "breadth",
    unsortedFiles: true,
    rules,
    reportIgnored: true,
    maxScanned,
  }, pacer);
  for await (const runs of walkedRuns(walk, visitOther)) {
    for (const { directory, names, kind } of runs) {
      if (!isKind(kind)) continue;
      finder.enter(directory.prefix);
      for (const name of names) {
        work += finder.look(name, CHILD_KINDS[kind]);
        if (work < MOST_WORK) continue;
        work = 0;
        if (pacer.isDue()) await pacer.pause();
      }
    }
  }
  return { found: finder.results(), unread, hasIgnored, isStopped };
}
