import { rulesAbove } from "../../gitignore/rules_above.ts";
import type { PathOrder } from "../../walk/walk_options.ts";
import { Walk } from "../../walk/walk.ts";
import { pageWalk } from "./page_walk.ts";
import type { Pager, PageRequest } from "./paged_tool.ts";

interface PagedSearchOptions
  extends Pick<PathOrder, "maxDepth" | "prune" | "select" | "selectCost"> {
  /** Maximum entries per page. */
  readonly limit: number;
  /** Set if files have a size. */
  readonly hasSizes: boolean;
}

/** Returns the pager of a search, in path order. */
export async function searchPages(
  request: PageRequest<{ readonly root: string; readonly use_gitignore: boolean }>,
  { limit, hasSizes, ...selection }: PagedSearchOptions,
): Promise<Pager> {
  const { args, scope, pacer, maxScanned, position, displayPrefix } = request;
  const start = scope.enterDirectory(args.root);
  const rules = args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined;
  const options: PathOrder = {
    order: "path",
    ...selection,
    rules,
    reportIgnored: request.reportsIgnored,
    after: position,
    maxScanned,
    ...request.isSinglePage && { window: limit + 1 },
  };
  return pageWalk(new Walk(scope, start, options, pacer), {
    scope,
    limit,
    displayPrefix,
    hasSizes,
    unreadAbove: position === undefined ? rules?.unread ?? 0 : 0,
  });
}
