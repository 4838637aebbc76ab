/** A lane in a worker. */
import type { Worker as Thread } from "node:worker_threads";
import { BUILT_RUNNER } from "./built_runner.ts";
import type { WorkerData } from "./call_runner.ts";
import { dataUrl } from "./data_url.ts";
import type { Lane, LaneEvents } from "./lane.ts";
import { type News, PULSE } from "./messages.ts";

/** What it takes to start a worker. */
export interface ThreadStart {
  /** Node's class. */
  readonly Worker: typeof Thread;
  /** The most that its objects may take, in megabytes. */
  readonly heapMb: number;
  /** How much of what it has read it keeps for later calls, in bytes. */
  readonly cacheBytes: number;
}

/**
 * Starts a worker with the permissions of this thread. It is Node's kind, since of Deno's own kind one that
 * runs out of memory ends the process.
 */
export function threadLane(
  { onNews, onEnd }: LaneEvents,
  { Worker, heapMb, cacheBytes }: ThreadStart,
): Lane {
  const pulse = new Int32Array(new SharedArrayBuffer(PULSE.length * Int32Array.BYTES_PER_ELEMENT));
  let hasEnded = false;
  const ended = (why: Parameters<typeof onEnd>[0]): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(why);
  };
  const thread: Thread = new Worker(program(), {
    workerData: { pulse, cacheBytes } satisfies WorkerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  thread.on("message", (news: News) => {
    if (news.type === "out_of_memory") ended("out_of_memory");
    else if (!hasEnded) onNews(news);
  });
  thread.on("error", (error) => {
    const { code } = error as { code?: unknown };
    ended(code === "ERR_WORKER_OUT_OF_MEMORY" ? "out_of_memory" : "failed");
  });
  thread.on("exit", () => ended("failed"));
  thread.unref();
  return {
    pulse,
    isThread: true,
    post: (order) => thread.postMessage(order),
    hold: (isHeld) => isHeld ? thread.ref() : thread.unref(),
    end: () => {
      hasEnded = true;
      void thread.terminate();
    },
  };
}

/** The program of a worker: a module of its own, which needs no permission to be read. */
function program(): URL {
  const runner = BUILT_RUNNER === undefined
    ? new URL("call_runner.ts", import.meta.url).href
    : dataUrl(BUILT_RUNNER);
  return new URL(dataUrl(
    `import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { serveCalls } from ${JSON.stringify(runner)};
serveCalls(parentPort, workerData, () => getHeapStatistics().heap_size_limit);`,
  ));
}
