import { CallRunner } from "./call_runner.ts";
import type { SendToPool } from "./messages.ts";
import type { Executor } from "./pool_worker.ts";

/**
 * Starts an executor on the main thread, for programs that may not start threads: calls take turns with each
 * other and all else, and a disk that hangs stops them all.
 */
export function startOnMainThread(send: SendToPool): Executor {
  const runner = new CallRunner(send);
  queueMicrotask(() => send({ type: "ready" }));
  return {
    post: (message) => runner.receive(message),
    ref: () => {},
    unref: () => {},
    terminate: () => runner.receive({ type: "cancel" }),
  };
}
