import { nameOf } from "../../directory/entry_key.ts";
import { rulesAbove } from "../../gitignore/rules_above.ts";
import type { Scope } from "../../scope/scope.ts";
import { type PathOrder, startAt } from "../../walk/walk_options.ts";
import { DEFAULT_SCAN_BUDGET, Walk } from "../../walk/walk.ts";
import { placeOf, prefixOf, WalksInTurn } from "../../walk/walks_in_turn.ts";
import type { Hint } from "../advice.ts";
import type { AnyArguments } from "../call.ts";
import { realPathsBefore } from "../meant_path.ts";
import { compileExcluded } from "./excluded_globs.ts";
import { pageWalk } from "./page_walk.ts";
import type { Page, Pager, PageRequest } from "./paged_tool.ts";
import { PendingItems } from "./pending_items.ts";
import { displayPrefixOf } from "./result_head.ts";
import { inAnyRoot, type PagedSearch, type SearchPlan, withoutExcluded } from "./search_plan.ts";
import { sortedPage } from "./sorted_page.ts";

interface PagedSearchOptions<Arguments> {
  /** Returns what a search finds by its arguments, but for {@linkcode SearchArguments}. */
  readonly planOf: (args: Arguments, agentScope: Scope | undefined) => SearchPlan;
  /** Maximum entries per page. */
  readonly limit: number;
  readonly hasSizes: boolean;
}

/** Those but `use_gitignore` are of toolset `agent` alone. */
type SearchArguments = {
  readonly use_gitignore: boolean;
  readonly sort?: "path" | "modified" | "size";
  /** A time, as `toISOString` writes it. */
  readonly modified_within?: string | null;
  readonly exclude?: readonly string[] | null;
};

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
    whole,
  } = request;
  const { sort = "path", modified_within = null, exclude = null } = args;
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
  const pending = new PendingItems(walk, {
    scope,
    pacer,
    displayPrefixes: directories.map((root) => displayPrefixOf({ root: scope.displayed(root) })),
    inspects: sort !== "path" || modified_within !== null,
    hasSizes: hasSizes || sort === "size",
    hasTimes: sort === "modified",
    since: modified_within === null ? -Infinity : Date.parse(modified_within),
    unreadAbove,
  });
  const pager = sort === "path"
    ? pageWalk(pending, limit)
    : sortedPage(pending, { sort, limit: whole ? Infinity : limit, pacer });
  if (agentScope === undefined) return pager;
  return async () => {
    const page = await pager();
    return { ...page, search: { plan, planWith, useless: uselessHints(plan, page) } };
  };
}

/** Returns hints at what left nothing out so far, neither of what git ignores. */
function uselessHints(
  { exclusions = [] }: SearchPlan,
  { ignored: ignoredIn = [] }: Page,
): Hint[] {
  const unused = exclusions.filter((each) => each.useless().length > 0);
  for (const { directory: { prefix }, ignored } of unused.length === 0 ? [] : ignoredIn) {
    for (const name of [...ignored.directories, ...ignored.stores.map(nameOf)]) {
      for (const each of unused) each.prunes(placeOf(prefix).below + name);
    }
  }
  return unused.flatMap((each) => each.useless());
}
