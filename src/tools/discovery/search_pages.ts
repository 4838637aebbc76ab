import { rulesAbove } from "../../gitignore/rules_above.ts";
import type { PathOrder } from "../../walk/walk_options.ts";
import { Walk } from "../../walk/walk.ts";
import { compileExcluded } from "./excluded_globs.ts";
import { type PageOptions, pageWalk } from "./page_walk.ts";
import type { Pager, PageRequest } from "./paged_tool.ts";
import { sortedPage } from "./sorted_page.ts";

interface PagedSearchOptions
  extends Pick<PathOrder, "maxDepth" | "prune" | "select" | "selectCost"> {
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
  { limit, hasSizes, ...plan }: PagedSearchOptions,
): Promise<Pager> {
  const { args, scope, pacer, maxScanned, position, displayPrefix } = request;
  const { sort = "path", modified_within = null, exclude = null } = args;
  const since = modified_within === null ? -Infinity : Date.parse(modified_within);
  const selection = exclude === null ? plan : withoutExcluded(plan, exclude);
  const start = scope.enterDirectory(args.root);
  const rules = args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined;
  const options: PathOrder = {
    order: "path",
    ...selection,
    rules,
    reportIgnored: request.reportsIgnored,
    after: position,
    maxScanned,
    // A search by time or size may need a huge directory whole.
    ...request.isSinglePage && sort === "path" && modified_within === null &&
      { window: limit + 1 },
  };
  const walk = new Walk(scope, start, options, pacer);
  const pageOptions: PageOptions = {
    scope,
    pacer,
    limit,
    displayPrefix,
    since,
    hasSizes,
    unreadAbove: position === undefined ? rules?.unread ?? 0 : 0,
  };
  if (sort === "path") return pageWalk(walk, pageOptions);
  return sortedPage(walk, sort, { ...pageOptions, limit: request.isWhole ? Infinity : limit });
}

/** Adds globs to leave out to the selection of a search. */
function withoutExcluded<Plan extends Pick<PathOrder, "prune" | "select" | "selectCost">>(
  plan: Plan,
  globs: readonly string[],
): Plan {
  const excluded = compileExcluded(globs);
  return {
    ...plan,
    prune: (path) => excluded.prunes(path) || plan.prune?.(path) === true,
    select(directory) {
      const [selects, leavesOut] = [
        plan.select?.(directory),
        excluded.in(directory.prefix.slice(0, -1)),
      ];
      return (name, kind) => selects?.(name, kind) !== false && !leavesOut(name, kind);
    },
    selectCost: (plan.selectCost ?? 0) + excluded.matchCost,
  };
}
