import { assertEquals, assertRejects } from "@std/assert";
import type { ToolContext, ToolResult } from "../../src/tool.ts";
import type { PooledCall } from "../../src/workers/job.ts";
import type { PoolMessage, WorkerMessage } from "../../src/workers/messages.ts";
import { CallPool, type PoolOptions } from "../../src/workers/pool.ts";
import type { Executor } from "../../src/workers/pool_worker.ts";
import { retime, type SteeredIntervals, steerIntervals } from "../support/timers.ts";

/** Ticks of the watchdog in a second, with a stall timeout of a second or more. */
const TICKS_PER_SECOND = 10;

/** An executor that answers on demand alone. */
class FakeExecutor implements Executor {
  readonly received: PoolMessage[] = [];
  isReferenced = false;
  isTerminated = false;
  readonly send: (message: WorkerMessage) => void;

  constructor(send: (message: WorkerMessage) => void) {
    this.send = send;
  }

  post(message: PoolMessage): void {
    this.received.push(structuredClone(message));
  }

  ref(): void {
    this.isReferenced = true;
  }

  unref(): void {
    this.isReferenced = false;
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** The path of its last call. */
  get path(): string | undefined {
    const last = this.received.findLast((message) => message.type === "call");
    return (last?.call.args as { path: string } | undefined)?.path;
  }

  /** Sends the path as the result of its call. */
  answer(): void {
    this.send({ type: "result", result: { text: this.path!, isError: false } });
  }
}

interface Fixture {
  readonly pool: CallPool;
  readonly workers: FakeExecutor[];
  readonly ticks: SteeredIntervals;
  /** Runs a call, which its path tells from others. */
  call(path: string, call?: Partial<PooledCall>): Promise<ToolResult>;
  /** The path of the last call of each worker. */
  paths(): (string | undefined)[];
}

/** Options of {@linkcode withPool}. */
interface FixtureOptions extends PoolOptions {
  /** Set if workers start. @default {true} */
  readonly starts?: boolean;
  /** Maximum threads of the system. @default {Infinity} */
  readonly threads?: number;
}

/** Makes a pool of two workers, whose fake executors start at once, and whose watchdog ticks on demand. */
async function withPool(
  test: (fixture: Fixture) => Promise<void>,
  { starts = true, threads = Infinity, ...options }: FixtureOptions = {},
): Promise<void> {
  using ticks = steerIntervals();
  using _grace = retime((ms) => ms === 250 ? 0 : ms);
  const workers: FakeExecutor[] = [];
  await using pool = new CallPool((send) => {
    if (workers.length >= threads) throw new Error("no thread");
    const worker = new FakeExecutor(send);
    workers.push(worker);
    if (starts) queueMicrotask(() => worker.send({ type: "ready" }));
    return worker;
  }, { workers: 2, ...options });
  const client = {};
  await test({
    pool,
    workers,
    ticks,
    call(path, call = {}) {
      const context: ToolContext = { cwd: "/nowhere", roots: ["/nowhere"], ...call.context };
      const base = { toolset: "tree", tool: "list_dir", args: { path }, client } as const;
      const result = pool.run({ ...base, wantsData: false, ...call, context });
      result.catch(() => {});
      return result;
    },
    paths: () => workers.map(({ path }) => path),
  });
}

/** Runs all pending microtasks and due timers. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

Deno.test('workers "start on demand and stay"; "The idle worker that was used last comes first"', () =>
  withPool(async ({ workers, call, paths }) => {
    const first = call("a");
    await settle();
    assertEquals([paths(), workers[0]!.isReferenced], [["a"], true]);
    workers[0]!.answer();
    assertEquals(await first, { text: "a", isError: false });
    assertEquals(workers[0]!.isReferenced, false, "an idle worker keeps no process alive");
    const more = ["b", "c", "d"].map((path) => call(path));
    await settle();
    assertEquals(paths(), ["b", "c"], "one call at a time, and no more workers");
    workers[0]!.answer();
    assertEquals(paths(), ["d", "c"]);
    workers[0]!.answer();
    workers[1]!.answer();
    await Promise.all(more);
    const last = call("e");
    assertEquals(paths(), ["d", "e"]);
    workers[1]!.answer();
    await last;
  }));

Deno.test('"Clients are served in turn"; "the newest call of the client with the most calls ends with `busy`", unrecorded', () =>
  withPool(async ({ workers, call, paths }) => {
    let records = 0;
    const context = { log: { append: () => void records++ } };
    const running = ["a", "b"].map((path) => call(path));
    await settle();
    const calls = Array.from({ length: 256 }, (_, i) => call(`${i}`));
    const other = call("other", { client: {} });
    assertEquals(await calls.at(-1), {
      text: "Error: the server has too many calls to carry out: try again in a few seconds.",
      isError: true,
    });
    assertEquals(await call("late", { toolset: "discovery", context }), {
      text: "error busy: the server has too many calls to carry out: try again in a few seconds",
      isError: true,
    });
    for (const worker of workers) worker.answer();
    assertEquals([paths(), records], [["other", "0"], 0]);
    workers[0]!.answer();
    assertEquals([await other, paths()], [{ text: "other", isError: false }, ["1", "0"]]);
    await Promise.all(running);
  }));

/** Sends a heartbeat of each worker. */
function beat(workers: readonly FakeExecutor[]): void {
  for (const worker of workers) {
    worker.send({ type: "progress", progress: { directories: 1, entries: 1 } });
  }
}

Deno.test('"A worker that has been silent for 300 ms no longer counts as a worker: another one starts"; "every other one takes the newest call"', () =>
  withPool(async ({ workers, ticks, call, paths }) => {
    const calls = ["hangs", "long", "c", "d", "e", "f"].map((path) => call(path, { client: {} }));
    await settle();
    for (let i = 0; i < 3; i++) {
      assertEquals(paths(), ["hangs", "long"]);
      beat(workers.slice(1));
      ticks.pass(1);
    }
    await settle();
    assertEquals(paths(), ["hangs", "long", "f", "c", "e", "d"]);
    for (const worker of workers) worker.answer();
    await Promise.all(calls);
    assertEquals(
      workers.map(({ isTerminated }) => isTerminated),
      [true, true, true, true, false, false],
      "the two that were used last stay",
    );
  }));

Deno.test('for clients with running calls "another worker starts only after three seconds", up to 16; others wait a second, and "come first"', () =>
  withPool(async ({ workers, ticks, call, paths }) => {
    const calls = Array.from({ length: 20 }, (_, i) => call(`${i}`));
    const pass = async (seconds: number): Promise<number> => {
      for (let i = 0; i < seconds * TICKS_PER_SECOND; i++) {
        await settle();
        beat(workers);
        ticks.pass(1);
      }
      await settle();
      return workers.length;
    };
    assertEquals([await pass(2), await pass(1), await pass(24)], [2, 4, 16]);
    const other = call("other", { client: {} });
    await settle();
    assertEquals(paths().slice(15), ["15", "other"]);
    workers[16]!.answer();
    await other;
    for (const worker of workers.slice(0, 3)) worker.answer();
    for (const worker of workers) worker.answer();
    await Promise.all(calls);
  }));

/** Returns the text of a result. */
const textOf = async (call: Promise<ToolResult>): Promise<string> => (await call).text;

Deno.test('a call "that has been silent for the stall timeout ends in any case"; its worker "is abandoned: it ends when the disk answers"', () =>
  withPool(async ({ workers, ticks, call, paths }) => {
    let records = 0;
    const context = { log: { append: () => void records++ } };
    const hangs = call("hangs", { toolset: "discovery", context });
    await settle();
    ticks.pass(30 * TICKS_PER_SECOND - 1);
    beat(workers);
    ticks.pass(30 * TICKS_PER_SECOND - 1);
    assertEquals(workers[0]!.received.map(({ type }) => type), ["call"]);
    ticks.pass(1);
    assertEquals(await textOf(hangs), "error timed_out: no answer from the disk in 30 seconds");
    assertEquals([records, workers[0]!.received.at(-1)], [1, { type: "cancel" }]);
    assertEquals([workers[0]!.isTerminated, workers[0]!.isReferenced], [false, false]);
    const other = call("other", { client: {} });
    await settle();
    assertEquals(paths(), ["hangs", "other"]);
    workers[0]!.send({ type: "aborted" });
    assertEquals(workers[0]!.isTerminated, true);
    workers[1]!.answer();
    assertEquals(await textOf(other), "other");
  }));

Deno.test("a call that waits for its host does not time out, and is recorded once", () =>
  withPool(async ({ workers, ticks, call }) => {
    let records = 0;
    const stored = Promise.withResolvers<void>();
    const setValue = () => stored.promise;
    const result = call("a", {
      context: {
        log: { append: () => void records++ },
        projectMemory: { setValue, getValue: () => undefined },
      },
    });
    await settle();
    const [worker] = workers as [FakeExecutor];
    const append = { object: "log", method: "append", args: [{}] } as const;
    const save = { object: "projectMemory", method: "setValue", args: ["k", "v"] } as const;
    worker.send({ type: "host_request", id: 1, request: append });
    worker.send({ type: "host_request", id: 2, request: save });
    ticks.pass(60 * TICKS_PER_SECOND);
    stored.resolve();
    await settle();
    assertEquals(worker.received.slice(1), [
      { type: "host_value", id: 1, value: undefined },
      { type: "host_value", id: 2, value: undefined },
    ]);
    ticks.pass(30 * TICKS_PER_SECOND);
    assertEquals(await textOf(result), "Error: no answer from the disk in 30 seconds.");
    assertEquals(records, 1);
  }));

Deno.test("what a host returns that cannot be cloned is dropped after a write, and an error after a read", () =>
  withPool(async ({ workers, call }) => {
    const unclonable = (() => () => {}) as () => never;
    const projectMemory = { setValue: unclonable, getValue: unclonable };
    void call("a", { context: { projectMemory } });
    await settle();
    const [worker] = workers as [FakeExecutor];
    for (const [id, method] of ["setValue", "getValue"].entries()) {
      const request = { object: "projectMemory", method, args: [] } as const;
      worker.send({ type: "host_request", id, request });
    }
    await settle();
    const message = "What the host returned cannot be sent to a worker";
    assertEquals(worker.received.slice(1), [
      { type: "host_value", id: 0, value: undefined },
      { type: "host_failure", id: 1, message },
    ]);
    worker.answer();
  }));

Deno.test('"A call that is cancelled ends even if its worker does not stop"', () =>
  withPool(async ({ workers, call, paths }) => {
    const abort = new AbortController();
    const hangs = call("hangs", { context: { signal: abort.signal } });
    await settle();
    abort.abort();
    assertEquals((await assertRejects(() => hangs, DOMException)).name, "AbortError");
    const other = call("other", { client: {} });
    await settle();
    assertEquals([paths(), workers[0]!.isTerminated], [["hangs", "other"], false]);
    workers[0]!.send({ type: "aborted" });
    workers[1]!.answer();
    assertEquals([await textOf(other), workers[0]!.isTerminated], ["other", true]);
  }));

Deno.test("a queued call that is cancelled ends at once, a running one when it has stopped", () =>
  withPool(async ({ workers, call, paths }) => {
    const abort = new AbortController();
    const context = { signal: abort.signal };
    const calls = ["a", "b", "c"].map((path) => call(path, { context }));
    await settle();
    abort.abort();
    await assertRejects(() => calls[2]!, DOMException);
    for (const worker of workers) worker.send({ type: "aborted" });
    for (const each of calls) await assertRejects(() => each, DOMException);
    await assertRejects(() => call("d", { context }), DOMException);
    const next = call("e");
    assertEquals([paths(), workers.length], [["a", "e"], 2]);
    workers[1]!.answer();
    await next;
  }));

Deno.test('"A worker that runs out of memory fails its call alone", and so does one that ends unexpectedly', () =>
  withPool(async ({ workers, call, paths }) => {
    const [big, odd, next] = [call("big"), call("odd"), call("next")];
    await settle();
    workers[0]!.send({ type: "out_of_memory" });
    assertEquals(await big, {
      text: "Error: it takes more memory than a call may have: ask for less.",
      isError: true,
    });
    assertEquals(workers[0]!.isTerminated, true);
    workers[1]!.send({ type: "ended", error: new Error("a bug") });
    workers[1]!.send({ type: "ended", error: new Error("a bug") });
    assertEquals((await assertRejects(() => odd, Error)).stack?.split("\n")[0], "Error: a bug");
    await settle();
    assertEquals(paths(), ["big", "odd", "next"]);
    workers[2]!.answer();
    await next;
  }));

Deno.test("a worker that does not start fails the call that it was started for", () =>
  withPool(async ({ workers, ticks, call }) => {
    const calls = [call("a"), call("b"), call("c")];
    workers[0]!.send({ type: "ended", error: new Error("no such file") });
    await assertRejects(() => calls[0]!);
    assertEquals(workers.length, 2);
    ticks.pass(30 * TICKS_PER_SECOND);
    await assertRejects(() => calls[1]!);
    ticks.pass(30 * TICKS_PER_SECOND);
    await assertRejects(() => calls[2]!);
    assertEquals(workers.every(({ isTerminated }) => isTerminated), true);
  }, { starts: false }));

Deno.test("if the system has no more threads, calls are queued for the workers that there are, if any", async () => {
  await withPool(async ({ workers, call, paths }) => {
    const calls = ["a", "b"].map((path) => call(path));
    await settle();
    workers[0]!.answer();
    assertEquals(paths(), ["b"]);
    workers[0]!.answer();
    await Promise.all(calls);
  }, { threads: 1 });
  await withPool(async ({ call }) => {
    assertEquals(
      (await assertRejects(() => call("a"), Error)).stack?.split("\n")[0],
      "Error: no thread",
    );
  }, { threads: 0 });
});

Deno.test('"While some calls stall, clients without a running call come first"', () =>
  withPool(async ({ workers, ticks, call, paths }) => {
    const [a, b, c, d] = [{}, {}, {}, {}];
    const calls = [call("a", { client: a }), call("b", { client: b })];
    await settle();
    for (const client of [c, d]) {
      for (let i = 0; i < 2; i++) calls.push(call(client === c ? `c${i}` : `d${i}`, { client }));
    }
    ticks.pass(3);
    await settle();
    assertEquals(paths(), ["a", "b", "d1", "c0"]);
    const other = call("other", { client: {} });
    await settle();
    assertEquals(paths().at(-1), "other");
    ticks.pass(3 * TICKS_PER_SECOND);
    await settle();
    assertEquals(paths().slice(5), [undefined, "d0", "c1"]);
    for (const worker of workers.filter(({ path }) => path !== undefined)) worker.answer();
    await Promise.all([...calls, other]);
  }));

Deno.test('clients "with stalled calls come last, and do not take the last idle worker"', () =>
  withPool(async ({ workers, ticks, call, paths }) => {
    const calls = ["hangs", "too", "a", "b"].map((path) => call(path));
    await settle();
    const other = call("other", { client: {} });
    ticks.pass(3);
    await settle();
    assertEquals(paths(), ["hangs", "too", "other"]);
    ticks.pass(3 * TICKS_PER_SECOND);
    await settle();
    assertEquals(paths(), ["hangs", "too", "other", undefined, "a", "b"]);
    for (const worker of workers.filter(({ path }) => path !== undefined)) worker.answer();
    await Promise.all([...calls, other]);
  }));

Deno.test('"At the maximum of workers, the call that has been silent longest is ended early"; "At the maximum of abandoned workers, calls of their clients are refused", then all', () =>
  withPool(async ({ workers, ticks, call, paths }) => {
    const clients = Array.from({ length: 32 }, () => ({}));
    const calls = clients.map((client, i) => call(`sick ${i}`, { client }));
    while (workers.length < 32) {
      await settle();
      ticks.pass(1);
    }
    await settle();
    const hanging = paths();
    const rounds: Promise<ToolResult>[] = [];
    for (let i = 0; i < 32; i++) {
      const result = call(`well ${i}`, { client: {} });
      while (workers.length < 33 + i) ticks.pass(1);
      await settle();
      assertEquals(paths().at(-1), `well ${i}`, "32 workers, and 32 that are abandoned");
      rounds.push(result);
      if (i === 0) {
        const text = await textOf(calls[Number(hanging[0]!.slice("sick ".length))]!);
        assertEquals(
          /^Error: no answer from the disk in \d(\.\d)? seconds, and other calls wait\.$/.test(
            text,
          ),
          true,
          text,
        );
      }
    }
    const refused = "Error: too many calls hang on a disk that does not answer: try again later.";
    assertEquals(await textOf(call("sick", { client: clients[0]! })), refused);
    workers.at(-1)!.answer();
    await rounds.at(-1);
    const last = call("last", { client: {} });
    assertEquals(paths().at(-1), "last", "one is left for other clients");
    ticks.pass(TICKS_PER_SECOND);
    assertEquals(await textOf(call("x", { client: {} })), refused);
    assertEquals(workers.length, 64);
    workers[0]!.send({ type: "aborted" });
    const again = call("again", { client: {} });
    await settle();
    assertEquals(paths().at(-1), "again");
    workers.at(-1)!.answer();
    workers.at(-2)!.answer();
    await Promise.all([again, last]);
  }));

Deno.test("closing a pool cancels running and queued calls, ends the workers, and takes no more calls", () =>
  withPool(async ({ pool, workers, call }) => {
    const calls = ["a", "b", "c"].map((path) => call(path));
    await settle();
    workers[0]!.send({ type: "aborted" });
    await pool.close();
    for (const each of calls) await assertRejects(() => each, DOMException);
    await assertRejects(() => call("d"), DOMException);
    assertEquals(workers.map(({ isTerminated }) => isTerminated), [true, true]);
  }));
