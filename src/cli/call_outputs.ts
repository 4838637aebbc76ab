/** Runs the call of a command line, and yields what it prints. */
import type { Tool, ToolContext } from "../tool.ts";
import type { CommandLine } from "./command_line.ts";
import type { Terminal } from "./terminal.ts";

/** An output of a call. */
export interface CallOutput {
  readonly output: unknown;
  /** True if others follow, or came before: its header says nothing of the whole. */
  readonly isPart: boolean;
}

/** A page of a search. */
interface SearchPage {
  readonly count: number;
  readonly truncated: boolean;
  readonly next_cursor?: string;
  readonly entries: readonly unknown[];
  readonly skipped?: Readonly<Record<string, number>>;
  readonly hints?: readonly string[];
  readonly error?: unknown;
}

/**
 * Yields the outputs of a call: one, or with `--all` each page. Where standard output is no terminal, a search gives all
 * of its entries unless the line says how many, or from where.
 */
export async function* callOutputs(
  { tool, args, flags }: CommandLine,
  context: ToolContext,
  { isTerminal }: Pick<Terminal, "isTerminal">,
): AsyncGenerator<CallOutput> {
  const isWhole = !isTerminal && !flags.quiet && tool.toReport !== undefined &&
    [args.limit, args.max_results, args.cursor].every((value) => value === undefined);
  if (tool.pages !== undefined && (flags.all || isWhole)) {
    const pages = tool.pages(args, context, { lean: !flags.json, whole: true });
    if (flags.all) yield* parts(pages);
    else if (flags.json) {
      yield { output: await joined(pages as AsyncIterable<SearchPage>), isPart: false };
    } else yield* partsAndTotal(pages as AsyncIterable<SearchPage>);
    return;
  }
  const sent = isWhole ? { ...largestLimit(tool), ...args } : args;
  yield { output: await tool.execute(sent, context), isPart: false };
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
async function* partsAndTotal(pages: AsyncIterable<SearchPage>): AsyncGenerator<CallOutput> {
  let total: SearchPage | undefined;
  for await (const page of pages) {
    yield { output: { ...page, hints: [] }, isPart: true };
    if (page.error !== undefined) return;
    const { skipped: _, ...first } = total ?? page;
    const count = page.count + (total?.count ?? 0);
    total = { ...first, count, truncated: page.truncated, entries: [] };
  }
  yield { output: total, isPart: false };
}

/** Returns all pages as one. */
async function joined(pages: AsyncIterable<SearchPage>): Promise<SearchPage> {
  const all = await Array.fromAsync(pages);
  const { next_cursor: _, ...first } = all[0]!;
  const error = all.find((page) => page.error !== undefined);
  if (error !== undefined || all.length === 1) return error ?? first;
  const entries = all.flatMap((page) => page.entries);
  const skipped: Record<string, number> = {};
  for (const page of all) {
    for (const [reason, count] of Object.entries(page.skipped ?? {})) {
      skipped[reason] = (skipped[reason] ?? 0) + count;
    }
  }
  return {
    ...first,
    count: entries.length,
    truncated: all.at(-1)!.truncated,
    entries,
    ...Object.keys(skipped).length > 0 && { skipped },
  };
}
