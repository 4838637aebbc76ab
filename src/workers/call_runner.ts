/** Runs tool calls, in a worker thread as a rule: loads the tool, makes its context, and sends back its result. */
import { TreeCache } from "../cache/tree_cache.ts";
import { loadTool } from "../catalog.ts";
import { DirscopeError } from "../errors.ts";
import { describeRoots } from "../scope/describe_roots.ts";
import type { ToolContext, ToolResult } from "../tool.ts";
import { visibilityOf } from "../tools/visibility_of.ts";
import type { HostError, HostRequest, PoolMessage, SendToPool, SentCall } from "./messages.ts";
import { narrowRoots } from "./narrow_roots.ts";
import type { Executor } from "./pool_worker.ts";
import { stackOf } from "./stack_of.ts";

/**
 * Maximum UTF-16 units of a result. The thread that sends it to the client needs several times as much memory,
 * and can do nothing else while it writes it: 16 Mi take it some 50 ms.
 */
const MAX_RESULT_UNITS = 2 ** 24;

export class CallRunner {
  readonly #send: SendToPool;
  readonly #cache = new TreeCache();
  /** Handlers of the responses that are due, by the id of the request. */
  readonly #hostRequests = new Map<number, (error: HostError | undefined) => void>();
  #lastRequestId = 0;
  #abort = new AbortController();

  constructor(send: SendToPool) {
    this.#send = send;
  }

  receive(message: PoolMessage): void {
    switch (message.type) {
      case "call":
        return void this.#run(message.call);
      case "cancel":
        return this.#abort.abort();
      case "host_response":
        this.#hostRequests.get(message.id)?.(message.error);
        this.#hostRequests.delete(message.id);
    }
  }

  async #run(call: SentCall): Promise<void> {
    const { signal } = this.#abort = new AbortController();
    try {
      this.#send({ type: "result", result: await resultOf(call, this.#contextOf(call, signal)) });
    } catch (error) {
      this.#send(signal.aborted ? { type: "aborted" } : { type: "thrown", stack: stackOf(error) });
    }
  }

  /** Returns the context of a call: the data that was sent, and what stands for the host's objects. */
  #contextOf(call: SentCall, signal: AbortSignal): ToolContext {
    return {
      ...call.context,
      ...call.hasLog && { log: { append: (record) => this.#requestHost({ record }) } },
      ...call.hasProjectMemory && {
        projectMemory: {
          setValue: (key, value) => this.#requestHost({ key, value }),
          // No tool reads.
          getValue: () => undefined,
        },
      },
      signal,
      onProgress: (progress) => this.#send({ type: "progress", progress }),
      cache: this.#cache,
    };
  }

  async #requestHost(request: HostRequest): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<HostError | undefined>();
    const id = ++this.#lastRequestId;
    this.#hostRequests.set(id, resolve);
    this.#send({ type: "host_request", id, request });
    const error = await promise;
    if (error === undefined) return;
    const { message, code } = error;
    throw code === undefined ? new Error(message) : new DirscopeError(code, message);
  }
}

async function resultOf(
  { toolset, tool: name, args, wantsData, clientRoots = [] }: SentCall,
  context: ToolContext,
): Promise<ToolResult> {
  if (clientRoots.length > 0) {
    const { roots: served = [], policy } = context;
    const visibility = await visibilityOf({ roots: served, policy });
    const roots = narrowRoots(served, clientRoots, visibility);
    if (roots.length === 0) {
      const text = `Error: none of the client's roots is a directory in the allowed roots: ${
        describeRoots(served)
      }`;
      return { text, isError: true };
    }
    context = { ...context, cwd: roots[0], roots };
  }
  const tool = await loadTool(toolset, name);
  let { structured, ...result } = tool.toResult(await tool.execute(args, context));
  if (result.text.length > MAX_RESULT_UNITS) {
    const message = `the result is longer than ${MAX_RESULT_UNITS} characters: ask for less`;
    const failed = await tool.fail(new DirscopeError("host_failed", message), args, context);
    ({ structured, ...result } = tool.toResult(failed));
  }
  return { ...result, ...wantsData && structured !== undefined && { structured } };
}

/**
 * Starts an executor on the main thread, for programs that may not start threads: calls take turns with each
 * other and all else, and a disk that hangs stops them all.
 */
export function startOnMainThread(send: SendToPool): Executor {
  const runner = new CallRunner(send);
  queueMicrotask(() => send({ type: "ready" }));
  return {
    postMessage: (message) => runner.receive(message),
    ref: () => {},
    unref: () => {},
    terminate: () => runner.receive({ type: "cancel" }),
  };
}
