/**
 * A disk on which calls fail as they do on a real one.
 *
 * @module
 */

const OPERATIONS = [
  "lstatSync",
  "readDir",
  "readDirSync",
  "readFileSync",
  "readLinkSync",
  "realPathSync",
  "statSync",
] as const;

/** A call that reads the file system. */
export type Operation = typeof OPERATIONS[number];

/** A call that was made. */
export interface DiskCall {
  readonly operation: Operation;
  readonly path: string;
  /** Whether it was made to fail. */
  readonly failed: boolean;
}

/** What a call does instead of its work, or, where it is a stall, before it. */
export type Fault = { readonly error: Error } | { readonly stallMs: number };

/** How the disk behaves. */
export interface DiskOptions {
  /** Says what befalls the call with this number, from 0. */
  readonly fault?: (index: number) => Fault | undefined;
  /** Directories that claim to be so large, by the end of their path. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** Whether to note the calls; not for thousands. @default {true} */
  readonly isNoted?: boolean;
}

type Path = string | URL;
type Sync = (path: Path) => unknown;

/** Runs an action on such a disk, and gives its result with the calls that it made. */
export async function onDisk<T>(
  { fault = () => undefined, sizes = {}, isNoted = true }: DiskOptions,
  action: () => Promise<T>,
): Promise<{ readonly result: T; readonly calls: readonly DiskCall[] }> {
  const calls: DiskCall[] = [];
  const disk = Deno as unknown as Record<Operation, Sync>;
  const real = Object.fromEntries(OPERATIONS.map((name) => [name, disk[name]])) as typeof disk;
  let index = 0;
  const meet = (operation: Operation, path: string): Fault | undefined => {
    const met = fault(index++);
    if (isNoted) calls.push({ operation, path, failed: met !== undefined && "error" in met });
    return met;
  };
  for (const operation of OPERATIONS) {
    disk[operation] = (path) => {
      const met = meet(operation, String(path));
      if (operation === "readDir") return readDir(real.readDir, path, met);
      if (met !== undefined && "error" in met) throw met.error;
      if (met !== undefined) stall(met.stallMs);
      const result = real[operation].call(Deno, path);
      const size = operation === "lstatSync" ? sizeOf(String(path), sizes) : undefined;
      return size === undefined ? result : { ...result as Deno.FileInfo, size };
    };
  }
  try {
    return { result: await action(), calls };
  } finally {
    Object.assign(disk, real);
  }
}

/** As Deno's own, it fails when the first entry is asked for. */
async function* readDir(original: Sync, path: Path, met: Fault | undefined): AsyncGenerator {
  if (met !== undefined && "error" in met) throw met.error;
  if (met !== undefined) await new Promise((resolve) => setTimeout(resolve, met.stallMs));
  yield* original.call(Deno, path) as AsyncIterable<Deno.DirEntry>;
}

function sizeOf(path: string, sizes: Readonly<Record<string, number>>): number | undefined {
  return Object.entries(sizes).find(([end]) => path.endsWith(end))?.[1];
}

function stall(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
