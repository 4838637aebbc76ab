/** An output of a call, of one page or of all. */
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import { UnreadTally } from "../tools/skipped.ts";
import type { CommandLine } from "./command_line.ts";

/** An output of a call. */
export interface CallOutput {
  readonly output: unknown;
  /** True if others follow, or came before: its header says nothing of the whole. */
  readonly isPart: boolean;
  /** What it begins with, as text, and the arguments that gave it, where the line does not say. */
  readonly heading?: string;
  readonly args?: CommandLine["args"];
}

/** Returns all pages as one. */
export function joined(pages: readonly DiscoveryResult[]): DiscoveryResult {
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
