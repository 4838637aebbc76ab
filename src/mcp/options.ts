/** Options of MCP servers on any transport, their defaults, and the pool that executes their calls. */
import { CATALOG, DEFAULT_TOOLSET, type ToolsetName } from "../catalog.ts";
import {
  A_BOOLEAN,
  A_FUNCTION,
  A_SIGNAL,
  AT_LEAST_0,
  type FieldRules,
} from "../checked_options.ts";
import { DirscopeError, type ErrorCode } from "../errors.ts";
import { Scope } from "../scope/scope.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { CallLog } from "../call_log.ts";
import type { ProjectMemory, ToolContext } from "../tool.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";
import { checkedContext, CONTEXT_FIELDS } from "../tools/checked_context.ts";
import { startOnMainThread } from "../workers/call_runner.ts";
import { CallPool } from "../workers/pool.ts";
import { adviceForThreads, startThread } from "../workers/start_thread.ts";

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
  /** What an answer to a task may tell of files, as `contents` of a context. @default {"text"} */
  readonly contents?: ToolContext["contents"];
  /** Maximum directory entries that one call may read. @default {2_000_000} */
  readonly maxScanned?: number | undefined;
  /**
   * Maximum workers while no call is silent and none waits; otherwise there are more. With 0, or where the source
   * of this package may not be read, calls run on the main thread, and one that hangs stops the server.
   *
   * @default {navigator.hardwareConcurrency}, at least 2 and at most 8
   */
  readonly workers?: number | undefined;
  /** Stops the server when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Receives errors that no result carries, a short line each. @default {they are dropped} */
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

const { roots, projectMemory, log, policy, contents, maxScanned } = CONTEXT_FIELDS;

/** Maximum length of a line for `report`, in UTF-16 units. */
const MAX_REPORT_LENGTH = 500;

const TOOLSET_NAMES = Object.keys(CATALOG);

/** The checks of the options. */
export const MCP_FIELDS: FieldRules<McpOptions> = {
  toolset: {
    rule: `must be one of ${TOOLSET_NAMES.join(", ")}`,
    isValid: (value) => TOOLSET_NAMES.some((name) => name === value),
  },
  roots,
  structured: A_BOOLEAN,
  projectMemory,
  log,
  policy,
  contents,
  maxScanned,
  workers: AT_LEAST_0,
  signal: A_SIGNAL,
  report: A_FUNCTION,
};

/**
 * Fills in the defaults, and makes the pool. Requires `--allow-read` permission for the roots.
 *
 * @throws {TypeError} If a field of the policy is wrong, or a root is no directory that can be read: it says which.
 */
export function settingsOf(options: McpOptions): Settings {
  const { report = () => {}, policy: givenPolicy, ...others } = options;
  const { roots } = Scope.within({ roots: options.roots });
  for (const root of roots) {
    const reason = unservableReason(root);
    if (reason !== undefined) throw new TypeError(`Cannot serve '${lineSafe(root)}': ${reason}`);
  }
  const { policy } = checkedContext({ roots, ...givenPolicy && { policy: givenPolicy } });
  return {
    ...others,
    ...policy && { policy: { ...policy, from: policy.from ?? roots } },
    toolset: options.toolset ?? DEFAULT_TOOLSET,
    roots,
    structured: options.structured ?? false,
    // The SDK quotes what a client sent, whole.
    report: (line) => report(line.slice(0, MAX_REPORT_LENGTH)),
    pool: poolOf(options.workers, report),
  };
}

/** Returns the reason why a directory cannot be served, if there is one: every call would fail. */
export function unservableReason(path: string): string | undefined {
  try {
    new Scope().enterDirectory(path);
    return undefined;
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return UNSERVABLE_REASONS[error.code] ?? "it cannot be read";
  }
}

const UNSERVABLE_REASONS: Partial<Record<ErrorCode, string>> = {
  not_a_directory: "it is not a directory",
  not_found: "it does not exist",
  outside_scope: "it leads to where this program may not read",
};

/** Makes the pool, and reports what it lacks to start workers. */
function poolOf(workers: number | undefined, report: Settings["report"]): CallPool {
  if (workers === 0) return new CallPool(startOnMainThread);
  const advice = adviceForThreads();
  if (advice === undefined) return new CallPool(startThread, workers);
  report(
    `dirscope: calls have no workers (${advice}): a disk that hangs stops the server, as does a lack of memory`,
  );
  return new CallPool(startOnMainThread);
}
