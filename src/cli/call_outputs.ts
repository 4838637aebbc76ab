/** Runs the call of a command line, and yields what it prints. */
import { loadTool } from "../catalog.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import type { Tool, ToolContext } from "../tool.ts";
import type { CommandLine } from "./command_line.ts";
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
  { tool, args, flags, view }: CommandLine,
  context: ToolContext,
  { isTerminal }: Pick<Terminal, "isTerminal">,
): AsyncGenerator<CallOutput> {
  if (view !== undefined) {
    yield { output: await listed(tool, args, { context, view }), isPart: false };
    return;
  }
  const isWhole = !isTerminal && !flags.quiet && tool.toReport !== undefined &&
    [args.limit, args.max_results, args.cursor].every((value) => value === undefined);
  if (tool.pages !== undefined && (flags.all || isWhole)) {
    const pages = tool.pages(args, context, {
      lean: !flags.json,
      whole: !flags.all || !flags.json,
    });
    if (flags.all) yield* parts(pages);
    else if (flags.json) {
      yield { output: await joined(pages as AsyncIterable<DiscoveryResult>), isPart: false };
    } else yield* partsAndTotal(pages as AsyncIterable<DiscoveryResult>);
    return;
  }
  const sent = isWhole ? { ...largestLimit(tool), ...args } : args;
  yield { output: await tool.execute(sent, context), isPart: false };
}

/** Returns what `ls` lists: all of a folder in one result, or a path itself. */
async function listed(
  tool: Tool,
  args: CommandLine["args"],
  { context, view }: { readonly context: ToolContext; readonly view: ListingView },
): Promise<DiscoveryResult> {
  const { path = "." } = args;
  const itself = async (): Promise<DiscoveryResult> => {
    const output = await (await loadTool("agent", "stat_path")).execute({ path }, context);
    const { entries, ...facts } = output as DiscoveryResult;
    return { ...facts, entries: entries.map((entry) => ({ ...entry, path: `${path}` })) };
  };
  const isFound = ({ entries }: DiscoveryResult): boolean =>
    entries.some(({ kind }) => kind !== "missing");
  const alone = view.has("d") ? await itself() : undefined;
  if (alone !== undefined && isFound(alone)) return alone;
  const whole = await joined(
    tool.pages!(args, context, { lean: true }) as AsyncIterable<DiscoveryResult>,
  );
  return whole.error?.code === "not_a_directory" ? await itself() : whole;
}

/** Returns the limit to send to a search without pages: the largest that it allows. */
function largestLimit({ DEFINITION }: Tool): { readonly limit?: number } {
  const { maximum } = DEFINITION.function.parameters.properties.limit ?? {};
  return maximum === undefined ? {} : { limit: maximum };
}

async function* parts(pages: AsyncIterable<unknown>): AsyncGenerator<CallOutput> {
  for await (const output of pages) yield { output, isPart: true };
}

/** Yields the pages, and at the end an output without entries that tells of all. */
async function* partsAndTotal(pages: AsyncIterable<DiscoveryResult>): AsyncGenerator<CallOutput> {
  let total: DiscoveryResult | undefined;
  for await (const page of pages) {
    yield { output: { ...page, hints: [] }, isPart: true };
    if (page.error !== undefined) return;
    const { skipped: _skipped, next_cursor: _cursor, ...last } = page;
    const hints = page.hints ?? total?.hints;
    const count = page.count + (total?.count ?? 0);
    total = { ...last, ...hints && { hints }, count, entries: [] };
  }
  yield { output: total, isPart: false };
}

/** Returns all pages as one. */
async function joined(pages: AsyncIterable<DiscoveryResult>): Promise<DiscoveryResult> {
  const all = await Array.fromAsync(pages);
  const { next_cursor: _, ...last } = all.at(-1)!;
  if (all.length === 1 || last.error !== undefined) return last;
  const entries = all.flatMap((page) => page.entries);
  const skipped: Record<string, number> = {};
  for (const page of all) {
    for (const [reason, count] of Object.entries(page.skipped ?? {})) {
      skipped[reason] = (skipped[reason] ?? 0) + count;
    }
  }
  return {
    ...last,
    // Of calls that are logged, the first page has them.
    ...all[0]!.hints && { hints: all[0]!.hints },
    count: entries.length,
    entries,
    ...Object.keys(skipped).length > 0 && { skipped },
  };
}
