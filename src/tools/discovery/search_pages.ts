import { rulesAbove } from "../../gitignore/rules_above.ts";
import type { PathOrder } from "../../walk/steps.ts";
import { Walk } from "../../walk/walk.ts";
import { pageWalk } from "./page_walk.ts";
import type { Pager, PageRequest } from "./paged_tool.ts";

/** What a search looks for, and what it tells of it. */
interface PagedSearchOptions
  extends Pick<PathOrder, "maxDepth" | "prune" | "select" | "selectCost"> {
  /** Most entries of a page. */
  readonly limit: number;
  /** Whether files have a size. */
  readonly hasSizes: boolean;
}

/** Finds the pages of a search, in path order. */
export async function searchPages(
  request: PageRequest<{ readonly root: string; readonly use_gitignore: boolean }>,
  { limit, hasSizes, ...wanted }: PagedSearchOptions,
): Promise<Pager> {
  const { args, scope, pacer, maxScanned, position, displayPrefix } = request;
  const start = scope.enterDirectory(args.root);
  const rules = args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined;
  const options: PathOrder = {
    order: "path",
    ...wanted,
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
