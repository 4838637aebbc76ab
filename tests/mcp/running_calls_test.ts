import { assertEquals, assertRejects } from "@std/assert";
import { RunningCalls } from "../../src/mcp/running_calls.ts";

Deno.test("RunningCalls counts a call until it settles, and passes its outcome on", async () => {
  let ends = 0;
  const calls = new RunningCalls(() => ends++);
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const tracked = [calls.track(good.promise), calls.track(bad.promise)] as const;
  assertEquals([calls.size, ends], [2, 0]);
  good.resolve("result");
  assertEquals([await tracked[0], calls.size, ends], ["result", 1, 1]);
  bad.reject(new Error("failure"));
  await assertRejects(() => tracked[1], Error, "failure");
  assertEquals([calls.size, ends], [0, 2]);
});

Deno.test("RunningCalls.settled() waits for all calls, and does not reject", async () => {
  const calls = new RunningCalls();
  await calls.settled();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tracked = [first, second].map(({ promise }) => calls.track(promise).catch(() => {}));
  let isSettled = false;
  const settled = calls.settled().then(() => isSettled = true);
  first.reject(new Error("failure"));
  await tracked[0];
  assertEquals(isSettled, false);
  second.resolve();
  await settled;
  assertEquals(isSettled, true);
});
