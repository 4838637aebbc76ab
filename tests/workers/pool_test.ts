import { assertEquals, assertRejects } from "@std/assert";
import type { LoggedCall } from "../../src/call_log.ts";
import { DirscopeError } from "../../src/errors.ts";
import type { ToolContext, ToolResult } from "../../src/tool.ts";
import type { Client, PooledCall } from "../../src/workers/job.ts";
import type { PoolMessage, WorkerMessage } from "../../src/workers/messages.ts";
import { CallPool } from "../../src/workers/pool.ts";
import type { Executor } from "../../src/workers/pool_worker.ts";
import { retime, type SteeredIntervals, steerIntervals } from "../support/timers.ts";

/** Ticks of the watchdog in a second. */
const TICKS_PER_SECOND = 10;

/** A client that has read all, unless told otherwise. */
class FakeClient implements Client {
  readonly group: object;
  unreadBytes = 0;
  constructor(group?: object) {
    this.group = group ?? this;
  }
}

/** An executor that answers on demand alone. */
class FakeExecutor implements Executor {
  readonly received: PoolMessage[] = [];
  isReferenced = false;
  isTerminated = false;
  readonly send: (message: WorkerMessage) => void;

  constructor(send: (message: WorkerMessage) => void) {
    this.send = send;
  }

  postMessage(message: PoolMessage): void {
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
interface FixtureOptions {
  /** Set if workers start. @default {true} */
  readonly starts?: boolean;
  /** Maximum threads of the system. @default {Infinity} */
  readonly threads?: number;
}

/** Makes a pool of two workers, whose fake executors start at once, and whose watchdog ticks on demand. */
async function withPool(
  test: (fixture: Fixture) => Promise<void>,
  { starts = true, threads = Infinity }: FixtureOptions = {},
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
  }, 2);
  const client = new FakeClient();
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

Deno.test("a call whose arguments are nested too deeply for a message fails alone", () =>
  withPool(async ({ workers, call, paths }) => {
    let args: unknown = {};
    for (let depth = 0; depth < 100_000; depth++) args = { args };
    await assertRejects(() => call("deep", { args }), Error, "A call failed");
    const next = call("next");
    assertEquals(paths(), ["next"]);
    workers[0]!.answer();
    assertEquals((await next).text, "next");
  }));

Deno.test('"in order of arrival"; "a call beyond that ends with `busy`", unrecorded: the last of the client with most', () =>
  withPool(async ({ workers, call, paths }) => {
    let records = 0;
    const context = { log: { append: () => void records++ } };
    const calls = [call("0"), call("1")];
    await settle();
    for (let i = 2; i < 257; i++) calls.push(call(`${i}`));
    const busy = "the server has too many calls to carry out: try again in a few seconds";
    const last = call("last", { toolset: "discovery", context });
    const other = call("other", { client: new FakeClient() });
    assertEquals(await last, { text: `error busy: ${busy}`, isError: true });
    assertEquals(records, 0);
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 258; i += 2) {
      order.push(...paths());
      for (const worker of workers) worker.answer();
    }
    const own = Array.from({ length: 257 }, (_, i) => `${i}`);
    assertEquals(order, [...own.slice(0, 2), "other", ...own.slice(2)]);
    await Promise.all([...calls, other]);
  }));

/** Sends a heartbeat of each worker. */
function beat(workers: readonly FakeExecutor[]): void {
  for (const worker of workers) {
    worker.send({ type: "progress", progress: { directories: 1, entries: 1 } });
  }
}

/** Passes seconds, in which the workers start that are needed, and some of them make progress. */
async function pass(
  seconds: number,
  { ticks, workers }: Fixture,
  making: (worker: FakeExecutor) => boolean = () => false,
): Promise<void> {
  for (let i = 0; i < seconds * TICKS_PER_SECOND; i++) {
    beat(workers.filter(making));
    ticks.pass(1);
    // They start one after the other.
    for (let started = -1; started < workers.length;) {
      started = workers.length;
      await settle();
    }
  }
}

Deno.test('"A worker that has been silent for a second no longer counts: another takes its place"; the surplus ends', () =>
  withPool(async (fixture) => {
    const { workers, call, paths } = fixture;
    const calls = ["hangs", "long"].map((path) => call(path));
    await settle();
    await pass(1, fixture, ({ path }) => path === "long");
    const other = call("other");
    await settle();
    assertEquals(paths(), ["hangs", "long", "other"], "at once, where one is silent already");
    for (const worker of workers) worker.answer();
    await Promise.all([...calls, other]);
    assertEquals(
      workers.map(({ isTerminated }) => isTerminated),
      [true, false, false],
      "the two that were used last stay",
    );
  }));

Deno.test("a call that waits gets a worker more: 4 of one client make progress at a time, 12 of all, and a quick one", () =>
  withPool(async (fixture) => {
    const { workers, call, paths } = fixture;
    const calls = Array.from({ length: 20 }, (_, i) => call(`${i}`));
    await pass(0.4, fixture, () => true);
    assertEquals(workers.length, 2);
    await pass(5, fixture, () => true);
    assertEquals(paths(), ["0", "1", "2", "3"]);
    // Clients that nothing tells apart share one part.
    const group = {};
    for (const path of ["a", "b"]) calls.push(call(path, { client: new FakeClient(group) }));
    await pass(1, fixture, () => true);
    assertEquals(paths().slice(4), ["a"]);
    for (let i = 0; i < 8; i++) calls.push(call(`other ${i}`, { client: new FakeClient() }));
    const client = new FakeClient(group);
    calls.push(call("quick", { client, toolset: "agent", tool: "stat_path" }));
    await pass(5, fixture, () => true);
    const others = Array.from({ length: 7 }, (_, i) => `other ${i}`);
    assertEquals(paths().slice(5), [...others, "quick"]);
    while (workers.some(({ isReferenced }) => isReferenced)) {
      for (const worker of workers.filter(({ isReferenced }) => isReferenced)) worker.answer();
    }
    await Promise.all(calls);
  }));

Deno.test("the call of the client with the fewest running ones comes first, of these a quick one", () =>
  withPool(async (fixture) => {
    const { workers, call, paths } = fixture;
    const [one, two] = [new FakeClient(), new FakeClient()];
    const calls = ["1a", "1b", "1c"].map((path) => call(path, { client: one }));
    await settle();
    calls.push(call("2a", { client: two }), call("2b", { client: two }));
    calls.push(call("3q", { client: new FakeClient(), toolset: "agent", tool: "explain_path" }));
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 6; i++) {
      const worker = workers[i % 2]!;
      order.push(worker.path);
      worker.answer();
    }
    assertEquals(order, ["1a", "1b", "3q", "1c", "2a", "2b"]);
    await Promise.all(calls);
    assertEquals(paths().length, 2);
  }));

Deno.test("no call of a client starts while it leaves 8 MiB unread, or its group 64 MiB; others are not held up", () =>
  withPool(async (fixture) => {
    const { workers, call, paths } = fixture;
    const mib = 2 ** 20;
    const group = {};
    const [greedy, slow] = [new FakeClient(group), new FakeClient(group)];
    const calls = [call("a", { client: greedy }), call("b", { client: slow })];
    await settle();
    for (const worker of workers) worker.answer();
    await Promise.all(calls);
    [greedy.unreadBytes, slow.unreadBytes] = [40 * mib, 30 * mib];
    calls.push(call("c", { client: greedy }), call("d", { client: new FakeClient(group) }));
    calls.push(call("e", { client: new FakeClient() }));
    assertEquals(paths(), ["a", "e"]);
    workers[1]!.answer();
    await pass(60, fixture);
    assertEquals(paths(), ["a", "e"]);
    slow.unreadBytes = 24 * mib;
    await pass(0.1, fixture);
    assertEquals(paths(), ["a", "d"]);
    greedy.unreadBytes = 8 * mib;
    await pass(0.1, fixture);
    assertEquals(paths(), ["c", "d"]);
    for (const worker of workers) worker.answer();
    await Promise.all(calls);
  }));

Deno.test("a client with a healthy disk waits at most 3 s, whatever others do", async () => {
  for (const [hanging, walking] of [[12, 0], [6, 6], [40, 0], [20, 10]] as const) {
    await withPool(async (fixture) => {
      const { workers, call, paths } = fixture;
      const others = Array.from({ length: hanging }, (_, i) => call(`hangs ${i}`))
        .concat(Array.from({ length: walking }, (_, i) => call(`walks ${i}`)));
      const well = call("well", { client: new FakeClient() });
      await pass(3, fixture, ({ path }) => path?.startsWith("walks") ?? false);
      assertEquals(paths().includes("well"), true, `${hanging} hang, ${walking} walk`);
      workers.find(({ path }) => path === "well")!.answer();
      assertEquals(await textOf(well), "well");
      for (let i = 0; i < hanging + walking; i++) {
        for (const worker of workers.filter(({ isReferenced }) => isReferenced)) worker.answer();
      }
      await Promise.all(others);
    });
  }
});

Deno.test('"that of a client without a running one comes first"', () =>
  withPool(async (fixture) => {
    const { workers, call, paths } = fixture;
    const others = Array.from({ length: 100 }, (_, i) => call(`hangs ${i}`));
    await settle();
    const well = call("well", { client: new FakeClient() });
    await pass(0.5, fixture);
    assertEquals(paths()[2], "well");
    workers[2]!.answer();
    assertEquals(await textOf(well), "well");
    assertEquals(others.length, 100);
  }));

/** Returns the text of a result. */
const textOf = async (call: Promise<ToolResult>): Promise<string> => (await call).text;

Deno.test('a call "that has been silent for 30 seconds ends in any case"; its worker "is abandoned: it ends when the disk answers"', () =>
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
    const other = call("other");
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
    // It is not tried again: a call waits for a locked log once.
    const append = () => {
      records++;
      throw new DirscopeError("io_error", "locked");
    };
    const stored = Promise.withResolvers<void>();
    const setValue = () => stored.promise;
    const result = call("a", {
      toolset: "discovery",
      context: {
        log: { append },
        projectMemory: { setValue, getValue: () => undefined },
      },
    });
    await settle();
    const [worker] = workers as [FakeExecutor];
    worker.send({ type: "host_request", id: 1, request: { record: {} as LoggedCall } });
    worker.send({ type: "host_request", id: 2, request: { key: "k", value: "v" } });
    ticks.pass(60 * TICKS_PER_SECOND);
    stored.resolve();
    await settle();
    assertEquals(worker.received.slice(1), [
      { type: "host_response", id: 1, error: { message: "locked", code: "io_error" } },
      { type: "host_response", id: 2 },
    ]);
    ticks.pass(30 * TICKS_PER_SECOND);
    assertEquals(await textOf(result), "error timed_out: no answer from the disk in 30 seconds");
    assertEquals(records, 1);
  }));

Deno.test('"A call that is cancelled ends even if its worker does not stop"', () =>
  withPool(async ({ workers, call, paths }) => {
    const abort = new AbortController();
    const hangs = call("hangs", { context: { signal: abort.signal } });
    await settle();
    abort.abort();
    assertEquals((await assertRejects(() => hangs, DOMException)).name, "AbortError");
    const other = call("other");
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

Deno.test('"At the maximum of workers, the call that has been silent longest is ended early"; "At the maximum of threads, calls are refused if no worker responds"', () =>
  withPool(async (fixture) => {
    const { workers, call, paths } = fixture;
    const calls = Array.from({ length: 32 }, (_, i) => call(`sick ${i}`));
    await pass(10, fixture);
    assertEquals(workers.length, 32);
    const well = call("well");
    await settle();
    assertEquals(paths().at(-1), "well");
    const ended = "Error: no answer from the disk in 9.9 seconds, and other calls wait.";
    assertEquals(await textOf(calls[0]!), ended);
    workers.at(-1)!.answer();
    assertEquals(await textOf(well), "well");
    for (let i = 32; i < 64; i++) calls.push(call(`sick ${i}`));
    await pass(10, fixture);
    assertEquals(workers.length, 64, "32 workers, and 32 that are abandoned");
    const refused = "Error: too many calls hang on a disk that does not answer: try again later.";
    assertEquals(await textOf(call("x")), refused);
    assertEquals(workers.length, 64);
    workers[0]!.send({ type: "aborted" });
    const again = call("again");
    await settle();
    assertEquals(paths().at(-1), "again", "one of the abandoned has ended");
    for (const worker of workers) worker.answer();
    await Promise.all([...calls, again]);
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
