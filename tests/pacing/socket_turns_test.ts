import { assertEquals } from "@std/assert";
import { socketTurns, waitForTurns } from "../../src/pacing/socket_turns.ts";
import { stopClock } from "../support/clock.ts";

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
