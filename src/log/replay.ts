import { A_SIGNAL, checkedOptions } from "../checked_options.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { UnreadContents } from "../tools/agent/contents/unread_contents.ts";
import type { Tool } from "../tool.ts";
import { TOOLSETS } from "../toolsets.ts";
import { type DiscoveryLog, type LogRecord, sha256Of } from "./sqlite_discovery_log.ts";

/** The outcome of running a logged call again. */
export interface Replayed {
  /** The record of the call. */
  readonly record: LogRecord;
  /** True if the result is the same, byte for byte. */
  readonly isEqual: boolean;
  /** The first difference: an entry's path, a line of text, or a field. Safe in one line. */
  readonly difference?: string;
}

/** Options of {@linkcode replay}. */
export interface ReplayOptions {
  /** Cancels the replay. */
  readonly signal?: AbortSignal;
}

/**
 * Runs each logged call again, with its own working directory, roots, policy and scan budget, and compares the
 * results. Logs nothing. Requires `--allow-read` permission for what the calls read; without it, results
 * differ.
 *
 * @example Usage
 * ```ts
 * import { DiscoveryLog, replay, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * using log = await DiscoveryLog.open(":memory:");
 * await TOOLSETS.agent.overview.execute({ path: "fixtures/sample" }, { log });
 * for await (const { record, isEqual } of replay(log)) {
 *   assertEquals([record.operation, isEqual], ["overview", true]);
 * }
 * ```
 *
 * @param log The log to replay.
 * @param options A signal that cancels it.
 * @returns The outcome of each call, oldest first.
 * @throws {DOMException} `AbortError` when `options.signal` aborts.
 */
export async function* replay(
  log: DiscoveryLog,
  options: ReplayOptions = {},
): AsyncGenerator<Replayed> {
  const checked = checkedOptions(options, { signal: A_SIGNAL }, "the options of replay");
  for (const record of log.records()) yield await replayOne(record, checked);
}

async function replayOne(record: LogRecord, { signal }: ReplayOptions): Promise<Replayed> {
  if (!record.isReadable || await sha256Of(record.result) !== record.sha256) {
    return { record, isEqual: false, difference: "the record itself is damaged" };
  }
  const tool = toolOf(record);
  if (tool === undefined) return { record, isEqual: false, difference: "no tool of that name" };
  const { cwd, roots, maxScanned, policy, query } = record;
  const output = await tool.execute(query, {
    cwd,
    roots,
    ...maxScanned !== null && { maxScanned },
    ...policy !== null && { policy },
    // The result tells that the host kept contents back.
    ...(JSON.parse(record.result) as UnreadContents).unread_contents === "all" &&
      { contents: false },
    ...signal && { signal },
  });
  const result = JSON.stringify(output);
  if (result === record.result) return { record, isEqual: true };
  // Both pass through JSON, so that they compare alike.
  const difference = firstDifference(JSON.parse(record.result), JSON.parse(result));
  return { record, isEqual: false, difference };
}

function toolOf({ toolset, operation }: LogRecord): Tool | undefined {
  const toolsets: Readonly<Record<string, Readonly<Record<string, Tool>>>> = TOOLSETS;
  const tools = Object.hasOwn(toolsets, toolset) ? toolsets[toolset]! : {};
  return Object.hasOwn(tools, operation) ? tools[operation] : undefined;
}

type Json = Readonly<Record<string, unknown>>;

function firstDifference(before: Json, now: Json): string {
  const [oldEntries, newEntries] = [before, now].map(entriesOf);
  const entry = firstUnequal(oldEntries!, newEntries!);
  if (entry !== undefined) return lineSafe((entry as { readonly path: string }).path);
  const [oldLines, newLines] = [before, now].map(({ text }) =>
    typeof text === "string" ? text.split("\n") : []
  );
  const line = firstUnequal(oldLines!, newLines!);
  if (line !== undefined) return String(line).trim();
  const fields = [...Object.keys(before), ...Object.keys(now)];
  return fields.find((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))!;
}

function entriesOf({ entries, results }: Json): readonly unknown[] {
  if (Array.isArray(results)) return results.flatMap(entriesOf);
  return Array.isArray(entries) ? entries : [];
}

/** Returns the first item that differs: the inserted one, or else the old one at that index. */
function firstUnequal(before: readonly unknown[], now: readonly unknown[]): unknown {
  const [oldTexts, newTexts] = [before, now].map((items) =>
    items.map((item) => JSON.stringify(item))
  );
  for (let at = 0; at < Math.max(before.length, now.length); at++) {
    if (oldTexts![at] === newTexts![at]) continue;
    return at >= before.length || newTexts!.includes(oldTexts![at]!) ? now[at] : before[at];
  }
  return undefined;
}
