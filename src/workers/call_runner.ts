/**
 * Carries out calls in one thread, a slice of each in turn. A worker loads this module, and so does a pool
 * that has no workers.
 *
 * @module
 */
import type { MessagePort } from "node:worker_threads";
import type { Snapshots } from "../cache/snapshots.ts";
import { TreeCache } from "../cache/tree_cache.ts";
import { loadTool } from "../catalog.ts";
import { DirscopeError } from "../errors.ts";
import { setPace } from "../pacing/pace.ts";
import type { ToolContext, ToolResult } from "../tool.ts";
import { wantedResult } from "./wanted_result.ts";
import {
  type CallNews,
  type HostAnswer,
  type HostRequest,
  type News,
  type Order,
  PULSE,
  type SentCall,
} from "./messages.ts";

/** How long a call may work before it is a long one, of which a lane carries out one at a time. */
const LONG_MS = 50;

/**
 * The most UTF-16 units of a result. The thread that answers needs several times as much, and cannot do
 * anything else while it writes it: 16 Mi take it some 50 ms.
 */
export const MAX_RESULT_UNITS = 2 ** 24;

/** A call that is being carried out. */
interface RunningCall {
  readonly abort: AbortController;
  /** What waits for the call to be told to go on. */
  goOn: () => void;
  isLong: boolean;
  /** How long it has worked, in milliseconds, and since when it does now. */
  worked: number;
  since: number;
  /** What waits for answers of the host. */
  readonly asked: ((answer: HostAnswer) => void)[];
}

/** Carries out calls in one thread, a slice of each in turn. */
export class CallRunner {
  readonly #tell: (news: CallNews) => void;
  readonly #pulse: Int32Array;
  readonly #calls = new Map<number, RunningCall>();
  /** The lane's own: what a call has read, others need not read again. */
  readonly #cache: TreeCache;
  /** What waits for its turn, first come first. */
  readonly #waiting: (() => void)[] = [];

  /**
   * @param tell Receives news of the calls.
   * @param data What the pool gives.
   */
  constructor(tell: (news: CallNews) => void, { pulse, cacheBytes }: WorkerData) {
    this.#tell = tell;
    this.#cache = new TreeCache({ maxBytes: cacheBytes });
    this.#pulse = pulse;
  }

  /** Does what it is told. */
  receive(order: Order): void {
    switch (order.type) {
      case "call":
        return void this.#carryOut(order);
      case "host":
        return this.#calls.get(order.id)?.asked[order.ask]?.(order);
      case "cancel":
        this.#calls.get(order.id)?.abort.abort();
        return this.#calls.get(order.id)?.goOn();
      case "go_on":
        return this.#calls.get(order.id)?.goOn();
    }
  }

  async #carryOut(
    { id, call, isLong }: Extract<Order, { readonly type: "call" }>,
  ): Promise<void> {
    const abort = new AbortController();
    const running: RunningCall = {
      abort,
      goOn: () => {},
      isLong,
      worked: 0,
      since: 0,
      asked: [],
    };
    this.#calls.set(id, running);
    setPace(abort.signal, {
      alive: () => this.#beat(),
      turn: () => this.#nextTurn(id, running),
    });
    await this.#takeTurn(id);
    running.since = performance.now();
    let news: CallNews;
    try {
      const result = await carriedOut(call, this.#contextOf(id, call, running));
      news = { type: "result", id, result };
    } catch (error) {
      news = abort.signal.aborted
        ? { type: "aborted", id }
        : { type: "thrown", id, error: stackOf(error) };
    }
    this.#calls.delete(id);
    this.#passTurn();
    this.#tell(news);
  }

  #contextOf(id: number, { context, has }: SentCall, { abort, asked }: RunningCall): ToolContext {
    const ask = async (request: HostRequest): Promise<unknown> => {
      const { promise, resolve } = Promise.withResolvers<HostAnswer>();
      this.#tell({ type: "host", id, ask: asked.push(resolve) - 1, request });
      const answer = await promise;
      this.#beat();
      if ("failure" in answer) {
        const { failure, code } = answer;
        throw code === undefined ? new Error(failure) : new DirscopeError(code, failure);
      }
      return answer.value;
    };
    return {
      ...context,
      cache: this.#cache.withSnapshots(
        !has.cache ? undefined : {
          // One lane's snapshots are all lanes': the host keeps them.
          keep: async (key, value) => await ask({ name: "keepSnapshot", key, value }) === true,
          find: async (key) =>
            await ask({ name: "findSnapshot", key }) as Awaited<ReturnType<Snapshots["find"]>>,
        },
      ),
      signal: abort.signal,
      ...has.onProgress && {
        onProgress: (progress) => this.#tell({ type: "progress", id, progress }),
      },
      ...has.log && { log: { append: async (call) => void await ask({ name: "append", call }) } },
      ...has.projectMemory && {
        projectMemory: {
          setValue: async (key, value) => void await ask({ name: "setValue", key, value }),
          getValue: async (key) =>
            await ask({ name: "getValue", key }) as Awaited<
              ReturnType<NonNullable<ToolContext["projectMemory"]>["getValue"]>
            >,
        },
      },
    };
  }

  /** Lets others have their turn. A call that takes long waits besides until it may go on. */
  async #nextTurn(id: number, call: RunningCall): Promise<void> {
    call.worked += performance.now() - call.since;
    this.#passTurn();
    if (!call.isLong && call.worked > LONG_MS) {
      call.isLong = true;
      await new Promise<void>((resolve) => {
        call.goOn = resolve;
        this.#tell({ type: "long", id });
      });
    }
    await this.#takeTurn(id);
    call.since = performance.now();
  }

  async #takeTurn(id: number): Promise<void> {
    if (Atomics.load(this.#pulse, PULSE.active) !== 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    Atomics.store(this.#pulse, PULSE.active, id);
    this.#beat();
  }

  /** Wakes who waits next; the turn stays taken until then, so that nobody comes in between. */
  #passTurn(): void {
    this.#beat();
    const next = this.#waiting.shift();
    if (next === undefined) Atomics.store(this.#pulse, PULSE.active, 0);
    else next();
  }

  #beat(): void {
    Atomics.add(this.#pulse, PULSE.beats, 1);
  }
}

async function carriedOut(
  { toolset, tool: name, args, wantsData }: SentCall,
  context: ToolContext,
): Promise<ToolResult> {
  const tool = await loadTool(toolset, name);
  const result = tool.toResult(await tool.execute(args, context));
  if (result.text.length > MAX_RESULT_UNITS) {
    const message = `the result is longer than ${MAX_RESULT_UNITS} characters: ask for less`;
    const error = new DirscopeError("host_failed", message);
    return wantedResult(tool.toResult(await tool.fail(error, args, context)), wantsData);
  }
  return wantedResult(result, wantsData);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

/** What a worker is given to start with. */
export interface WorkerData {
  /** See {@linkcode PULSE}. */
  readonly pulse: Int32Array;
  /** How much of what it has read it keeps for later calls, in bytes. */
  readonly cacheBytes: number;
}

/** How often a worker looks whether its memory has run out, in milliseconds. */
const MEMORY_LOOK_MS = 500;

/**
 * Carries out the calls that come through a worker's port.
 *
 * Where memory runs out, V8 ends whatever is running and raises the limit a little, and Deno tells nobody
 * unless it was in a timer. So a timer looks whether the limit was raised.
 *
 * @param port The port.
 * @param data What the pool gives.
 * @param heapLimit The most that the worker's objects may take now, in bytes.
 */
export function serveCalls(
  port: MessagePort,
  data: WorkerData,
  heapLimit: () => number,
): void {
  const tell = (news: News): void => port.postMessage(news);
  const runner = new CallRunner(tell, data);
  const limit = heapLimit();
  // Also between calls: one may be too large to arrive.
  setInterval(() => {
    if (heapLimit() > limit) tell({ type: "out_of_memory" });
  }, MEMORY_LOOK_MS);
  port.on("message", (order) => runner.receive(order));
  tell({ type: "ready" });
}
