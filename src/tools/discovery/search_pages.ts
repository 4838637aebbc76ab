import { rulesAbove } from "../../gitignore/rules_above.ts";
import type { PathOrder, Selection, WalkedDirectory } from "../../walk/walk_options.ts";
import { DEFAULT_SCAN_BUDGET, Walk } from "../../walk/walk.ts";
import { compileExcluded, type Exclusion } from "./excluded_globs.ts";
import { type PageOptions, pageWalk } from "./page_walk.ts";
import type { Pager, PageRequest } from "./paged_tool.ts";
import { displayPrefixOf } from "./result_head.ts";
import { pagesInTurn, type SearchPart } from "./pages_in_turn.ts";
import type { DiscoveryEntry } from "./result.ts";
import { sortedPage } from "./sorted_page.ts";

/** What a search finds: the entries that it selects, and the directories that it reads. */
export interface SearchPlan extends Pick<PathOrder, "maxDepth" | "selectCost"> {
  /** The directories of `exclude_dirs` that have left nothing out so far. */
  readonly uselessDirectories?: ReadonlySet<string>;
  /** Returns `true` for a directory not to read, by its path from the root. */
  prune(path: string): boolean;
  /** Returns the test of the entries of a directory. */
  select(directory: Pick<WalkedDirectory, "prefix">): Selection;
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

/** What the greatest entries come first by. */
const VALUES: Readonly<Record<string, (entry: DiscoveryEntry) => number>> = {
  modified: ({ modified_unix_ms }) => modified_unix_ms ?? -Infinity,
  size: ({ size }) => size ?? -Infinity,
};

/** Returns the pager of a search. */
export async function searchPages(
  request: PageRequest<Refinement & { readonly root: string; readonly use_gitignore: boolean }>,
  { plan, limit, hasSizes }: PagedSearchOptions,
): Promise<Pager> {
  const { args, directories, scope, pacer, maxScanned = DEFAULT_SCAN_BUDGET } = request;
  const { sort = "path", modified_within = null, exclude = null } = args;
  const since = modified_within === null ? -Infinity : Date.parse(modified_within);
  const excluded = exclude && compileExcluded(exclude);
  const open = async ({ directory, position, maxScanned }: SearchPart): Promise<Pager> => {
    const start = scope.enterDirectory(directory);
    const rules = args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined;
    const options: PathOrder = {
      order: "path",
      ...excluded ? withoutExcluded(plan, excluded) : plan,
      rules,
      reportIgnored: request.reportsIgnored,
      after: position,
      maxScanned,
    };
    const walk = new Walk(scope, start, options, pacer);
    const pageOptions: PageOptions = {
      scope,
      pacer,
      limit: most,
      displayPrefix: displayPrefixOf({ root: scope.displayed(directory) }),
      since,
      hasSizes,
      unreadAbove: position === undefined ? rules?.unread ?? 0 : 0,
    };
    return sort === "path" ? pageWalk(walk, pageOptions) : sortedPage(walk, sort, pageOptions);
  };
  const most = sort !== "path" && request.isWhole ? Infinity : limit;
  const whole = { position: request.position, maxScanned };
  const pager = directories.length === 1
    ? await open({ directory: args.root, ...whole })
    : pagesInTurn(directories, { ...whole, pacer, limit: most, valueOf: VALUES[sort] }, open);
  const { uselessDirectories } = plan;
  if (excluded === null && !uselessDirectories?.size) return pager;
  return async () => ({
    ...await pager(),
    ...uselessDirectories && { uselessDirectories },
    ...excluded && { uselessGlobs: excluded.useless() },
  });
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
