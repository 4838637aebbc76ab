/** How the tools of toolset `discovery` carry out a call: one page of it, or all. */
import type { PagesOptions, Tool, ToolContext, VisibilityPolicy } from "../../tool.ts";
import type { Ignored, WalkedDirectory } from "../../walk/steps.ts";
import { Cursors } from "./cursor.ts";
import { displayPrefixOf, Invocation, type ResultHead, type StartedCall } from "./invocation.ts";
import {
  type Advice,
  type DiscoveryEntry,
  type DiscoveryFailure,
  type DiscoveryResult,
  OUTPUT_SCHEMA,
  type SkipReason,
} from "./result.ts";
import { toReport, toResult } from "./render.ts";
import { sortedByReason } from "../skipped.ts";

/** One page of what a call finds. */
export interface Page {
  readonly entries: readonly DiscoveryEntry[];
  /** Where the next page resumes, if there is one. */
  readonly position?: string | undefined;
  readonly skipped?: ReadonlyMap<SkipReason, number>;
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
  correct?(args: Arguments): Arguments;
  /** Says what may help the model, given the first page of a call. */
  advise?(result: DiscoveryResult, call: StartedCall, page?: Page): Promise<Advice>;
}

/** A tool with pages. */
export type PagedTool<Input = unknown> =
  & Tool<DiscoveryResult, Input>
  & Required<Pick<Tool<DiscoveryResult, Input>, "pages">>;

/** Makes a tool whose result is always one page. */
export function singlePageTool<Arguments>(spec: PagedSpec<Arguments>): Tool<DiscoveryResult> {
  const { DEFINITION, TRAITS } = spec;
  const execute = async (args: unknown, context: ToolContext = {}): Promise<DiscoveryResult> => {
    const pages = pagesOf(spec, args, { context, isSinglePage: true, isLean: false });
    for await (const page of pages) return page;
    throw new Error("A call gives at least one page");
  };
  return { DEFINITION, TRAITS, OUTPUT_SCHEMA, execute, toResult, toReport };
}

/** Makes a tool with pages. */
export function pagedTool<Arguments>(spec: PagedSpec<Arguments>): PagedTool {
  return {
    ...singlePageTool(spec),
    pages: (args: unknown, context: ToolContext = {}, { lean = false }: PagesOptions = {}) =>
      pagesOf(spec, args, { context, isSinglePage: false, isLean: lean }),
  };
}

interface PagesWanted extends Pick<PageRequest<unknown>, "isSinglePage" | "isLean"> {
  readonly context: ToolContext;
}

async function* pagesOf<Arguments>(
  spec: PagedSpec<Arguments>,
  raw: unknown,
  { context, isSinglePage, isLean }: PagesWanted,
): AsyncGenerator<DiscoveryResult> {
  const invocation = new Invocation<Arguments>(spec, raw, context);
  let isFirst = true;
  const advised = async (result: DiscoveryResult, page?: Page): Promise<DiscoveryResult> => {
    const { started } = invocation;
    if (!isFirst || started === undefined || spec.advise === undefined) return result;
    return { ...result, ...await spec.advise(result, started, page) };
  };
  try {
    const started = await invocation.start();
    const { root } = invocation.head;
    const { cursor } = started;
    const cursors = new Cursors(
      identityOf(invocation.head, spec.TRAITS.pathArgument, invocation.policy),
      started.pacer,
    );
    const position = typeof cursor === "string" ? await cursors.decode(cursor) : undefined;
    const displayPrefix = displayPrefixOf(invocation.head);
    const next = await spec.open({
      ...started,
      position,
      isSinglePage,
      isLean,
      reportsIgnored: spec.advise !== undefined,
      root,
      displayPrefix,
    });
    for (let isLast = false; !isLast; isFirst = false) {
      const page = await next();
      const { entries, position, skipped } = page;
      isLast = position === undefined;
      yield await advised({
        success: true,
        ...invocation.head,
        count: entries.length,
        truncated: !isLast,
        ...!isLast && !isLean && { next_cursor: await cursors.encode(position!) },
        entries,
        ...skipped?.size ? { skipped: sortedByReason(skipped) } : {},
      }, page);
    }
  } catch (error) {
    yield await advised(failed(invocation.head, invocation.failureOf(error)));
  }
}

function failed(head: ResultHead, error: DiscoveryFailure): DiscoveryResult {
  return { success: false, ...head, count: 0, truncated: false, entries: [], error };
}

/** What identifies a query, and the host's policy, if there is one; the size of a page does not. */
function identityOf(
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
