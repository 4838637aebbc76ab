/** Carries out calls where a worker is. */
import type { Snapshots } from "../cache/snapshots.ts";
import { TreeCache } from "../cache/tree_cache.ts";
import { loadTool } from "../catalog.ts";
import { DirscopeError } from "../errors.ts";
import type { CallLog } from "../call_log.ts";
import type { ProjectMemory, ToolContext, ToolResult } from "../tool.ts";
import { stackOf } from "./stack_of.ts";
import type { HostAnswer, HostObject, HostRequest, News, Order, SentCall } from "./messages.ts";

/**
 * The most UTF-16 units of a result. The thread that answers needs several times as much, and cannot do
 * anything else while it writes it: 16 Mi take it some 50 ms.
 */
export const MAX_RESULT_UNITS = 2 ** 24;

/** Carries out calls, one at a time. */
export class CallServer {
  readonly #tell: (news: News) => void;
  /** The worker's own: what a call has read, later ones need not read again. */
  readonly #cache = new TreeCache();
  /** What waits for answers of the host, by the number of the request. */
  readonly #asked = new Map<number, (answer: HostAnswer) => void>();
  #lastAsk = 0;
  #abort = new AbortController();

  /** @param tell Receives the worker's news. */
  constructor(tell: (news: News) => void) {
    this.#tell = tell;
  }

  /** Does what it is told. */
  receive(order: Order): void {
    switch (order.type) {
      case "call":
        return void this.#carryOut(order.call);
      case "cancel":
        return this.#abort.abort();
      case "host":
        this.#asked.get(order.ask)?.(order);
        this.#asked.delete(order.ask);
    }
  }

  async #carryOut(call: SentCall): Promise<void> {
    const { signal } = this.#abort = new AbortController();
    try {
      this.#tell({ type: "result", result: await carriedOut(call, this.#contextOf(call, signal)) });
    } catch (error) {
      this.#tell(signal.aborted ? { type: "aborted" } : { type: "thrown", error: stackOf(error) });
    }
  }

  /** What a call is given: what the host sent, and what asks the host for the rest. */
  #contextOf({ context, has }: SentCall, signal: AbortSignal): ToolContext {
    const log = this.#hosted<CallLog>(has, "log", ["append"]);
    const memory = ["setValue", "getValue"] as const;
    const projectMemory = this.#hosted<ProjectMemory>(has, "projectMemory", memory);
    return {
      ...context,
      signal,
      onProgress: (progress) => this.#tell({ type: "progress", progress }),
      // One worker's snapshots are all workers': the host keeps them.
      cache: this.#cache.withSnapshots(this.#hosted<Snapshots>(has, "snapshots", ["keep", "find"])),
      ...log && { log },
      ...projectMemory && { projectMemory },
    };
  }

  /** An object of the host's, if it has it: each method asks the host to call its own. */
  #hosted<T>(
    has: SentCall["has"],
    of: HostObject,
    methods: readonly (keyof T & string)[],
  ): T | undefined {
    if (!has.includes(of)) return undefined;
    const asking = (method: string) => (...args: unknown[]) => this.#ask({ of, method, args });
    return Object.fromEntries(methods.map((method) => [method, asking(method)])) as T;
  }

  /** Has the host do something. */
  async #ask(request: HostRequest): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<HostAnswer>();
    const ask = ++this.#lastAsk;
    this.#asked.set(ask, resolve);
    this.#tell({ type: "host", ask, request });
    const answer = await promise;
    if ("value" in answer) return answer.value;
    const { failure, code } = answer;
    throw code === undefined ? new Error(failure) : new DirscopeError(code, failure);
  }
}

async function carriedOut(
  { toolset, tool: name, args, wantsData }: SentCall,
  context: ToolContext,
): Promise<ToolResult> {
  const tool = await loadTool(toolset, name);
  const { text, structured, isError } = tool.toResult(await tool.execute(args, context));
  if (text.length > MAX_RESULT_UNITS) {
    const message = `the result is longer than ${MAX_RESULT_UNITS} characters: ask for less`;
    const failed = await tool.fail(new DirscopeError("host_failed", message), args, context);
    return tool.toResult(failed);
  }
  return { text, isError, ...wantsData && structured !== undefined && { structured } };
}
