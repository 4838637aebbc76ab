/** The options that all MCP servers share, whatever their transport. */
import { DEFAULT_TOOLSET, type ToolsetName } from "../catalog.ts";
import type { TreeCache } from "../cache/tree_cache.ts";
import { Scope } from "../scope/scope.ts";
import type { CallLog } from "../call_log.ts";
import type { ProjectMemory } from "../tool.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";
import { checkedContext } from "../tools/checked_context.ts";
import { lineSafe } from "../text/line_safe.ts";
import { CallPool, type PoolOptions } from "../workers/pool.ts";
import type { StartExecutor } from "../workers/pool_worker.ts";
import { startOnMainThread } from "../workers/start_on_main_thread.ts";
import { startThread, THREAD_LIMITS, unreadableModulesFolder } from "../workers/start_thread.ts";

/** What a server offers, and what it may read. */
export interface McpOptions {
  /** The toolset to serve. @default {"agent"} */
  readonly toolset?: ToolsetName;
  /** The directories it may list. Relative paths start from the first. @default {[Deno.cwd()]} */
  readonly roots?: readonly string[];
  /**
   * Whether results carry structured data besides their text, and tools their output schema. Most clients
   * give both to the model, at four times the tokens.
   *
   * @default {false}
   */
  readonly structured?: boolean;
  /** Project memory, for tools that can store their output. */
  readonly projectMemory?: ProjectMemory;
  /** Records every call of toolsets `discovery` and `agent`. */
  readonly log?: CallLog;
  /** What is hidden or shown besides; its patterns start from the server's roots, whatever a client's are. */
  readonly policy?: VisibilityPolicy;
  /** Where snapshots are kept, so that `changes` can tell what is different. @default {nowhere} */
  readonly cache?: TreeCache;
  /** The largest number of directory entries that one call may read. @default {2_000_000} */
  readonly maxScanned?: number;
  /**
   * How many workers carry calls out, so that a call that hangs or takes all memory harms no other; while some
   * hang or take long, there are more. They start when they are needed, with the permissions of this program;
   * run from local source, the folder of that source must be readable for them. With 0, or without that
   * permission, calls run on the thread that answers.
   *
   * @default {navigator.hardwareConcurrency}, at least 2 and at most 8
   */
  readonly workers?: number;
  /**
   * How long a call may hear nothing from the disk before it ends with an error, in milliseconds. It takes a
   * worker to end such a call.
   *
   * @default {30_000}
   */
  readonly stallTimeoutMs?: number;
  /** Receives errors that no result carries, a line at a time. @default they are dropped */
  readonly report?: (line: string) => void;
}

/** {@linkcode McpOptions} with its defaults filled in, and absolute roots. */
export interface Settings extends McpOptions {
  readonly toolset: ToolsetName;
  readonly roots: readonly string[];
  readonly structured: boolean;
  readonly report: (line: string) => void;
  /** What carries the calls out. */
  readonly pool: CallPool;
}

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} If a field of the policy is wrong: it names the field.
 */
export function settingsOf(options: McpOptions): Settings {
  const { workers, stallTimeoutMs, report = () => {}, policy: given, ...others } = options;
  const { roots } = Scope.within({ roots: options.roots });
  const { policy } = checkedContext(given ? { policy: given } : {});
  return {
    ...others,
    ...policy && { policy: { ...policy, from: policy.from ?? roots } },
    toolset: options.toolset ?? DEFAULT_TOOLSET,
    roots,
    structured: options.structured ?? false,
    report,
    pool: poolOf({ workers, stallTimeoutMs }),
  };
}

/** What carries calls out: threads, where they may start. */
function poolOf({ workers, stallTimeoutMs }: PoolOptions): CallPool {
  if (workers === 0 || unreadableModulesFolder() !== undefined) {
    return new CallPool(startOnMainThread, { stallTimeoutMs });
  }
  const start: StartExecutor = (tell) => startThread(tell, THREAD_LIMITS);
  return new CallPool(start, { workers, stallTimeoutMs });
}

/** Says what keeps a server from having workers, once it serves. */
export function reportMissingWorkers({ workers, report }: McpOptions): void {
  const folder = workers === 0 ? undefined : unreadableModulesFolder();
  if (folder === undefined) return;
  const why = `add --allow-read=${lineSafe(folder)}`;
  report?.(
    `dirscope: calls have no workers (${why}): a disk that hangs stops the server, as does a lack of memory`,
  );
}
