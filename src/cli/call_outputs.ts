/** Runs the call of a command line, and yields what it prints. */
import type { FindPathResult } from "../tools/agent/find_path/result.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import { UnreadTally } from "../tools/skipped.ts";
import type { Tool, ToolContext } from "../tool.ts";
import type { CommandLine } from "./command_line.ts";
import type { Terminal } from "./terminal.ts";

/** An output of a call. */
export interface CallOutput {
  readonly output: unknown;
  /** True if others follow, or came before: its header says nothing of the whole. */
  readonly isPart: boolean;
}

/**
 * Yields the outputs of a call: one, or with `--all` each page. Where standard output is no terminal, a search gives all
 * of its entries unless the line says how many, or from where; a task has its few there, too.
 */
export async function* callOutputs(
  commandLine: CommandLine,
  context: ToolContext,
  { isTerminal }: Pick<Terminal, "isTerminal">,
): AsyncGenerator<CallOutput> {
  const { tool, args, flags } = commandLine;
  const isWhole = flags.all || (!isTerminal && tool.toReport !== undefined &&
    [args.limit, args.max_results, args.cursor].every((value) => value === undefined));
  if (tool.pages === undefined || !isWhole) {
    const output = await tool.execute(args, context);
    yield {
      output: isWhole ? await withAllNames(output as FindPathResult, commandLine, context) : output,
      isPart: false,
    };
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
    const isWhole = json || page.error !== undefined;
    if (json && !all) facts.push(page);
    else yield { output: isWhole ? page : { ...page, hints: [] }, isPart: true };
    if (json) continue;
    if (page.error !== undefined) return;
    facts.push({ ...page, entries: [], skipped: {} });
  }
  if (facts.length > 0) yield { output: joined(facts), isPart: all === true };
}

/**
 * Returns an answer with all entries of the queries that are matched as names, up to the largest limit. Only the answer
 * tells them from tasks: it has more entries of a name, where it has not all, than of a task.
 */
async function withAllNames(
  output: FindPathResult,
  { tool, args }: CommandLine,
  context: ToolContext,
): Promise<FindPathResult> {
  const { taskLimit } = tool.TRAITS;
  if (taskLimit === undefined || !output.truncated) return output;
  const names = output.results.filter(({ entries }) => entries.length > taskLimit);
  if (names.length === 0) return output;
  const queries = names.map(({ query }) => query);
  const whole = await tool.execute({ ...args, queries, ...largestLimit(tool) }, context);
  const { results: asNames, truncated } = whole as FindPathResult;
  if (names.length === output.results.length) return whole as FindPathResult;
  const results = output.results.map((each) =>
    asNames.find(({ query }) => query === each.query) ?? each
  );
  return {
    ...output,
    count: results.reduce((sum, { entries }) => sum + entries.length, 0),
    truncated: truncated || results.some(({ entries }) => entries.length === taskLimit),
    results,
  };
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
