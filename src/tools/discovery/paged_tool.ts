/** How the tools of toolset `discovery` carry out a call: one page of it, or all. */
import type { PagedTool, Tool } from "../../tool.ts";
import type { VisibilityPolicy } from "../../visibility_policy.ts";
import type { Ignored, WalkedDirectory } from "../../walk/steps.ts";
import { Cursors } from "./cursor.ts";
import type { Call, StartedCall } from "../call.ts";
import { defineTool, type ToolSpec } from "../define_tool.ts";
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

/** One page of what a call finds. */
export interface Page {
  readonly entries: readonly DiscoveryEntry[];
  /** Where the next page resumes, if there is one. */
  readonly position?: string | undefined;
  /** What was left out, counted by reason. */
  readonly skipped?: Skipped;
  /** What the rules ignored, where `reportsIgnored` asks for it. */
  readonly ignored?: readonly IgnoredIn[];
}

/** What the rules ignore in one directory. */
export interface IgnoredIn {
  readonly directory: WalkedDirectory;
  readonly ignored: Ignored;
}

/** Gives the pages of a call, one after the other. */
export type Pager = () => Promise<Page>;

/** What a tool needs to find its pages. */
export interface PageRequest<Arguments> extends StartedCall<Arguments> {
  /** Where to resume, from the cursor. */
  readonly position: string | undefined;
  /** Whether only one page is asked for. */
  readonly isSinglePage: boolean;
  /** Whether to tell what the rules ignore. */
  readonly reportsIgnored: boolean;
  /** Whether to omit fields that only the structured data shows. */
  readonly isLean: boolean;
  /** The displayed path of the root. */
  readonly root: string;
  /** What precedes an entry's path from the root when it is displayed. */
  readonly displayPrefix: string;
}

/** What makes a tool: its definition, and how it finds its pages. */
export interface PagedSpec<Arguments = unknown> extends Pick<Tool, "DEFINITION" | "TRAITS"> {
  /** Starts to find the pages of a call. */
  open(request: PageRequest<Arguments>): Pager | Promise<Pager>;
  /** Puts arguments right whose meaning is plain, or refuses them. */
  normalizeArguments?(args: Arguments): Arguments;
  /** Says what may help the model, given the first page of a call. */
  advise?(result: DiscoveryResult, call: StartedCall, page?: Page): Promise<Advice>;
}

/** Makes a tool whose result is always one page. */
export function singlePageTool<Arguments>(spec: PagedSpec<Arguments>): Tool<DiscoveryResult> {
  return defineTool(toolSpecOf(spec));
}

/** Makes a tool with pages. */
export function pagedTool<Arguments>(spec: PagedSpec<Arguments>): PagedTool<DiscoveryResult> {
  return defineTool({
    ...toolSpecOf(spec),
    pages: (call, whole, { lean = false }) =>
      pagesOf(spec, whole, call, { isSinglePage: false, isLean: lean }),
  }) as PagedTool<DiscoveryResult>;
}

function toolSpecOf<Arguments>(
  spec: PagedSpec<Arguments>,
): ToolSpec<Arguments, DiscoveryResult> {
  const { DEFINITION, TRAITS, normalizeArguments, advise } = spec;
  return {
    DEFINITION,
    TRAITS,
    OUTPUT_SCHEMA,
    ...normalizeArguments && { normalizeArguments },
    toResult: discoveryToolResult,
    toReport: discoveryReport,
    async run(call, whole) {
      const pages = pagesOf(spec, whole, call, { isSinglePage: true, isLean: false });
      return (await pages.next()).value as DiscoveryResult;
    },
    async fail(thrown, call) {
      const error = discoveryFailureOf(thrown, call);
      const nothing = { count: 0, truncated: false, entries: [] };
      const result: DiscoveryResult = { success: false, ...resultHeadOf(call), ...nothing, error };
      return { ...result, ...call.started && await advise?.(result, call.started) };
    },
  };
}

async function* pagesOf<Arguments>(
  { open, advise, TRAITS }: PagedSpec<Arguments>,
  whole: Call<Arguments>,
  call: StartedCall<Arguments>,
  { isSinglePage, isLean }: Pick<PageRequest<unknown>, "isSinglePage" | "isLean">,
): AsyncGenerator<DiscoveryResult> {
  const head = resultHeadOf(whole);
  const { cursor } = call.args as { readonly cursor?: string | null };
  const cursors = new Cursors(queryIdentityOf(head, TRAITS.pathArgument, call.policy), call.pacer);
  const next = await open({
    ...call,
    position: typeof cursor === "string" ? await cursors.decode(cursor) : undefined,
    isSinglePage,
    isLean,
    reportsIgnored: advise !== undefined,
    root: head.root,
    displayPrefix: displayPrefixOf(head),
  });
  for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
    const page = await next();
    const { entries, position, skipped = {} } = page;
    isLast = position === undefined;
    const result: DiscoveryResult = {
      success: true,
      ...head,
      count: entries.length,
      truncated: !isLast,
      ...!isLast && !isLean && { next_cursor: await cursors.encode(position!) },
      entries,
      ...Object.keys(skipped).length > 0 && { skipped },
    };
    yield isFirst ? { ...result, ...await advise?.(result, call, page) } : result;
  }
}

/** What identifies a query, and the host's policy, if there is one; the size of a page does not. */
function queryIdentityOf(
  { operation, root, query }: ResultHead,
  pathArgument: string,
  policy: VisibilityPolicy | undefined,
): unknown {
  const left = new Set([pathArgument, "limit", "max_results"]);
  const asked = Object.entries(query).filter(([name]) => !left.has(name));
  if (policy === undefined) return [operation, root, asked];
  const { hide, show, excludes, ignoreFiles, from } = policy;
  return [operation, root, asked, [hide, show, excludes, ignoreFiles, from]];
}
