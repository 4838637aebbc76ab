/**
 * How every tool of toolset `discovery` carries out a call.
 *
 * @module
 */
import { Cursors } from "./cursor.ts";
import type { PagesOptions, ToolContext } from "../../tool.ts";
import { type Callable, DiscoveryCall, type StartedCall } from "./invocation.ts";
import { recordCall } from "./record.ts";
import type { DiscoveryEntry, DiscoveryResult, SkipReason } from "./result.ts";

/** One page of what a call finds. */
export interface Page {
  readonly entries: readonly DiscoveryEntry[];
  /** Where the next page resumes, if there is one. */
  readonly position?: string | undefined;
  readonly skipped?: ReadonlyMap<SkipReason, number>;
}

/** Gives the pages of a call, one after the other. */
export type Pager = () => Promise<Page>;

/** What a tool is given to work with. */
export interface Call<Arguments> extends StartedCall<Arguments> {
  /** Most entries that a page may read. */
  readonly maxScanned: number | undefined;
  /** Where to resume, from the cursor. */
  readonly position: string | undefined;
  /** Whether no more than one page is asked for. */
  readonly isSinglePage: boolean;
  /** Whether what only the data show may be left out. */
  readonly isLean: boolean;
  /** The displayed path of the root. */
  readonly root: string;
  /** What stands before the displayed path of an entry, which goes on with its path from the root. */
  readonly displayPrefix: string;
}

/** A tool, and how it finds its pages. */
export interface DiscoveryTool<Arguments> extends Callable {
  open(call: Call<Arguments>): Pager | Promise<Pager>;
}

/** Carries out a call: its first page. */
export async function firstPage<Arguments>(
  tool: DiscoveryTool<Arguments>,
  args: unknown,
  context: ToolContext,
): Promise<DiscoveryResult> {
  for await (const page of pagesOf(tool, args, { context, isSinglePage: true, isLean: false })) {
    return page;
  }
  throw new Error("A call gives at least one page");
}

/** Carries out a call: all its pages, from one walk. */
export function allPages<Arguments>(
  tool: DiscoveryTool<Arguments>,
  args: unknown,
  context: ToolContext,
  { lean = false }: PagesOptions,
): AsyncGenerator<DiscoveryResult> {
  // What is recorded is whole.
  const isLean = lean && context.log === undefined;
  return pagesOf(tool, args, { context, isSinglePage: false, isLean });
}

interface HowMuch {
  readonly context: ToolContext;
  readonly isSinglePage: boolean;
  readonly isLean: boolean;
}

async function* pagesOf<Arguments>(
  tool: DiscoveryTool<Arguments>,
  raw: unknown,
  { context, isSinglePage, isLean }: HowMuch,
): AsyncGenerator<DiscoveryResult> {
  const call = new DiscoveryCall<Arguments>(tool, raw, context);
  const record = (result: DiscoveryResult, cursor?: string | null): Promise<void> =>
    recordCall(context, "discovery", { raw, result, cursor });
  let cursor: string | null | undefined;
  try {
    const { args, scope, pacer } = call.begin();
    const { operation, root, query } = call;
    cursor = call.cursor;
    const cursors = new Cursors(identityOf(operation, root, tool.rootArgument, query));
    const position = typeof cursor === "string" ? await cursors.decode(cursor) : undefined;
    const next = await tool.open({
      args,
      scope,
      pacer,
      maxScanned: context.maxScanned,
      position,
      isSinglePage,
      isLean,
      root,
      displayPrefix: root === "." ? "" : root.endsWith("/") ? root : `${root}/`,
    });
    for (let isLast = false; !isLast;) {
      const page = await next();
      isLast = page.position === undefined;
      const cursorAfter = isLast || isLean
        ? {}
        : { next_cursor: await cursors.encode(page.position!) };
      const result: DiscoveryResult = {
        success: true,
        operation,
        root,
        query,
        count: page.entries.length,
        truncated: !isLast,
        ...cursorAfter,
        entries: page.entries,
        ...page.skipped?.size ? { skipped: sorted(page.skipped) } : {},
      };
      await record(result, cursor);
      cursor = result.next_cursor;
      yield result;
    }
  } catch (error) {
    const { operation, root, query } = call;
    const failure: DiscoveryResult = {
      success: false,
      operation,
      root,
      query,
      count: 0,
      truncated: false,
      entries: [],
      error: call.failureOf(error),
    };
    await record(failure, cursor ?? call.cursor);
    yield failure;
  }
}

/** What makes two calls the same query: not how much of it a page shows. */
function identityOf(
  operation: string,
  root: string,
  rootArgument: string,
  query: Record<string, unknown>,
): unknown {
  const left = new Set([rootArgument, "limit", "max_results"]);
  return [operation, root, Object.entries(query).filter(([name]) => !left.has(name))];
}

function sorted(skipped: ReadonlyMap<SkipReason, number>): Partial<Record<SkipReason, number>> {
  return Object.fromEntries([...skipped].sort(([a], [b]) => a < b ? -1 : 1));
}
