import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { Pacer } from "../../src/pacing/pacer.ts";
import type { Progress } from "../../src/tool.ts";
import { stopClock } from "../support/clock.ts";

const REASONS: readonly (readonly [what: string, reason: unknown])[] = [
  ["no reason", undefined],
  ["a string", "stop"],
  ["null", null],
  ["an Error", new TypeError("other")],
  ["a TimeoutError", new DOMException("late", "TimeoutError")],
];

Deno.test("Pacer throws AbortError, whatever the reason, before, between and during pauses", async () => {
  // Decision 1: "It throws only `DOMException` `AbortError` when `context.signal` aborts".
  for (const [what, reason] of REASONS) {
    const controller = new AbortController();
    const { signal } = controller;
    const pacer = new Pacer({ signal });
    await pacer.pause();
    pacer.check();
    pacer.report();
    const pausing = pacer.pause();
    controller.abort(reason);
    const rejected = [await assertRejects(() => pausing), await assertRejects(() => pacer.pause())];
    const thrown = [() => new Pacer({ signal }), () => pacer.check(), () => pacer.report()]
      .map((act) => assertThrows(act));
    for (const error of [...rejected, ...thrown]) {
      assert(error instanceof DOMException, what);
      assertStrictEquals(error.name, "AbortError", what);
      assertStrictEquals((error as { cause?: unknown }).cause, signal.reason, what);
    }
  }
});

Deno.test("Pacer.isDue() is true once the slice is used up, and pause() starts the next", async () => {
  // Decision 3: "the walk yields to the event loop […] at least every 20 ms".
  using clock = stopClock();
  const pacer = new Pacer();
  for (let slice = 0; slice < 3; slice++) {
    assertEquals(pacer.isDue(), false);
    clock.advance(1);
    assertEquals(pacer.isDue(), false);
    clock.advance(18.9);
    assertEquals(pacer.isDue(), true);
    await pacer.pause();
  }
});

Deno.test("Pacer.report() reports progress several times a second", () => {
  using clock = stopClock();
  const told: Progress[] = [];
  const pacer = new Pacer({ onProgress: (progress) => void told.push(progress) });
  pacer.report();
  assertEquals(told, []);
  for (let i = 1; i <= 1000; i++) {
    clock.advance(1);
    pacer.counts.directories = i;
    pacer.counts.entries = 10 * i;
    pacer.report();
    pacer.report();
  }
  // "Called now and then during a long call, several times a second."
  assert(told.length >= 3 && told.length <= 20, String(told.length));
  for (const { directories, entries } of told) assertEquals(entries, 10 * directories);
  const [first, second] = told as [Progress, Progress];
  assert(first.directories < second.directories);
  assertEquals(Object.keys(first).sort(), ["directories", "entries"]);
});

Deno.test("Pacer.pause() yields to sockets, however many calls share the event loop", async () => {
  // Decision 3: "a real macrotask: timers and sockets get their turn".
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
    return new Response("answered");
  });
  using clock = stopClock();
  for (const count of [1, 3]) {
    let isAnswered = false;
    let pauses = 0;
    const walks = Array.from({ length: count }, async () => {
      const pacer = new Pacer();
      while (!isAnswered) {
        while (!pacer.isDue()) clock.advance(1);
        pauses++;
        await pacer.pause();
      }
    });
    assertEquals(await (await fetch(`http://127.0.0.1:${server.addr.port}`)).text(), "answered");
    isAnswered = true;
    await Promise.all(walks);
    // Three at most are usual. Without turns of their own, sockets got every 61st, and it took over a hundred.
    assert(pauses < 50, `${count} at once: ${pauses} pauses`);
  }
});
