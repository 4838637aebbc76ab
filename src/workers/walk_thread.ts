/** A worker that opens directories for walks. */
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { BUILT_WALK_RUNNER } from "./built_walk_runner.ts";
import { dataUrl } from "./data_url.ts";
import { unreadablePackage } from "./unreadable_package.ts";
import type { NumberedAnswer, WalkRunnerData } from "./walk_runner.ts";

/** A worker of a `WalkPool`. */
export interface WalkThread {
  /** Takes requests. */
  readonly port: MessagePort;
  /** The next of what it has answered. */
  receive(): NumberedAnswer | undefined;
  /** Ends it at once. */
  end(): void;
}

/** The most that the objects of a worker may take, in megabytes. */
const HEAP_MB = 512;

/** What a worker loads. Named here, so that what `deno compile` makes holds it. */
export const loadWalkRunner = (): Promise<unknown> => import("./walk_runner.ts");

/** Starts a worker with the permissions of this thread, if they let it load its program. */
export function startWalkThread(answers: Int32Array, onEnd: () => void): WalkThread | undefined {
  if (BUILT_WALK_RUNNER === undefined && unreadablePackage() !== undefined) return undefined;
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(program(), {
    workerData: { port: port2, answers } satisfies WalkRunnerData,
    transferList: [port2],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.on("error", onEnd);
  thread.on("exit", onEnd);
  thread.unref();
  return {
    port: port1,
    receive: () => receiveMessageOnPort(port1)?.message as NumberedAnswer | undefined,
    end: () => {
      port1.close();
      void thread.terminate();
    },
  };
}

function program(): URL {
  const runner = BUILT_WALK_RUNNER === undefined
    ? new URL("walk_runner.ts", import.meta.url).href
    : dataUrl(BUILT_WALK_RUNNER);
  return new URL(dataUrl(
    `import { workerData } from "node:worker_threads";
import { serveWalks } from ${JSON.stringify(runner)};
serveWalks(workerData);`,
  ));
}
