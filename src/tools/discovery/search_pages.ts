import { leadsToFile } from "../../directory/link_target.ts";
import { rulesAbove } from "../../gitignore/rules_above.ts";
import type { Scope } from "../../scope/scope.ts";
import {
  type PathOrder,
  type Selection,
  startAt,
  type WalkedDirectory,
} from "../../walk/walk_options.ts";
import { DEFAULT_SCAN_BUDGET, Walk } from "../../walk/walk.ts";
import { placeOf, prefixOf, WalksInTurn } from "../../walk/walks_in_turn.ts";
import { realPathsBefore } from "../meant_path.ts";
import { compileExcluded, type Exclusion } from "./excluded_globs.ts";
import { type PageOptions, pageWalk } from "./page_walk.ts";
import type { Pager, PageRequest } from "./paged_tool.ts";
import { displayPrefixOf } from "./result_head.ts";
import { sortedPage } from "./sorted_page.ts";

/** What a search finds: the entries that it selects, and the directories that it reads. */
export interface SearchPlan
  extends Pick<PathOrder, "followsLink" | "linkCost" | "maxDepth" | "selectCost"> {
  /** The directories of `exclude_dirs` that have left nothing out so far. */
  readonly uselessDirectories?: ReadonlySet<string>;
  /** Returns `true` for a directory not to read, by its path from the root. */
  prune(path: string): boolean;
  /** Returns the test of the entries of a directory. */
  select(directory: Pick<WalkedDirectory, "path" | "prefix">): Selection;
}

interface PagedSearchOptions {
  readonly plan: SearchPlan;
  /** Maximum entries per page. */
  readonly limit: number;
  /** Set if files have a size. */
  readonly hasSizes: boolean;
}

/** The arguments that the searches of toolset `agent` have besides. */
export type Refinement = {
  readonly sort?: "path" | "modified" | "size";
  /** A time, as `toISOString` writes it. */
  readonly modified_within?: string | null;
  readonly exclude?: readonly string[] | null;
};

/** Returns the pager of a search. */
export async function searchPages(
  request: PageRequest<Refinement & { readonly root: string; readonly use_gitignore: boolean }>,
  { plan, limit, hasSizes }: PagedSearchOptions,
): Promise<Pager> {
  const { args, directories, scope, pacer, maxScanned = DEFAULT_SCAN_BUDGET, position = "" } =
    request;
  const { sort = "path", modified_within = null, exclude = null } = args;
  const since = modified_within === null ? -Infinity : Date.parse(modified_within);
  const excluded = exclude && compileExcluded(exclude);
  const first = placeOf(position);
  const end = pacer.counts.entries + maxScanned;
  let unreadAbove = 0;
  const open = async (turn: number): Promise<Walk> => {
    const start = scope.enterDirectory(directories[turn]!);
    const semantics = request.agentScope ? "project" : "git";
    const rules = args.use_gitignore ? await rulesAbove(scope, start, semantics, pacer) : undefined;
    const after = turn === first.turn && first.below || undefined;
    if (turn === first.turn && after === undefined) unreadAbove = rules?.unread ?? 0;
    const options: PathOrder = {
      order: "path",
      ...inAnyRoot(excluded ? withoutExcluded(plan, excluded) : plan),
      rules,
      reportIgnored: request.agentScope !== undefined,
      after,
      except: turn === 0 ? undefined : realPathsBefore(scope, directories, turn),
      maxScanned: end - pacer.counts.entries,
    };
    return new Walk(scope, startAt(start, prefixOf(turn)), options, pacer);
  };
  const walk = directories.length === 1
    ? await open(0)
    : new WalksInTurn(directories.length, first.turn, open);
  const pageOptions: PageOptions = {
    scope,
    pacer,
    limit,
    displayPrefixes: directories.map((root) => displayPrefixOf({ root: scope.displayed(root) })),
    since,
    hasSizes,
    unreadAbove,
  };
  const pager = sort === "path"
    ? pageWalk(walk, pageOptions)
    : sortedPage(walk, sort, { ...pageOptions, limit: request.isWhole ? Infinity : limit });
  const { uselessDirectories } = plan;
  if (excluded === null && !uselessDirectories?.size) return pager;
  return async () => ({
    ...await pager(),
    ...uselessDirectories && { uselessDirectories },
    ...excluded && { uselessGlobs: excluded.useless() },
  });
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

/** Adds globs to leave out to a search. */
export function withoutExcluded(plan: SearchPlan, excluded: Exclusion): SearchPlan {
  return {
    ...plan,
    prune: (path) => excluded.prunes(path) || plan.prune(path),
    select(directory) {
      const selects = plan.select(directory);
      const leavesOut = excluded.in(directory.prefix.slice(0, -1));
      return (name, kind) => selects(name, kind) && !leavesOut(name, kind);
    },
    selectCost: (plan.selectCost ?? 0) + excluded.matchCost,
  };
}
