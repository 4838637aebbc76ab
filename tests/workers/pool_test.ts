import { assertEquals, assertRejects } from "@std/assert";
import type { ToolContext, ToolResult } from "../../src/tool.ts";
import type { PooledCall } from "../../src/workers/job.ts";
import type { LaneEvents } from "../../src/workers/lane.ts";
import { type CallNews, type Order, PULSE } from "../../src/workers/messages.ts";
import { CallPool } from "../../src/workers/pool.ts";
import type { PoolOptions } from "../../src/workers/pool_options.ts";
import { until } from "../support/wait.ts";

/** A worker that does nothing by itself. */
class StandIn {
  readonly pulse = new Int32Array(PULSE.length);
  readonly isThread = true;
  readonly orders: Order[] = [];
  isHeld = false;
  hasEnded = false;
  readonly events: LaneEvents;

  constructor(events: LaneEvents) {
    this.events = events;
  }

  post(order: Order): void {
    this.orders.push(order);
  }

  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }

  end(): void {
    this.hasEnded = true;
  }

  /** The paths of the calls that it was given, with their numbers. */
  get given(): Record<string, number> {
    return Object.fromEntries(
      this.orders.flatMap((order) =>
        order.type === "call" ? [[(order.call.args as { path: string }).path, order.id]] : []
      ),
    );
  }

  get orderTypes(): string[] {
    return this.orders.map(({ type }) => type);
  }

  tell(news: CallNews): void {
    this.events.onNews(news);
  }

  /** Says that a call has its turn, and then nothing more. */
  hangIn(path: string): void {
    this.pulse[PULSE.active] = this.given[path]!;
  }

  answer(path: string): void {
    this.tell({ type: "result", id: this.given[path]!, result: { text: path, isError: false } });
  }

  long(path: string): void {
    this.tell({ type: "long", id: this.given[path]! });
  }
}

interface Bench {
  readonly pool: CallPool;
  readonly workers: StandIn[];
  /** Sends a call; the path tells it from others. */
  call(path: string, call?: Partial<PooledCall>): Promise<ToolResult>;
}

/** A pool whose workers are stand-ins, which are ready at once. */
async function withPool(
  options: PoolOptions,
  test: (bench: Bench) => Promise<void>,
  isReady = true,
): Promise<void> {
  const workers: StandIn[] = [];
  await using pool = new CallPool({ workers: 1, ...options }, (events) => {
    const worker = new StandIn(events);
    workers.push(worker);
    if (isReady) queueMicrotask(() => worker.tell({ type: "ready" }));
    return worker;
  });
  const client = {};
  await test({
    pool,
    workers,
    call: (path, call = {}) => {
      const context: ToolContext = { cwd: "/nowhere", roots: ["/nowhere"], ...call.context };
      const result = pool.run({
        toolset: "tree",
        tool: "list_dir",
        args: { path },
        wantsData: false,
        client,
        ...call,
        context,
      });
      result.catch(() => {});
      return result;
    },
  });
}

/** Waits until a worker has been given these calls. */
async function given(worker: () => StandIn | undefined, ...paths: string[]): Promise<void> {
  await until(() => paths.every((path) => path in (worker()?.given ?? {})));
}

Deno.test('"A call begins on the worker that has least to do"; workers "start when they are needed and stay"', async () => {
  await withPool({ workers: 2 }, async ({ pool, workers, call }) => {
    assertEquals(pool.size, 0);
    const first = call("a");
    await given(() => workers[0], "a");
    assertEquals(workers.length, 1);
    workers[0]!.answer("a");
    assertEquals(await first, { text: "a", isError: false });
    assertEquals(workers[0]!.isHeld, false, "an idle worker keeps no process alive");
    const [second, third] = [call("b"), call("c")];
    await given(() => workers[0], "b");
    assertEquals(workers[0]!.isHeld, true);
    const fourth = call("d");
    await given(() => workers[1], "d");
    workers[0]!.answer("b");
    workers[0]!.answer("c");
    workers[1]!.answer("d");
    await Promise.all([second, third, fourth]);
    assertEquals([workers.length, pool.size], [2, 2]);
  });
});

Deno.test('"One that takes longer goes on only where no other such call runs; else it is taken back and waits for its turn"', async () => {
  await withPool({}, async ({ workers, call }) => {
    const [first, second] = [call("a"), call("b")];
    await given(() => workers[0], "a", "b");
    const [worker] = workers as [StandIn];
    const [a, b] = [worker.given["a"]!, worker.given["b"]!];
    worker.long("a");
    worker.long("b");
    assertEquals(worker.orders.slice(2), [{ type: "go_on", id: a }, { type: "cancel", id: b }]);
    // What it still tells of the call is not heard.
    worker.tell({ type: "aborted", id: b! });
    const third = call("c");
    await given(() => worker, "c");
    worker.answer("c");
    await third;
    worker.answer("a");
    const again = worker.orders.at(-1) as Extract<Order, { type: "call" }>;
    assertEquals([again.call.args, again.isLong], [{ path: "b" }, true]);
    worker.answer("b");
    assertEquals((await Promise.all([first, second])).map(({ text }) => text), ["a", "b"]);
  });
});

Deno.test('"Clients are served in turn"; "the newest call of who has most of them ends with `busy`", unrecorded', async () => {
  await withPool({ maxWaiting: 3 }, async ({ workers, call }) => {
    const running = [call("a")];
    await given(() => workers[0], "a");
    for (const path of ["b", "c", "d"]) running.push(call(path));
    await given(() => workers[0], "b", "c", "d");
    const [worker] = workers as [StandIn];
    const waiting = ["e", "f", "g"].map((path) => call(path));
    let records = 0;
    const log = { append: () => void records++ };
    const discovery = { toolset: "discovery", context: { log } } as const;
    const late = call("h", discovery);
    assertEquals(await late, {
      text: "error busy: the server has too many calls to carry out: try again in a few seconds",
      isError: true,
    });
    const other = call("other", { client: {} });
    assertEquals(await waiting[2], {
      text: "Error: the server has too many calls to carry out: try again in a few seconds.",
      isError: true,
    });
    for (const path of ["a", "b"]) worker.answer(path);
    await given(() => worker, "e", "other");
    assertEquals(["f" in worker.given, records], [false, 0]);
    for (const path of ["c", "d", "e", "other"]) worker.answer(path);
    worker.answer("f");
    await Promise.all([...running, ...waiting, other]);
  });
});

Deno.test('"A call that hears nothing from the disk for the stall timeout ends with `timed_out`, and its worker is replaced"; "the other calls of the worker have gone elsewhere"', async () => {
  await withPool({ stallTimeoutMs: 100 }, async ({ workers, call }) => {
    const [stuck, other] = [call("stuck"), call("other")];
    await given(() => workers[0], "stuck", "other");
    workers[0]!.hangIn("stuck");
    await given(() => workers[1], "other");
    assertEquals(workers[0]!.hasEnded, false, "it may still get on");
    workers[1]!.answer("other");
    assertEquals((await other).text, "other");
    // The timers of a pool keep no process alive; a worker would.
    let isAnswered = false;
    void stuck.then(() => isAnswered = true);
    await until(() => isAnswered);
    assertEquals(await stuck, {
      text: "Error: no answer from the disk in 0.1 seconds.",
      isError: true,
    });
    // "It ends when the disk answers": before, no thread can.
    assertEquals(workers.map(({ hasEnded }) => hasEnded), [false, false]);
    workers[0]!.pulse[PULSE.beats]!++;
    await until(() => workers[0]!.hasEnded);
    assertEquals(workers[1]!.hasEnded, false);
  });
});

Deno.test("a call that gets on, or waits for its host, does not time out", async () => {
  await withPool({ stallTimeoutMs: 20 }, async ({ workers, call }) => {
    const stored = Promise.withResolvers<void>();
    const result = call("a", {
      context: { projectMemory: { setValue: () => stored.promise, getValue: () => undefined } },
    });
    await given(() => workers[0], "a");
    const [worker] = workers as [StandIn];
    worker.hangIn("a");
    const id = worker.given["a"]!;
    const request = { name: "setValue", key: "k", value: "v" } as const;
    worker.tell({ type: "host", id, ask: 0, request });
    // Longer than the timeout: another timer of that length ends after those of the pool.
    await new Promise((resolve) => setTimeout(resolve, 60));
    stored.resolve();
    await until(() => worker.orders.length === 2);
    assertEquals(worker.orders[1], { type: "host", id, ask: 0, value: undefined });
    worker.answer("a");
    assertEquals((await result).text, "a");
  });
});

Deno.test('"A call that is cancelled but does not stop, since its worker is blocked, ends all the same"', async () => {
  await withPool({}, async ({ workers, call }) => {
    const abort = new AbortController();
    const [stuck, other] = [call("stuck", { context: { signal: abort.signal } }), call("other")];
    await given(() => workers[0], "stuck", "other");
    workers[0]!.hangIn("stuck");
    abort.abort();
    assertEquals((await assertRejects(() => stuck, DOMException)).name, "AbortError");
    await given(() => workers[1], "other");
    assertEquals(workers[0]!.orderTypes, ["call", "call", "cancel"]);
    workers[1]!.answer("other");
    assertEquals((await other).text, "other");
  });
});

Deno.test("a cancelled call that waits ends at once, and one that stops ends when it has", async () => {
  await withPool({}, async ({ workers, call }) => {
    const abort = new AbortController();
    const context = { signal: abort.signal };
    const running = ["a", "b", "c", "d"].map((path) => call(path, { context }));
    await given(() => workers[0], "d");
    const waiting = call("e", { context });
    abort.abort();
    await assertRejects(() => waiting, DOMException);
    for (const id of Object.values(workers[0]!.given)) workers[0]!.tell({ type: "aborted", id });
    for (const call of running) await assertRejects(() => call, DOMException);
    await assertRejects(() => call("f", { context }), DOMException);
    assertEquals([workers.length, workers[0]!.hasEnded], [1, false]);
  });
});

Deno.test('"A worker that runs out of memory costs the call that took it"', async () => {
  await withPool({}, async ({ workers, call }) => {
    const [big, other] = [call("big"), call("other")];
    await given(() => workers[0], "big", "other");
    workers[0]!.long("big");
    workers[0]!.hangIn("other");
    workers[0]!.events.onEnd("out_of_memory");
    assertEquals(await big, {
      text: "Error: it takes more memory than a call may have: ask for less.",
      isError: true,
    });
    await given(() => workers[1], "other");
    workers[1]!.answer("other");
    assertEquals((await other).text, "other");
  });
});

Deno.test("a call that loses worker after worker is an error; a call that was moved is recorded once", async () => {
  await withPool({}, async ({ workers, call }) => {
    let records = 0;
    const context = { log: { append: () => void records++ } };
    const result = call("a", { context });
    for (let i = 0; i < 3; i++) {
      await given(() => workers[i], "a");
      const request = { name: "append", call: {} as never } as const;
      workers[i]!.tell({ type: "host", id: workers[i]!.given["a"]!, ask: 0, request });
      await until(() => workers[i]!.orders.length === 2);
      workers[i]!.events.onEnd("failed");
    }
    assertEquals([await result, records], [{ text: "Error: cannot read 'a'.", isError: true }, 1]);
  });
});

Deno.test("workers that do not start: the pool says so, and does without", async () => {
  const lines: string[] = [];
  await withPool({ report: (line) => lines.push(line) }, async ({ pool, workers, call }) => {
    const result = call("/nowhere/at/all");
    for (let i = 0; i < 2; i++) {
      await until(() => workers.length > i);
      workers[i]!.events.onEnd("failed");
    }
    assertEquals((await result).text, "Error: '/nowhere/at/all' is not a directory.");
    assertEquals([pool.size, lines], [0, [
      "dirscope: calls have no workers (they do not start): a disk that hangs stops the server, as does a lack of memory",
    ]]);
  }, false);
});

Deno.test("closing a pool cancels what runs and what waits, ends the workers, and takes no more calls", async () => {
  await withPool({}, async ({ pool, workers, call }) => {
    const calls = ["a", "b", "c", "d", "e"].map((path) => call(path));
    await given(() => workers[0], "d");
    workers[0]!.hangIn("a");
    await pool.close();
    for (const call of calls) await assertRejects(() => call, DOMException);
    await assertRejects(() => call("f"), DOMException);
    assertEquals([pool.size, workers.length, workers[0]!.hasEnded], [0, 1, true]);
  });
});

Deno.test("where sixteen workers hang, calls are refused and do not wait for ever", async () => {
  await withPool({ workers: 1, stallTimeoutMs: 10 }, async ({ workers, call }) => {
    const hung: Promise<ToolResult>[] = [];
    for (let i = 0; i < 16; i++) {
      let isOver = false;
      const result = call(`stuck ${i}`);
      hung.push(result);
      void result.then(() => isOver = true);
      await given(() => workers[i], `stuck ${i}`);
      workers[i]!.hangIn(`stuck ${i}`);
      await until(() => isOver);
    }
    assertEquals(
      (await call("a")).text,
      "Error: the disk does not answer 16 calls: try again later.",
    );
    assertEquals([workers.length, workers.some(({ hasEnded }) => hasEnded)], [16, false]);
    workers[0]!.pulse[PULSE.beats]!++;
    await until(() => workers[0]!.hasEnded);
    const again = call("b");
    await given(() => workers[16], "b");
    workers[16]!.answer("b");
    assertEquals((await again).text, "b");
  });
});
