/** Carries out calls where a worker is. */
import type { Snapshots } from "../cache/snapshots.ts";
import { TreeCache } from "../cache/tree_cache.ts";
import { loadTool } from "../catalog.ts";
import { DirscopeError } from "../errors.ts";
import type { ProjectMemory, ToolContext, ToolResult } from "../tool.ts";
import { stackOf } from "./stack_of.ts";
import type { HostAnswer, HostRequest, News, Order, SentCall } from "./messages.ts";

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
    return {
      ...context,
      signal,
      onProgress: (progress) => this.#tell({ type: "progress", progress }),
      // One worker's snapshots are all workers': the host keeps them.
      cache: this.#cache.withSnapshots(has.cache ? this.#snapshots : undefined),
      ...has.log &&
        { log: { append: async (call) => void await this.#ask({ name: "append", call }) } },
      ...has.projectMemory && { projectMemory: this.#projectMemory },
    };
  }

  readonly #snapshots: Snapshots = {
    keep: async (key, value) => await this.#ask({ name: "keepSnapshot", key, value }) === true,
    find: (key) => this.#ask({ name: "findSnapshot", key }) as ReturnType<Snapshots["find"]>,
  };

  readonly #projectMemory: ProjectMemory = {
    setValue: async (key, value) => void await this.#ask({ name: "setValue", key, value }),
    getValue: (key) =>
      this.#ask({ name: "getValue", key }) as ReturnType<ProjectMemory["getValue"]>,
  };

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
