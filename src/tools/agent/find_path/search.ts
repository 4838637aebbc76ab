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
import type { Candidate } from "./best_entries.ts";
import { Finder, type Run } from "./finder.ts";
import type { Query } from "./parse_query.ts";

/** What to look for. */
export interface Wanted {
  readonly queries: readonly Query[];
  readonly kind: keyof typeof KIND_FILTERS;
  /** Most entries of each query. */
  readonly limit: number;
  worthOf(path: string, isDirectory: boolean): number;
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

/**
 * Looks for several queries in one walk. It goes breadth first, so that a scan budget that runs out leaves only
 * the deepest part; in which order entries are met makes no difference.
 *
 * @throws {DirscopeError} If the start cannot be read.
 */
export async function search(
  { queries, kind, limit, worthOf }: Wanted,
  { scope, start, rules, maxScanned }: Where,
  pacer: Pacer,
): Promise<Outcome> {
  const isKind = KIND_FILTERS[kind];
  const finder = new Finder(queries, { limit, worthOf });
  const unread = new UnreadTally();
  let runs: Run[] = [];
  let count = 0;
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
    for (const run of runs) {
      for (let at = 0; at < run.names.length;) {
        at = finder.look(run, at);
        if (pacer.isDue()) await pacer.pause();
      }
    }
  }
  return { found: finder.results(), unread, hasIgnored, isStopped };
}

type Kind = Parameters<typeof KIND_FILTERS.any>[0];
