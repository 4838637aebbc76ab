/** A thread that carries out calls. */
import { type ResourceLimits, Worker } from "node:worker_threads";
import { resolvePath } from "../scope/path_text.ts";
import type { News } from "./messages.ts";
import type { Carrier } from "./pool_worker.ts";
import { WORKER_TEXT } from "./worker_text.ts";

/**
 * What a thread may take. The largest single directory that is read in one go, of a million entries, takes
 * some 600 MB.
 */
export const THREAD_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 1024 };

/** The folder that a thread loads its program from: all of the package, or what was built. */
const FOLDER = new URL(WORKER_TEXT === undefined ? "../../" : "./", import.meta.url);

/** The program of a thread. Named here, so that what `deno compile` makes of the source holds it. */
export const loadProgram = (): Promise<unknown> => import("./call_worker.ts");

/**
 * Starts a thread with the permissions of this one. It is a worker of Node's kind, since of Deno's own kind
 * one that runs out of memory ends the process.
 */
export function startThread(tell: (news: News) => void, limits: ResourceLimits): Carrier {
  const thread = new Worker(program(), { env: {}, resourceLimits: limits });
  thread.on("message", tell);
  thread.on("error", (error: Error & { readonly code?: string }) => {
    const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    tell(isFull ? { type: "out_of_memory" } : { type: "ended", error });
  });
  thread.on("exit", () => tell({ type: "ended", error: new Error("The worker ended") }));
  return {
    post: (order) => thread.postMessage(order),
    hold: (isHeld) => isHeld ? thread.ref() : thread.unref(),
    end: () => void thread.terminate(),
  };
}

/**
 * The folder that must be readable for threads to start, if it is not. Deno asks for no permission to read
 * the modules of a program, but for those of its workers it does. What is built needs none: it holds their
 * program as text as well.
 */
export function unreadableFolder(): string | undefined {
  return WORKER_TEXT === undefined && !isReadable() ? pathOf(FOLDER) : undefined;
}

/**
 * A file beside this one, for whose code V8 has a cache; where it may not be read, the same as text. A worker
 * takes no URL of another kind than these two, so what comes from elsewhere, or is in a binary, is imported.
 */
function program(): URL {
  const [extension] = import.meta.url.match(/\.\w+$/)!;
  const beside = new URL(`call_worker${extension}`, import.meta.url);
  const text = Deno.build.standalone || !isReadable() ? WORKER_TEXT : undefined;
  const isFile = beside.protocol === "file:" && !Deno.build.standalone;
  if (text === undefined && isFile) return beside;
  const code = text ?? `import ${JSON.stringify(beside.href)};`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Whether a worker may load modules from the folder. A binary may load whatever it holds. */
function isReadable(): boolean {
  return FOLDER.protocol !== "file:" || Deno.build.standalone ||
    Deno.permissions.querySync({ name: "read", path: pathOf(FOLDER) }).state === "granted";
}

function pathOf({ pathname }: URL): string {
  return resolvePath("/", decodeURIComponent(pathname).replace(/^\/(?=[a-z]:)/i, ""));
}
