/** The calls of toolset `discovery`: one page of a result, or all. */
import type { Scope } from "../../scope/scope.ts";
import type { PagedTool, PagesOptions, Tool } from "../../tool.ts";
import type { VisibilityPolicy } from "../../visibility_policy.ts";
import type { Ignored, WalkedDirectory } from "../../walk/walk_options.ts";
import { Cursors } from "./cursor.ts";
import type { AnyArguments, Call, StartedCall } from "../call.ts";
import { defineTool } from "../define_tool.ts";
import { discoveryFailureOf } from "./error_messages.ts";
import { displayPrefixOf, resultHeadOf } from "./result_head.ts";
import {
  type Advice,
  type DiscoveryEntry,
  type DiscoveryResult,
  OUTPUT_SCHEMA,
  type ResultHead,
} from "./result.ts";
import { discoveryReport, discoveryToolResult } from "./render.ts";
import type { Skipped } from "../skipped.ts";
import type { PagedSearch } from "./search_plan.ts";

export interface Page {
  readonly entries: readonly DiscoveryEntry[];
  readonly position?: string | undefined;
  /** The entries that were found where an order shows only its first: that is no position to resume from. */
  readonly found?: FoundInOrder;
  readonly skipped?: Skipped;
  /** In a call of `agent`. */
  readonly ignored?: readonly IgnoredIn[];
  /** Of a search of `agent`. */
  readonly search?: PagedSearch;
}

export interface FoundInOrder {
  readonly count: number;
  /** Set if the scan budget ran out: the number of entries that were read. */
  readonly stopped: { readonly scanned: number } | undefined;
}

export interface IgnoredIn {
  readonly directory: WalkedDirectory;
  readonly ignored: Ignored;
}

export type Pager = () => Page | Promise<Page>;

export interface PageRequest<Arguments extends AnyArguments>
  extends StartedCall<Arguments>, Required<PagesOptions> {
  readonly position: string | undefined;
  /** The scope of a call of `agent`: ignored entries are reported, and texts and links read as people mean them. */
  readonly agentScope: Scope | undefined;
  readonly root: string;
  /** The prefix that turns a path from the root into a displayed one. */
  readonly displayPrefix: string;
}

export interface PagedSpec<Arguments extends AnyArguments = AnyArguments>
  extends Pick<Tool, "DEFINITION" | "TRAITS"> {
  open(request: PageRequest<Arguments>): Pager | Promise<Pager>;
  /** Returns advice on the first page, or the error, of a call. */
  advise?(result: DiscoveryResult, call: StartedCall, page: Page | undefined): Promise<Advice>;
}

export function singlePageTool<Arguments extends AnyArguments>(
  spec: PagedSpec<Arguments>,
): Tool<DiscoveryResult> {
  const { pages: _, ...tool } = pagedTool(spec);
  return tool;
}

export function pagedTool<Arguments extends AnyArguments>(
  spec: PagedSpec<Arguments>,
): PagedTool<DiscoveryResult> {
  const { DEFINITION, TRAITS, advise } = spec;
  return defineTool<Arguments, DiscoveryResult>({
    DEFINITION,
    TRAITS,
    OUTPUT_SCHEMA,
    toResult: discoveryToolResult,
    toReport: discoveryReport,
    async run(started, call) {
      return (await pagesOf(spec, started, call, {}).next()).value as DiscoveryResult;
    },
    pages: (started, call, options) => pagesOf(spec, started, call, options),
    async fail(thrown, call) {
      const error = discoveryFailureOf(thrown, call);
      const nothing = { count: 0, truncated: false, entries: [] };
      const result: DiscoveryResult = { success: false, ...resultHeadOf(call), ...nothing, error };
      return { ...result, ...call.started && await advise?.(result, call.started, undefined) };
    },
  }) as PagedTool<DiscoveryResult>;
}

async function* pagesOf<Arguments extends AnyArguments>(
  { open, advise, TRAITS }: PagedSpec<Arguments>,
  started: StartedCall<Arguments>,
  call: Call<Arguments>,
  { lean = false, whole = false }: PagesOptions,
): AsyncGenerator<DiscoveryResult> {
  const head = resultHeadOf(call);
  const { cursor } = started.args as AnyArguments;
  const { policy, pacer } = started;
  const cursors = new Cursors(queryIdentityOf(head, TRAITS.pathArgument, policy), pacer);
  const nextPage = await open({
    ...started,
    position: typeof cursor === "string" ? await cursors.decode(cursor) : undefined,
    lean,
    whole,
    agentScope: advise && started.scope,
    root: head.root,
    displayPrefix: displayPrefixOf(head),
  });
  let count = 0;
  let ignored: readonly IgnoredIn[] = [];
  for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
    const page = await nextPage();
    const { entries, position, skipped = {}, found } = page;
    isLast = position === undefined;
    const result: DiscoveryResult = {
      success: true,
      ...head,
      count: entries.length,
      truncated: !isLast ||
        found !== undefined &&
          (found.count > entries.length || found.stopped !== undefined),
      ...!isLast && !lean && { next_cursor: await cursors.encode(position!) },
      entries,
      ...Object.keys(skipped).length > 0 && { skipped },
    };
    count += entries.length;
    if (whole || isFirst) ignored = ignored.concat(page.ignored ?? []);
    // Advice on the whole comes last, of all that was found.
    const isAdvised = whole ? isLast : isFirst;
    yield isAdvised
      ? { ...result, ...await advise?.({ ...result, count }, started, { ...page, ignored }) }
      : result;
  }
}

/**
 * Returns the data that a cursor is bound to: the query and the policy, without the size of a page. Of
 * `modified_within`, only whether it is given: what is back from now is another time for each page.
 */
function queryIdentityOf(
  { operation, root, roots = [root], query }: ResultHead,
  pathArgument: string,
  policy: VisibilityPolicy | undefined,
): unknown {
  const excluded = new Set([pathArgument, "limit", "max_results"]);
  const args = Object.entries(query)
    .filter(([name]) => !excluded.has(name))
    .map(([name, value]) => [name, name === "modified_within" ? value !== null : value]);
  if (policy === undefined) return [operation, ...roots, args];
  const { hide, show, excludes, from } = policy;
  return [operation, ...roots, args, [hide, show, excludes, from]];
}
