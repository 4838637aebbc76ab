import { leadsToFile } from "../../directory/link_target.ts";
import type { Scope } from "../../scope/scope.ts";
import type { PathOrder, Selection, WalkedDirectory } from "../../walk/walk_options.ts";
import { placeOf } from "../../walk/walks_in_turn.ts";
import type { Hint } from "../advice.ts";
import type { ExcludedGlobs } from "./excluded_globs.ts";
import type { Exclusion } from "./filters.ts";

/** What a search finds: the entries that it selects, and the directories that it reads. */
export interface SearchPlan
  extends Pick<PathOrder, "followsLink" | "linkCost" | "maxDepth" | "selectCost"> {
  readonly exclusions?: readonly Exclusion[];
  /** Returns `true` for a directory not to read, by its path from the root. */
  prune(path: string): boolean;
  select(directory: Pick<WalkedDirectory, "path" | "prefix">): Selection;
}

export interface PagedSearch {
  readonly plan: SearchPlan;
  /** Returns the plan of the search with other values of some arguments. */
  readonly planWith: (change: Readonly<Record<string, unknown>>) => SearchPlan;
  /** Hints at what has left nothing out so far. */
  readonly useless: readonly Hint[];
}

/** Makes a plan of paths in a root one of those in several. */
export function inAnyRoot(plan: SearchPlan): SearchPlan {
  return {
    ...plan,
    prune: (path) => plan.prune(placeOf(path).below),
    ...plan.followsLink && { followsLink: (path) => plan.followsLink!(placeOf(path).below) },
    select: ({ path, prefix }) => plan.select({ path, prefix: placeOf(prefix).below }),
  };
}

/** About the characters of patterns that are compared in the time in which a link is resolved. */
const LINK_COST = 100;

/** Has links to files within a scope count as files. */
export function withFileLinks(plan: SearchPlan, scope: Scope | undefined): SearchPlan {
  if (scope === undefined) return plan;
  return {
    ...plan,
    linkCost: LINK_COST,
    select(directory) {
      const selects = plan.select(directory);
      return (name, kind) =>
        selects(name, kind) ||
        kind === "link" && selects(name, "file") && leadsToFile(scope, directory.path, name);
    },
  };
}

export function withoutExcluded(plan: SearchPlan, excluded: ExcludedGlobs): SearchPlan {
  return {
    ...plan,
    exclusions: [excluded, ...plan.exclusions ?? []],
    prune: (path) => excluded.prunes(path) || plan.prune(path),
    select(directory) {
      const selects = plan.select(directory);
      const leavesOut = excluded.in(directory.prefix.slice(0, -1));
      return (name, kind) => selects(name, kind) && !leavesOut(name, kind);
    },
    selectCost: (plan.selectCost ?? 0) + excluded.matchCost,
  };
}
