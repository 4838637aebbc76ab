import { assertEquals, assertRejects } from "@std/assert";
import type { ToolContext, ToolResult } from "../../src/tool.ts";
import type { PooledCall } from "../../src/workers/job.ts";
import type { News, Order } from "../../src/workers/messages.ts";
import { CallPool, type PoolOptions } from "../../src/workers/pool.ts";
import type { Carrier } from "../../src/workers/pool_worker.ts";
import { retime, type SteeredIntervals, steerIntervals } from "../support/timers.ts";

/** How many looks at the workers make a second, where the stall timeout is one or more. */
const SECOND = 10;

/** What carries out calls but does nothing by itself. */
class StandIn implements Carrier {
  readonly orders: Order[] = [];
  isHeld = false;
  hasEnded = false;
  readonly tell: (news: News) => void;

  constructor(tell: (news: News) => void) {
    this.tell = tell;
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

  /** The path of the call that it was given last. */
  get path(): string | undefined {
    const last = this.orders.findLast((order) => order.type === "call");
    return (last?.call.args as { path: string } | undefined)?.path;
  }

  /** Answers its call with the path. */
  answer(): void {
    this.tell({ type: "result", result: { text: this.path!, isError: false } });
  }
}

interface Bench {
  readonly pool: CallPool;
  readonly workers: StandIn[];
  readonly looks: SteeredIntervals;
  /** Sends a call; the path tells it from others. */
  call(path: string, call?: Partial<PooledCall>): Promise<ToolResult>;
  /** The paths of the calls that the workers have been given, and not answered. */
  paths(): (string | undefined)[];
}

/** Options of {@linkcode withPool}. */
interface BenchOptions extends PoolOptions {
  /** Whether workers start. @default {true} */
  readonly starts?: boolean;
  /** The most workers that the system has threads for. @default {Infinity} */
  readonly threads?: number;
}

/** A pool of two workers, which are stand-ins that start at once, and time that passes on demand. */
async function withPool(
  test: (bench: Bench) => Promise<void>,
  { starts = true, threads = Infinity, ...options }: BenchOptions = {},
): Promise<void> {
  using looks = steerIntervals();
  using _grace = retime((ms) => ms === 250 ? 0 : ms);
  const workers: StandIn[] = [];
  await using pool = new CallPool((tell) => {
    if (workers.length >= threads) throw new Error("no thread");
    const worker = new StandIn(tell);
    workers.push(worker);
    if (starts) queueMicrotask(() => worker.tell({ type: "ready" }));
    return worker;
  }, { workers: 2, ...options });
  const client = {};
  await test({
    pool,
    workers,
    looks,
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

/** Lets all that is ready go on. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

Deno.test('workers "start when they are needed and stay"; "the idle one that was used last comes first"', () =>
  withPool(async ({ workers, call, paths }) => {
    const first = call("a");
    await settle();
    assertEquals([paths(), workers[0]!.isHeld], [["a"], true]);
    workers[0]!.answer();
    assertEquals(await first, { text: "a", isError: false });
    assertEquals(workers[0]!.isHeld, false, "an idle worker keeps no process alive");
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

Deno.test('"Clients are served in turn"; "the newest call of who has most of them ends with `busy`", unrecorded', () =>
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
    assertEquals([paths(), records], [["0", "other"], 0]);
    workers[1]!.answer();
    assertEquals([await other, paths()], [{ text: "other", isError: false }, ["0", "1"]]);
    await Promise.all(running);
  }));

/** Shows that workers get on. */
function beat(workers: readonly StandIn[]): void {
  for (const worker of workers) {
    worker.tell({ type: "progress", progress: { directories: 1, entries: 1 } });
  }
}

Deno.test('"A worker that has been silent for 300 ms does not count any more: another is started"; "every other one takes the call that came last"', () =>
  withPool(async ({ workers, looks, call, paths }) => {
    const calls = ["hangs", "long", "c", "d", "e", "f"].map((path) => call(path, { client: {} }));
    await settle();
    for (let i = 0; i < 3; i++) {
      assertEquals(paths(), ["hangs", "long"]);
      beat(workers.slice(1));
      looks.pass(1);
    }
    await settle();
    assertEquals(paths(), ["hangs", "long", "f", "c", "e", "d"]);
    for (const worker of workers) worker.answer();
    await Promise.all(calls);
    assertEquals(
      workers.map(({ hasEnded }) => hasEnded),
      [true, true, true, true, false, false],
      "as many stay as there are at rest, those that were used last",
    );
  }));

Deno.test('one that "has had its call for a second" does not count either, up to sixteen that get on; clients "who have one of them give way to others"', () =>
  withPool(async ({ workers, looks, call, paths }) => {
    const calls = Array.from({ length: 20 }, (_, i) => call(`${i}`));
    for (let second = 1; second < 10; second++) {
      await settle();
      assertEquals(workers.length, Math.min(2 * second, 16));
      for (let i = 0; i < SECOND; i++) {
        beat(workers);
        looks.pass(1);
      }
    }
    const other = call("other", { client: {} });
    await settle();
    assertEquals(paths().slice(15), ["15", "other"]);
    workers[16]!.answer();
    await other;
    for (const worker of workers.slice(0, 3)) worker.answer();
    for (const worker of workers) worker.answer();
    await Promise.all(calls);
  }));

/** Waits for what a call becomes, which the timers of a pool keep no process alive for. */
const textOf = async (call: Promise<ToolResult>): Promise<string> => (await call).text;

Deno.test('"One that has been silent for the stall timeout ends in any case"; its worker "hangs on until the disk answers, and then ends"', () =>
  withPool(async ({ workers, looks, call, paths }) => {
    let records = 0;
    const context = { log: { append: () => void records++ } };
    const hangs = call("hangs", { toolset: "discovery", context });
    await settle();
    looks.pass(30 * SECOND - 1);
    beat(workers);
    looks.pass(30 * SECOND - 1);
    assertEquals(workers[0]!.orders.map(({ type }) => type), ["call"]);
    looks.pass(1);
    assertEquals(await textOf(hangs), "error timed_out: no answer from the disk in 30 seconds");
    assertEquals([records, workers[0]!.orders.at(-1)], [1, { type: "cancel" }]);
    assertEquals([workers[0]!.hasEnded, workers[0]!.isHeld], [false, false]);
    const other = call("other", { client: {} });
    await settle();
    assertEquals(paths(), ["hangs", "other"]);
    workers[0]!.tell({ type: "aborted" });
    assertEquals(workers[0]!.hasEnded, true);
    workers[1]!.answer();
    assertEquals(await textOf(other), "other");
  }));

Deno.test("a call that waits for its host does not time out, and is recorded once", () =>
  withPool(async ({ workers, looks, call }) => {
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
    const [worker] = workers as [StandIn];
    const append = { of: "log", method: "append", args: [{}] } as const;
    const save = { of: "projectMemory", method: "setValue", args: ["k", "v"] } as const;
    worker.tell({ type: "host", ask: 1, request: append });
    worker.tell({ type: "host", ask: 2, request: save });
    looks.pass(60 * SECOND);
    stored.resolve();
    await settle();
    assertEquals(worker.orders.slice(1), [
      { type: "host", ask: 1, value: undefined },
      { type: "host", ask: 2, value: undefined },
    ]);
    looks.pass(30 * SECOND);
    assertEquals(await textOf(result), "Error: no answer from the disk in 30 seconds.");
    assertEquals(records, 1);
  }));

Deno.test('"A call that is cancelled but does not stop, since its worker hangs, ends all the same"', () =>
  withPool(async ({ workers, call, paths }) => {
    const abort = new AbortController();
    const hangs = call("hangs", { context: { signal: abort.signal } });
    await settle();
    abort.abort();
    assertEquals((await assertRejects(() => hangs, DOMException)).name, "AbortError");
    const other = call("other", { client: {} });
    await settle();
    assertEquals([paths(), workers[0]!.hasEnded], [["hangs", "other"], false]);
    workers[0]!.tell({ type: "aborted" });
    workers[1]!.answer();
    assertEquals([await textOf(other), workers[0]!.hasEnded], ["other", true]);
  }));

Deno.test("a cancelled call that waits ends at once, and one that stops ends when it has", () =>
  withPool(async ({ workers, call, paths }) => {
    const abort = new AbortController();
    const context = { signal: abort.signal };
    const calls = ["a", "b", "c"].map((path) => call(path, { context }));
    await settle();
    abort.abort();
    await assertRejects(() => calls[2]!, DOMException);
    for (const worker of workers) worker.tell({ type: "aborted" });
    for (const each of calls) await assertRejects(() => each, DOMException);
    await assertRejects(() => call("d", { context }), DOMException);
    const next = call("e");
    assertEquals([paths(), workers.length], [["a", "e"], 2]);
    workers[1]!.answer();
    await next;
  }));

Deno.test('"A worker that runs out of memory costs its call", and so does one that ends by itself', () =>
  withPool(async ({ workers, call, paths }) => {
    const [big, odd, next] = [call("big"), call("odd"), call("next")];
    await settle();
    workers[0]!.tell({ type: "out_of_memory" });
    assertEquals(await big, {
      text: "Error: it takes more memory than a call may have: ask for less.",
      isError: true,
    });
    assertEquals(workers[0]!.hasEnded, true);
    workers[1]!.tell({ type: "ended", error: new Error("a bug") });
    workers[1]!.tell({ type: "ended", error: new Error("a bug") });
    assertEquals((await assertRejects(() => odd, Error)).stack?.split("\n")[0], "Error: a bug");
    await settle();
    assertEquals(paths(), ["big", "odd", "next"]);
    workers[2]!.answer();
    await next;
  }));

Deno.test("a worker that does not start costs the call that it was started for", () =>
  withPool(async ({ workers, looks, call }) => {
    const calls = [call("a"), call("b"), call("c")];
    workers[0]!.tell({ type: "ended", error: new Error("no such file") });
    await assertRejects(() => calls[0]!);
    assertEquals(workers.length, 2);
    looks.pass(30 * SECOND);
    await assertRejects(() => calls[1]!);
    looks.pass(30 * SECOND);
    await assertRejects(() => calls[2]!);
    assertEquals(workers.every(({ hasEnded }) => hasEnded), true);
  }, { starts: false }));

Deno.test("where the system has no more threads, calls wait for the workers that there are, if there are any", async () => {
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

Deno.test('"While some hang, those who have no call that gets on come first"', () =>
  withPool(async ({ workers, looks, call, paths }) => {
    const [a, b, c, d] = [{}, {}, {}, {}];
    const calls = [call("a", { client: a }), call("b", { client: b })];
    await settle();
    for (const client of [c, d]) {
      for (let i = 0; i < 2; i++) calls.push(call(client === c ? `c${i}` : `d${i}`, { client }));
    }
    looks.pass(3);
    await settle();
    assertEquals(paths(), ["a", "b", "d1", "c0", "d0", "c1"]);
    const other = call("other", { client: {} });
    await settle();
    assertEquals(paths().at(-1), "other");
    for (const worker of workers) worker.answer();
    await Promise.all([...calls, other]);
  }));

Deno.test('clients "whose calls hang come last, and do not take the last idle worker"', () =>
  withPool(async ({ workers, looks, call, paths }) => {
    const calls = ["hangs", "too", "a", "b"].map((path) => call(path));
    await settle();
    const other = call("other", { client: {} });
    looks.pass(3);
    await settle();
    assertEquals(paths(), ["hangs", "too", "other", undefined, "a", "b"]);
    for (const worker of workers.filter(({ path }) => path !== undefined)) worker.answer();
    await Promise.all([...calls, other]);
  }));

Deno.test('"Where there are as many as there may be, the call that has been silent longest is ended early"; "where too many hang on, their clients\' calls are refused", then all', () =>
  withPool(async ({ workers, looks, call, paths }) => {
    const clients = Array.from({ length: 32 }, () => ({}));
    const calls = clients.map((client, i) => call(`sick ${i}`, { client }));
    while (workers.length < 32) {
      await settle();
      looks.pass(1);
    }
    await settle();
    const hanging = paths();
    const rounds: Promise<ToolResult>[] = [];
    for (let i = 0; i < 32; i++) {
      const result = call(`well ${i}`, { client: {} });
      while (workers.length < 33 + i) looks.pass(1);
      await settle();
      assertEquals(paths().at(-1), `well ${i}`, "32 that do not hang on, 32 that do");
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
    assertEquals(paths().at(-1), "last", "one is left, for others");
    looks.pass(SECOND);
    assertEquals(await textOf(call("x", { client: {} })), refused);
    assertEquals(workers.length, 64);
    workers[0]!.tell({ type: "aborted" });
    const again = call("again", { client: {} });
    await settle();
    assertEquals(paths().at(-1), "again");
    workers.at(-1)!.answer();
    workers.at(-2)!.answer();
    await Promise.all([again, last]);
  }));

Deno.test("closing a pool cancels what runs and what waits, ends the workers, and takes no more calls", () =>
  withPool(async ({ pool, workers, call }) => {
    const calls = ["a", "b", "c"].map((path) => call(path));
    await settle();
    workers[0]!.tell({ type: "aborted" });
    await pool.close();
    for (const each of calls) await assertRejects(() => each, DOMException);
    await assertRejects(() => call("d"), DOMException);
    assertEquals(workers.map(({ hasEnded }) => hasEnded), [true, true]);
  }));
