/** Options of MCP servers on any transport, their defaults, and the pool that executes their calls. */
import { DEFAULT_TOOLSET, type ToolsetName } from "../catalog.ts";
import type { TreeCache } from "../cache/tree_cache.ts";
import { Scope } from "../scope/scope.ts";
import type { CallLog } from "../call_log.ts";
import type { ProjectMemory } from "../tool.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";
import { checkedContext } from "../tools/checked_context.ts";
import { startOnMainThread } from "../workers/call_runner.ts";
import { CallPool, type PoolOptions } from "../workers/pool.ts";
import type { StartExecutor } from "../workers/pool_worker.ts";
import { adviceForThreads, startThread, THREAD_LIMITS } from "../workers/start_thread.ts";

/** The toolset of a server, the directories that it may list, and what the host provides. */
export interface McpOptions {
  /** The toolset to serve. @default {"agent"} */
  readonly toolset?: ToolsetName | undefined;
  /** Directories that it may list. Relative paths start from the first. @default {[Deno.cwd()]} */
  readonly roots?: readonly string[] | undefined;
  /**
   * Adds structured data to the text of results, and output schemas to tools. Most clients pass both to the
   * model, at four times the tokens.
   *
   * @default {false}
   */
  readonly structured?: boolean | undefined;
  /** Project memory, for tools that can store their output. */
  readonly projectMemory?: ProjectMemory | undefined;
  /** Records every call of toolsets `discovery` and `agent`. */
  readonly log?: CallLog | undefined;
  /** Paths to hide or re-include. Patterns start from the server's roots, whatever the roots of a client. */
  readonly policy?: VisibilityPolicy | undefined;
  /** Stores the snapshots that `changes` compares with. @default {none are stored} */
  readonly cache?: TreeCache | undefined;
  /** Maximum directory entries that one call may read. @default {2_000_000} */
  readonly maxScanned?: number | undefined;
  /**
   * Maximum workers while no call stalls and none takes long; otherwise there are more. Calls run in workers so
   * that one which hangs or takes all memory harms no other. They start on demand, with the permissions of this
   * program; run from local source, the folder of that source must be readable. With 0, or without that
   * permission, calls run on the main thread.
   *
   * @default {navigator.hardwareConcurrency}, at least 2 and at most 8
   */
  readonly workers?: number | undefined;
  /**
   * Maximum time that a call may run without progress before it ends with an error, in milliseconds. A call
   * that makes progress is not ended, however long it takes; nor is one that runs without a worker.
   *
   * @default {30_000}
   */
  readonly stallTimeoutMs?: number | undefined;
  /** Receives errors that no result carries, one line each. @default {they are dropped} */
  readonly report?: ((line: string) => void) | undefined;
}

/** {@linkcode McpOptions} with its defaults filled in, and absolute roots. */
export interface Settings extends McpOptions {
  readonly toolset: ToolsetName;
  readonly roots: readonly string[];
  readonly structured: boolean;
  readonly report: (line: string) => void;
  readonly pool: CallPool;
}

/**
 * Fills in the defaults, and makes the pool.
 *
 * @throws {TypeError} If a field of the policy is wrong: it names the field.
 */
export function settingsOf(options: McpOptions): Settings {
  const { workers, stallTimeoutMs, report = () => {}, policy: givenPolicy, ...others } = options;
  const { roots } = Scope.within({ roots: options.roots });
  const { policy } = checkedContext(givenPolicy ? { policy: givenPolicy } : {});
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

function poolOf({ workers, stallTimeoutMs }: PoolOptions): CallPool {
  if (workers === 0 || adviceForThreads() !== undefined) {
    return new CallPool(startOnMainThread, { stallTimeoutMs });
  }
  const start: StartExecutor = (send) => startThread(send, THREAD_LIMITS);
  return new CallPool(start, { workers, stallTimeoutMs });
}

/** Reports what a server lacks to start workers. */
export function reportMissingWorkers({ workers, report }: McpOptions): void {
  const advice = workers === 0 ? undefined : adviceForThreads();
  if (advice === undefined) return;
  report?.(
    `dirscope: calls have no workers (${advice}): a disk that hangs stops the server, as does a lack of memory`,
  );
}
