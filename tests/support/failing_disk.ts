/**
 * A disk that fails on demand: hooks between the product and `Deno`'s calls that read or stat files.
 *
 * The hooks patch `Deno` itself, so they see every call of the process. Tests that use them must not
 * overlap in one isolate: `deno test --parallel` runs files in isolates of their own, and the tests of a
 * file one after the other. Disks may be nested, innermost disposed first.
 */

import fs from "node:fs";

/** Every call that reads or stats a file. The product makes few of them; the others are watched to prove it. */
export const OPERATIONS = [
  "lstat",
  "lstatSync",
  "open",
  "openSync",
  "readDir",
  "readDirSync",
  "readFile",
  "readFileSync",
  "readLink",
  "readLinkSync",
  "readTextFile",
  "readTextFileSync",
  "realPath",
  "realPathSync",
  "stat",
  "statSync",
] as const;

type Operation = typeof OPERATIONS[number];

type Result<K extends Operation> = K extends "readDir"
  ? AsyncIterable<Deno.DirEntry> | Promise<AsyncIterable<Deno.DirEntry>>
  : ReturnType<typeof Deno[K]>;

/** Runs in place of a call. `proceed` makes the call; what the hook throws is the call's failure. */
type Hook<K extends Operation> = (path: string, proceed: () => Result<K>) => Result<K>;

type Hooks = { readonly [K in Operation]?: Hook<K> };

type AnyHook = (path: string, proceed: () => unknown) => unknown;
type AnyCall = (path: string | URL, ...rest: unknown[]) => unknown;

/** Puts hooks in place until disposed of. */
export function failingDisk(hooks: Hooks): Disposable {
  const replaced = Object.entries(hooks).map(([name, hook]) => {
    // The product opens files by `node:fs` alone.
    const api = (name === "openSync" ? fs : Deno) as unknown as Record<string, AnyCall>;
    const real = api[name]!;
    const run: AnyCall = (path, ...rest) =>
      (hook as AnyHook)(String(path), () => real.call(api, path, ...rest));
    api[name] = name === "readDir" ? lazily(run) : run;
    return { api, name, real };
  });
  return {
    [Symbol.dispose]() {
      for (const { api, name, real } of replaced) api[name] = real;
    },
  };
}

/** Fails when the first entry is requested, as `Deno.readDir` does. */
function lazily(run: AnyCall): AnyCall {
  return async function* (path) {
    yield* await run(path) as AsyncIterable<Deno.DirEntry>;
  };
}

export interface DiskCall {
  readonly operation: Operation;
  readonly path: string;
}

export function hooking(
  operations: readonly Operation[],
  hook: (call: DiskCall, proceed: () => unknown) => unknown,
): Hooks {
  return Object.fromEntries(operations.map((operation) => {
    const each: AnyHook = (path, proceed) => hook({ operation, path }, proceed);
    return [operation, each];
  }));
}

/** Hooks that report each call to `watch` before it is made. What `watch` throws is the call's failure. */
export function watching(
  operations: readonly Operation[],
  watch: (call: DiskCall) => void,
): Hooks {
  return hooking(operations, (call, proceed) => {
    watch(call);
    return proceed();
  });
}

/** A promise that never resolves. */
const ASLEEP = new Int32Array(new SharedArrayBuffer(4));

/** Holds up the thread, as a slow disk would: nothing else runs on it, and the processor is free for others. */
export function stall(milliseconds: number): void {
  Atomics.wait(ASLEEP, 0, 0, milliseconds);
}
