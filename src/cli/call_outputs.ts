/** Runs the call of a command line, and yields what it prints. */
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { type CallOutput, joined } from "./call_output.ts";
import type { CommandLine } from "./command_line.ts";
import type { Terminal } from "./terminal.ts";

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
    const { listings } = await import("./listings.ts");
    yield* listings({ line: commandLine, view, context, isTerminal });
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

/** Returns the limit to send to a search without pages: the largest that it allows. */
function largestLimit({ DEFINITION }: Tool): { readonly limit?: number } {
  const { maximum } = DEFINITION.function.parameters.properties.limit ?? {};
  return maximum === undefined ? {} : { limit: maximum };
}
