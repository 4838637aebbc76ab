import { nameOf } from "../../directory/entry_key.ts";
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
import { compileExcluded, type ExcludedGlobs } from "./excluded_globs.ts";
import type { Exclusion } from "./filters.ts";
import { type PageOptions, pageWalk } from "./page_walk.ts";
import type { AnyArguments } from "../call.ts";
import type { Page, Pager, PageRequest } from "./paged_tool.ts";
import { displayPrefixOf } from "./result_head.ts";
import { sortedPage } from "./sorted_page.ts";

/** What a search finds: the entries that it selects, and the directories that it reads. */
export interface SearchPlan
  extends Pick<PathOrder, "followsLink" | "linkCost" | "maxDepth" | "selectCost"> {
  /** What leaves out entries, by argument. */
  readonly exclusions?: readonly Exclusion[];
  /** Returns `true` for a directory not to read, by its path from the root. */
  prune(path: string): boolean;
  /** Returns the test of the entries of a directory. */
  select(directory: Pick<WalkedDirectory, "path" | "prefix">): Selection;
}

/** What a page tells of its search. */
export interface PagedSearch {
  readonly plan: SearchPlan;
  /** Returns the plan of the search with other values of some arguments. */
  readonly planWith: (change: Readonly<Record<string, unknown>>) => SearchPlan;
  /** Values that have left nothing out so far, by argument. */
  readonly useless: readonly {
    readonly argument: Exclusion["argument"];
    readonly values: readonly string[];
  }[];
}

interface PagedSearchOptions<Arguments> {
  /** Returns what a search finds by its arguments, without those of {@linkcode Refinement}. */
  readonly planOf: (args: Arguments, agentScope: Scope | undefined) => SearchPlan;
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

type SearchArguments = Refinement & { readonly use_gitignore: boolean };

/** Returns the pager of a search. */
export async function searchPages<Arguments extends AnyArguments>(
  request: PageRequest<Arguments & SearchArguments>,
  { planOf, limit, hasSizes }: PagedSearchOptions<Arguments>,
): Promise<Pager> {
  const {
    args,
    agentScope,
    directories,
    scope,
    pacer,
    maxScanned = DEFAULT_SCAN_BUDGET,
    position = "",
  } = request;
  const { sort = "path", modified_within = null, exclude = null } = args;
  const since = modified_within === null ? -Infinity : Date.parse(modified_within);
  const excluded = exclude && compileExcluded(exclude);
  const planWith: PagedSearch["planWith"] = (change) => {
    const plan = planOf({ ...args, ...change }, agentScope);
    return inAnyRoot(excluded ? withoutExcluded(plan, excluded) : plan);
  };
  const plan = planWith({});
  const first = placeOf(position);
  const end = pacer.counts.entries + maxScanned;
  let unreadAbove = 0;
  const open = async (turn: number): Promise<Walk> => {
    const start = scope.enterDirectory(directories[turn]!);
    const semantics = agentScope ? "project" : "git";
    const rules = args.use_gitignore ? await rulesAbove(scope, start, semantics, pacer) : undefined;
    const after = turn === first.turn && first.below || undefined;
    if (turn === first.turn && after === undefined) unreadAbove = rules?.unread ?? 0;
    const options: PathOrder = {
      order: "path",
      ...plan,
      rules,
      reportIgnored: agentScope !== undefined,
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
  if (agentScope === undefined) return pager;
  return async () => {
    const page = await pager();
    return { ...page, search: { plan, planWith, useless: uselessValues(plan, page) } };
  };
}

/** Returns what left nothing out so far, what git ignores included. */
function uselessValues(
  { exclusions = [] }: SearchPlan,
  { ignored: ignoredIn = [] }: Page,
): PagedSearch["useless"] {
  const unused = exclusions.filter((each) => each.useless().length > 0);
  for (const { directory: { prefix }, ignored } of unused.length === 0 ? [] : ignoredIn) {
    for (const name of [...ignored.directories, ...ignored.stores.map(nameOf)]) {
      for (const each of unused) each.prunes(placeOf(prefix).below + name);
    }
  }
  return unused.map((each) => ({ argument: each.argument, values: each.useless() }))
    .filter(({ values }) => values.length > 0);
}

/** Makes a plan of paths in a root one of those in several. */
function inAnyRoot(plan: SearchPlan): SearchPlan {
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
function withoutExcluded(plan: SearchPlan, excluded: ExcludedGlobs): SearchPlan {
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
