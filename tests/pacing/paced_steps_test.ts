import { assert, assertEquals, assertRejects } from "@std/assert";
import { Pacer } from "../../src/pacing/pacer.ts";
import {
  filterInSteps,
  type Steps,
  takeAtOnce,
  takePaced,
  waitFor,
} from "../../src/pacing/paced_steps.ts";
import { BusyPacer } from "../support/counted_pacer.ts";

Deno.test("takePaced() resumes a step with the value of its promise, or throws the rejection there", async () => {
  const work = function* (): Steps<string> {
    const given = yield* waitFor(Promise.resolve("a"));
    try {
      yield* waitFor(Promise.reject(new TypeError("b")));
    } catch (error) {
      return given + (error as Error).message;
    }
    return given;
  };
  assertEquals(await takePaced(work(), new Pacer()), "ab");
});

Deno.test("takePaced() pauses where the work may pause, and closes it once the call is aborted", async () => {
  let isClosed = false;
  const work = function* (): Steps<void> {
    try {
      for (;;) yield;
    } finally {
      isClosed = true;
    }
  };
  const controller = new AbortController();
  const pacer = new BusyPacer({ signal: controller.signal });
  setTimeout(() => controller.abort(), 1);
  const slow = pacer.pause.bind(pacer);
  pacer.pause = () => new Promise((resolve) => setTimeout(resolve)).then(slow);
  await assertRejects(() => takePaced(work(), pacer), DOMException);
  assertEquals([isClosed, pacer.pauses > 0], [true, true]);
});

Deno.test("filterInSteps() equals Array.filter(), in the more steps the more one item costs", async () => {
  const items = Array.from({ length: 1000 }, (_, i) => i);
  const isOdd = (item: number): boolean => item % 2 === 1;
  let before = -1;
  for (const cost of [0, 1000, 100_000]) {
    assertEquals(takeAtOnce(filterInSteps(items, isOdd, cost)), items.filter(isOdd));
    const pacer = new BusyPacer();
    await takePaced(filterInSteps(items, isOdd, cost), pacer);
    assert(pacer.pauses > before, `${pacer.pauses} at ${cost}`);
    before = pacer.pauses;
  }
  assertEquals(before, 999);
});
