import { assert, assertEquals } from "@std/assert";
import { socketTurns, waitForTurns } from "../../src/pacing/socket_turns.ts";
import { stopClock } from "../support/clock.ts";

Deno.test("turns() waits for that many turns of the event loop", async () => {
  const { setImmediate } = await import("node:timers");
  for (const count of [1, 2, 10]) {
    let passed = 0;
    let isOver = false;
    const next = (): void => {
      if (isOver) return;
      passed++;
      setImmediate(next);
    };
    // The module must be loaded before the turns are counted.
    await waitForTurns(0);
    setImmediate(next);
    await waitForTurns(count);
    isOver = true;
    assertEquals(passed, count);
  }
});

Deno.test("socketTurns.yield() shares one wait among all that yield", async () => {
  // Sockets have waited the maximum time, so the next yield is a long one.
  using clock = stopClock();
  clock.advance(30);
  const ended: string[] = [];
  const yieldAs = async (name: string): Promise<void> => {
    await socketTurns.yield();
    ended.push(name);
  };
  const [first, second] = [yieldAs("first"), yieldAs("second")];
  // Half of the long wait.
  await waitForTurns(64);
  assertEquals(ended, []);
  await Promise.all([first, second]);
  assertEquals(ended, ["first", "second"]);
});

Deno.test("socketTurns.yield() is short right after sockets had their turn", async () => {
  using clock = stopClock();
  clock.advance(30);
  await socketTurns.yield();
  let isOver = false;
  const short = socketTurns.yield().then(() => void (isOver = true));
  await waitForTurns(4);
  assert(isOver);
  await short;
});
