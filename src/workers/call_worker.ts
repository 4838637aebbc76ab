/**
 * The program of a worker.
 *
 * Where memory runs out, V8 ends whatever is running and raises the limit a little, and Deno tells nobody
 * unless it was in a timer. So a timer looks whether the limit was raised.
 *
 * @module
 */
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { CallServer } from "./call_server.ts";
import type { News, Order } from "./messages.ts";

/** How often it looks whether its memory has run out, in milliseconds. */
const MEMORY_LOOK_MS = 500;

const port = parentPort!;
const tell = (news: News): void => port.postMessage(news);
const server = new CallServer(tell);
const limit = getHeapStatistics().heap_size_limit;

// Also between calls: one may be too large to arrive.
setInterval(() => {
  if (getHeapStatistics().heap_size_limit > limit) tell({ type: "out_of_memory" });
}, MEMORY_LOOK_MS);
port.on("message", (order: Order) => server.receive(order));
tell({ type: "ready" });
