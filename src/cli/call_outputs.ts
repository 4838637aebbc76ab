/** Runs the call of a command line, and yields what it prints. */
import { loadTool } from "../catalog.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import { UnreadTally } from "../tools/skipped.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { contextOf } from "./call_context.ts";
import { type CommandLine, pathOf } from "./command_line.ts";
import type { ListingView } from "./listing_view.ts";
import type { Terminal } from "./terminal.ts";

/** An output of a call. */
export interface CallOutput {
  readonly output: unknown;
  /** True if others follow, or came before: its header says nothing of the whole. */
  readonly isPart: boolean;
}

/**
 * Yields the outputs of a call: one, or with `--all` each page. Where standard output is no terminal, a search gives all
 * of its entries unless the line says how many, or from where.
 */
export async function* callOutputs(
  commandLine: CommandLine,
  context: ToolContext,
  { isTerminal }: Pick<Terminal, "isTerminal">,
): AsyncGenerator<CallOutput> {
  const { tool, args, flags, view } = commandLine;
  const isWhole = !flags.quiet && (flags.all || !isTerminal && tool.toReport !== undefined &&
      [args.limit, args.max_results, args.cursor].every((value) => value === undefined));
  if (view !== undefined) {
    yield { output: await listed(commandLine, context, view), isPart: false };
  } else if (tool.pages === undefined || !isWhole) {
    const sent = isWhole ? { ...largestLimit(tool), ...args } : args;
    yield { output: await tool.execute(sent, context), isPart: false };
  } else {
    // Each line of JSON is the page that its cursor gives; an order by time or size has one page.
    const isSorted = args.sort !== undefined && args.sort !== "path";
    const whole = !flags.json || !flags.all || isSorted;
    const pages = tool.pages(args, context, { lean: !flags.json, whole });
    yield* shownPages(pages as AsyncIterable<DiscoveryResult>, flags);
  }
}

/** Yields pages as they are shown: as text, each, and what tells of all; as JSON, all as one, or with `--all` each. */
async function* shownPages(
  pages: AsyncIterable<DiscoveryResult>,
  { json, all }: CommandLine["flags"],
): AsyncGenerator<CallOutput> {
  const facts: DiscoveryResult[] = [];
  for await (const page of pages) {
    if (json && !all) facts.push(page);
    else yield { output: json ? page : { ...page, hints: [] }, isPart: true };
    if (json) continue;
    if (page.error !== undefined) return;
    facts.push({ ...page, entries: [], skipped: {} });
  }
  if (facts.length > 0) yield { output: joined(facts), isPart: all === true };
}

/** Returns what `ls` lists, in its order: all of a folder in one result, or a path itself, as `ls -l` shows a link. */
async function listed(
  commandLine: CommandLine,
  context: ToolContext,
  view: ListingView,
): Promise<DiscoveryResult> {
  const { tool, args: { limit = Infinity, ...args } } = commandLine;
  const path = pathOf(commandLine);
  const statPath = await loadTool("agent", "stat_path");
  const { roots } = await contextOf({ ...commandLine, tool: statPath, args: { path } });
  const stat = await statPath.execute({ path }, { ...context, ...roots && { roots } });
  const itself = stat as DiscoveryResult;
  const { kind } = itself.entries[0] ?? { kind: "missing" };
  const isLinkItself = kind === "symlink" && view.has("l") && !path.endsWith("/");
  if (kind !== "missing" && (view.has("d") || isLinkItself)) return itself;
  const pages = tool.pages!(args, context, { lean: true }) as AsyncIterable<DiscoveryResult>;
  const listing = joined(await Array.fromAsync(pages));
  const isNoFolder = ["not_a_directory", "not_found"].includes(listing.error?.code ?? "");
  if (isNoFolder && kind !== "missing") return itself;
  const { sortedForView } = await import("./listing_view.ts");
  const entries = sortedForView(listing.entries, view).slice(0, limit as number);
  const isCut = entries.length < listing.entries.length;
  return { ...listing, entries, count: entries.length, truncated: listing.truncated || isCut };
}

/** Returns the limit to send to a search without pages: the largest that it allows. */
function largestLimit({ DEFINITION }: Tool): { readonly limit?: number } {
  const { maximum } = DEFINITION.function.parameters.properties.limit ?? {};
  return maximum === undefined ? {} : { limit: maximum };
}

/** Returns all pages as one. */
function joined(pages: readonly DiscoveryResult[]): DiscoveryResult {
  const { next_cursor: _, skipped: _skipped, ...last } = pages.at(-1)!;
  const skipped = new UnreadTally();
  for (const page of pages) skipped.addAll(page.skipped ?? {});
  // Of calls that are logged, the first page has the hints.
  const hints = last.hints ?? pages[0]!.hints;
  return {
    ...last,
    ...hints && { hints },
    count: pages.reduce((sum, { count }) => sum + count, 0),
    entries: pages.flatMap(({ entries }) => entries),
    ...!skipped.isEmpty && { skipped: skipped.counts },
  };
}
