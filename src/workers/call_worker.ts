/**
 * The entry point of a worker thread: passes the pool's messages to a `CallRunner`, and reports when memory
 * has run out.
 *
 * V8 then ends whatever is running and raises the limit a little, and Deno reports it only if that was in a
 * timer. So a timer checks whether the limit was raised.
 *
 * @module
 */
import { getHeapStatistics } from "node:v8";
import { parentPort, resourceLimits } from "node:worker_threads";
import { CallRunner } from "./call_runner.ts";
import type { PoolMessage, SendToPool } from "./messages.ts";

/** Time between two checks of the memory limit, in milliseconds. */
const MEMORY_CHECK_MS = 500;

const port = parentPort!;
const send: SendToPool = (message) => port.postMessage(message);
const runner = new CallRunner(send);
// Bun limits no thread, and tells another number each time.
const isLimited = resourceLimits.maxOldGenerationSizeMb !== undefined;
const limit = isLimited ? getHeapStatistics().heap_size_limit : Infinity;

// Also between calls: one may be too large to arrive.
setInterval(() => {
  if (getHeapStatistics().heap_size_limit > limit) send({ type: "out_of_memory" });
}, MEMORY_CHECK_MS);
port.on("message", (message: PoolMessage) => runner.receive(message));
send({ type: "ready" });
