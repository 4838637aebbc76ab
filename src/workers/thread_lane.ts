/** A lane in a worker. */
import type { Worker as Thread } from "node:worker_threads";
import { resolvePath } from "../scope/path_text.ts";
import { BUILT_RUNNER } from "./built_runner.ts";
import type { WorkerData } from "./call_runner.ts";
import type { Lane, LaneEvents } from "./lane.ts";
import { type News, PULSE } from "./messages.ts";

/** The folder of the package. */
const PACKAGE = new URL("../../", import.meta.url);

/**
 * The folder that must be readable for workers to start, if it is not. Deno asks for no permission to read
 * the modules of a program, but for those of its workers it does; what is built carries them along.
 */
export function unreadablePackage(): string | undefined {
  if (BUILT_RUNNER !== undefined || PACKAGE.protocol !== "file:") return undefined;
  const path = resolvePath("/", decodeURIComponent(PACKAGE.pathname).replace(/^\/(?=[a-z]:)/i, ""));
  // What a binary holds it may load.
  const isReadable = Deno.build.standalone ||
    Deno.permissions.querySync({ name: "read", path }).state === "granted";
  return isReadable ? undefined : path;
}

/** What it takes to start a worker. */
export interface ThreadStart {
  /** Node's class. */
  readonly Worker: typeof Thread;
  /** The most that its objects may take, in megabytes. */
  readonly heapMb: number;
}

/**
 * Starts a worker with the permissions of this thread. It is Node's kind, since of Deno's own kind one that
 * runs out of memory ends the process.
 */
export function threadLane(
  { onNews, onEnd }: LaneEvents,
  { Worker, heapMb }: ThreadStart,
): Lane {
  const pulse = new Int32Array(new SharedArrayBuffer(PULSE.length * Int32Array.BYTES_PER_ELEMENT));
  let hasEnded = false;
  const ended = (why: Parameters<typeof onEnd>[0]): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(why);
  };
  const thread: Thread = new Worker(program(), {
    workerData: { pulse } satisfies WorkerData,
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

function dataUrl(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
