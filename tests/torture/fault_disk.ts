/** A disk on which chosen calls fail as they do on a real one. */
import { type DiskCall, failingDisk, stall, watching } from "../support/failing_disk.ts";

const OPERATIONS = [
  "lstatSync",
  "readDirSync",
  "openSync",
  "readLinkSync",
  "realPathSync",
  "statSync",
] as const;

export interface FaultyCall extends DiskCall {
  readonly failed: boolean;
}

/** An error that a call throws, or how long it stalls before it does its work. */
export type Fault = { readonly error: Error } | { readonly stallMs: number };

export interface DiskOptions {
  /** The fault of the call with this number, from 0. */
  readonly fault?: (index: number) => Fault | undefined;
  /** Directories that report this size, by the end of their path. */
  readonly sizes?: Readonly<Record<string, number>>;
}

/** Runs an action on such a disk, and returns its result with the calls that it made. */
export async function onDisk<T>(
  { fault = () => undefined, sizes = {} }: DiskOptions,
  action: () => Promise<T>,
): Promise<{ readonly result: T; readonly calls: readonly FaultyCall[] }> {
  const calls: FaultyCall[] = [];
  let index = 0;
  /** Throws the call's error, or returns how long it stalls. */
  const applyFault = (call: DiskCall): number => {
    const failure = fault(index++);
    const failed = failure !== undefined && "error" in failure;
    calls.push({ ...call, failed });
    if (failed) throw failure.error;
    return failure?.stallMs ?? 0;
  };
  using _sizes = failingDisk({
    lstatSync(path, proceed) {
      const size = Object.entries(sizes).find(([end]) => path.endsWith(end))?.[1];
      return size === undefined ? proceed() : { ...proceed(), size };
    },
  });
  using _faults = failingDisk({
    ...watching(OPERATIONS, (call) => stall(applyFault(call))),
    async readDir(path, proceed) {
      const stallMs = applyFault({ operation: "readDir", path });
      if (stallMs > 0) await new Promise((resolve) => setTimeout(resolve, stallMs));
      return await proceed();
    },
  });
  return { result: await action(), calls };
}
