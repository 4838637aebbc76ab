/** The only door to the file system. */
import { fromSystem } from "./path_text.ts";
import type { ScopedPath } from "./scoped_path.ts";

/** The calls of Deno that Dirscope makes; none of them writes. */
type FileSystem = Pick<
  typeof Deno,
  "lstatSync" | "readDir" | "readDirSync" | "readLinkSync" | "realPathSync" | "statSync"
>;

/** Deno's own calls. */
export const fileSystem: FileSystem = Deno;

/** Where a path leads, as one of our paths; throws whatever Deno throws. */
export function realPathOf(open: string): string {
  return fromSystem(fileSystem.realPathSync(open));
}

/** How much of a file is read in one go, in bytes. */
const SLICE = 1024 * 1024;

/** Whether a resolved path still leads to itself: nothing on the way to it has become a link. */
export function isInPlace({ open, real }: ScopedPath): boolean {
  try {
    return realPathOf(open) === real;
  } catch {
    return false;
  }
}

/** Whether a path leads to a directory. A missing path counts as one: it is found missing later. */
export function isDirectoryAt(path: string): boolean {
  try {
    return fileSystem.statSync(path).isDirectory;
  } catch {
    return true;
  }
}

/** A regular file that is open. */
export interface RegularFile {
  /** How many bytes it had when it was opened. */
  readonly size: number;
  /**
   * Reads into an array, at once, what begins at a place.
   *
   * @returns How many bytes there were. A disk may give fewer than there are, but none only at the end.
   * @throws Whatever `node:fs` throws.
   */
  read(into: Uint8Array, position: number): number;
  /** Ends its use. */
  close(): void;
}

/**
 * Opens a regular file that was just looked at, if it still is the same. A FIFO in its place does not block; a
 * link in its place is not followed. Gives nothing if it is another file by now; throws whatever `node:fs` throws.
 */
type OpenRegularFile = (path: ScopedPath, seen: Deno.FileInfo) => RegularFile | undefined;

/** Loads what opens files: on demand, since that takes as long as a start. */
export async function regularFileOpener(): Promise<OpenRegularFile> {
  // Deno's own calls would wait for a FIFO's writer.
  const { default: fs } = await import("node:fs");
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants;
  return (path, seen) => {
    const file = fs.openSync(path.open, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    let isSame = false;
    try {
      const info = fs.fstatSync(file);
      const { size, dev, ino } = info;
      // The number of a file that is gone may be given to a FIFO.
      isSame = info.isFile() && dev === seen.dev && ino === seen.ino && isInPlace(path);
      if (!isSame) return undefined;
      return {
        size,
        read: (into, position) => fs.readSync(file, into, 0, into.length, position),
        close: () => fs.closeSync(file),
      };
    } finally {
      if (!isSame) fs.closeSync(file);
    }
  };
}

/**
 * Reads a regular file that was just looked at, if it still is the same, slice by slice. Ends with nothing if it is
 * another file by now, or longer than it says or than `maxBytes`; throws whatever `node:fs` throws.
 */
export type ReadRegularFile = (
  path: ScopedPath,
  seen: Deno.FileInfo,
  maxBytes: number,
) => Generator<void, Uint8Array | undefined, void>;

/** Loads what reads files. */
export async function regularFileReader(): Promise<ReadRegularFile> {
  const open = await regularFileOpener();
  return function* (path, seen, maxBytes) {
    const file = open(path, seen);
    if (file === undefined) return undefined;
    try {
      // One byte more than is stated shows whether there are more.
      const bytes = new Uint8Array(Math.min(file.size, maxBytes) + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        if (length > 0) yield;
        read = file.read(bytes.subarray(length, length + SLICE), length);
      }
      return length < bytes.length && isInPlace(path) ? bytes.subarray(0, length) : undefined;
    } finally {
      file.close();
    }
  };
}
