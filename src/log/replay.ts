import { A_SIGNAL, checkedOptions } from "../checked_options.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { UnreadContents } from "../tools/agent/contents/unread_contents.ts";
import type { Tool, ToolContext } from "../tool.ts";
import type { DiscoveryEntry } from "../tools/discovery/result.ts";
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
 * @throws {Error} If the log cannot be read any further: the message says why.
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
  const { toolset, operation, cwd, roots, maxScanned, policy, query } = record;
  const before = JSON.parse(record.result);
  const tool = TOOLS[toolset]?.[operation];
  if (tool === undefined || await sha256Of(record.result) !== record.sha256) {
    const difference = tool === undefined ? "no tool of that name" : "the record itself is damaged";
    return { record, isEqual: false, difference };
  }
  const output = await tool.execute(query, {
    cwd,
    roots,
    ...maxScanned !== null && { maxScanned },
    ...policy !== null && { policy },
    contents: contentsOf(before),
    ...signal && { signal },
  });
  const result = JSON.stringify(output);
  if (result === record.result) return { record, isEqual: true };
  // Both pass through JSON, so that they compare alike.
  return { record, isEqual: false, difference: firstDifference(before, JSON.parse(result)) };
}

/** Returns what the host let a call tell of files, by its result. */
function contentsOf(result: Json): ToolContext["contents"] {
  if ((result as UnreadContents).unread_contents === "all") return "none";
  const marked = Array.isArray(result.marked) ? result.marked : [];
  const places = [...entriesOf(result), ...marked].flatMap(({ lines }) => lines ?? []);
  return places.length > 0 && places.every(({ text }) => text === undefined) ? "places" : "text";
}

const TOOLS: Readonly<Record<string, Readonly<Record<string, Tool>>>> = TOOLSETS;

type Json = Readonly<Record<string, unknown>>;

function firstDifference(before: Json, now: Json): string {
  const entry = firstUnequal(entriesOf(before), entriesOf(now)) as DiscoveryEntry | undefined;
  if (entry !== undefined) return lineSafe(entry.path);
  const line = firstUnequal(linesOf(before), linesOf(now));
  if (line !== undefined) return String(line).trim();
  const fields = [...Object.keys(before), ...Object.keys(now)];
  return fields.find((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))!;
}

function entriesOf({ entries, results }: Json): readonly unknown[] {
  if (Array.isArray(results)) return results.flatMap(entriesOf);
  return Array.isArray(entries) ? entries : [];
}

function linesOf({ text }: Json): readonly string[] {
  return typeof text === "string" ? text.split("\n") : [];
}

/** Returns the first item that differs: the inserted one, or else the old one at that index. */
function firstUnequal(before: readonly unknown[], now: readonly unknown[]): unknown {
  const oldTexts = before.map((item) => JSON.stringify(item));
  const newTexts = now.map((item) => JSON.stringify(item));
  for (let at = 0; at < Math.max(before.length, now.length); at++) {
    if (oldTexts[at] === newTexts[at]) continue;
    return at >= before.length || newTexts.includes(oldTexts[at]!) ? now[at] : before[at];
  }
  return undefined;
}
