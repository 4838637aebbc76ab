import { existsSync } from "node:fs";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { resolvePath } from "../scope/path_text.ts";
import { denialOf, permissionOf } from "../scope/read_permission.ts";
import type { SendToPool } from "./messages.ts";
import type { Executor } from "./pool_worker.ts";
import { lineSafe } from "../text/line_safe.ts";
import { WORKER_TEXT } from "./worker_text.ts";

/** The memory of a thread. The largest directory that is read in one go, of a million entries, takes some 600 MB. */
const THREAD_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 1024 };

/** The URL of this module. A bundle in CommonJS has none, nor has it the worker's module. */
const HERE = import.meta.url ?? "file:///bundle.js";

/** The folder whose modules a thread loads: the whole package, or the build. */
const MODULES_DIR = new URL(WORKER_TEXT === undefined ? "../../" : "./", HERE);

/** The worker's module, beside this one. In a binary of Bun, this one's URL has no ending. */
const MODULE = new URL(`call_worker${HERE.match(/\.\w+$/)?.[0] ?? ".js"}`, HERE);

/** False for a module from elsewhere, or inside a binary. */
const IS_FILE = MODULE.protocol === "file:" && !Deno.build.standalone;

/** The worker's module as an import, so that `deno compile` includes it. */
export const loadWorkerModule = (): Promise<unknown> => import("./call_worker.ts");

/**
 * Starts a thread with the permissions of this one. It is a worker of `node:worker_threads`: if one of Deno's
 * own runs out of memory, the process ends.
 */
export function startThread(send: SendToPool, resourceLimits = THREAD_LIMITS): Executor {
  const thread = new Worker(workerModule(), { env: {}, resourceLimits });
  thread.on("message", send);
  thread.on("error", (error: Error & { readonly code?: string }) => {
    const isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    send(isOutOfMemory ? { type: "out_of_memory" } : { type: "ended", error });
  });
  thread.on("exit", () => send({ type: "ended", error: new Error("The worker ended") }));
  return thread;
}

/**
 * Returns the advice that threads need to start, or `undefined` if they can. Deno requires a permission to read the
 * modules of a worker, though not those of the program; a build contains the worker's module as text, and so requires
 * none. The permission model of Node requires its own. A bundle that another program made of this module lacks the
 * worker's.
 */
export function adviceForThreads(): string | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly permission?: { has(scope: string): boolean } };
  };
  if (process?.permission?.has("worker") === false) return "add --allow-worker";
  if (WORKER_TEXT === undefined && !isReadable()) {
    const path = filePathOf(MODULES_DIR);
    return denialOf(path) ?? `add --allow-read=${lineSafe(path)}`;
  }
  const isThere = !IS_FILE || !isReadable() || existsSync(MODULE);
  return isThere ? undefined : "a bundle has none";
}

/**
 * Returns the worker's module: a file, for whose code V8 has a cache; if it may not be read, a data URL of its
 * text. Node takes no other URL, so a module from elsewhere, or inside a binary, is imported by a data URL.
 */
function workerModule(): URL {
  const text = Deno.build.standalone || !isReadable() ? WORKER_TEXT : undefined;
  if (text === undefined && IS_FILE) return MODULE;
  const code = text ?? `import ${JSON.stringify(MODULE.href)};`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Reports whether a worker may load modules from the folder. A binary may load whatever it contains. */
function isReadable(): boolean {
  return !IS_FILE || permissionOf(filePathOf(MODULES_DIR)) === "granted";
}

function filePathOf({ pathname }: URL): string {
  return resolvePath("/", decodeURIComponent(pathname).replace(/^\/(?=[a-z]:)/i, ""));
}
