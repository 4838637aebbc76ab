/** The calls to the file system: all that the walk and the tools make. */
import { fromSystem } from "./path_text.ts";
import type { ScopedPath } from "./scoped_path.ts";

/** Paths are absolute, with `/` between their parts. Methods throw as Deno's calls of the same names do. */
export interface FileSystem {
  lstat(path: string): Deno.FileInfo;
  stat(path: string): Deno.FileInfo;
  readLink(path: string): string;
  realPath(path: string): string;
  readDirectory(path: string): Iterable<Deno.DirEntry>;
  /** Reads the entries of a huge directory while other work goes on. */
  readHugeDirectory(path: string): AsyncIterable<Deno.DirEntry>;
  /**
   * Loads the function that opens files: on demand, since that may take as long as a start. Whether a file still lies where
   * its path says is asked by the scope.
   */
  loadOpener(): Promise<OpenRegularFile>;
}

export const DENO_FILE_SYSTEM: FileSystem = {
  lstat: (path) => Deno.lstatSync(path),
  stat: (path) => Deno.statSync(path),
  readLink: (path) => Deno.readLinkSync(path),
  realPath: (path) => fromSystem(Deno.realPathSync(path)),
  readDirectory: (path) => Deno.readDirSync(path),
  readHugeDirectory: (path) => Deno.readDir(path),
  async loadOpener() {
    // Deno's own calls would wait for a FIFO's writer.
    const { default: fs } = await import("node:fs");
    const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants;
    return (path, seen) => {
      const file = fs.openSync(path.open, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
      let isSame = false;
      try {
        const info = fs.fstatSync(file);
        const { size, dev, ino } = info;
        // The inode number of a deleted file may be given to a FIFO.
        isSame = info.isFile() && dev === seen.dev && ino === seen.ino;
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
  },
};

export interface RegularFile {
  /** Size in bytes when it was opened. */
  readonly size: number;
  /** Returns how many bytes were read: perhaps fewer than there are, but none only at the end of the file. */
  read(into: Uint8Array, position: number): number;
  close(): void;
}

/**
 * Opens a regular file right after its `lstat`, which gave `seen`. Returns `undefined` if it is another file by
 * now. A FIFO in its place does not block; a link in its place is not followed. Throws whatever `node:fs` throws.
 */
export type OpenRegularFile = (path: ScopedPath, seen: Deno.FileInfo) => RegularFile | undefined;

/** Reports whether a resolved path still leads to itself: nothing on the way to it has become a link. */
export function isInPlace(fileSystem: FileSystem, { open, real }: ScopedPath): boolean {
  try {
    return fileSystem.realPath(open) === real;
  } catch {
    return false;
  }
}

/** Only a root is opened by another spelling, which may be a link. */
export function statResolved(fileSystem: FileSystem, { open, real }: ScopedPath): Deno.FileInfo {
  return open === real ? fileSystem.lstat(open) : fileSystem.stat(open);
}

/** Reports whether a path leads to a directory. A missing path counts as one: it is found missing later. */
export function isDirectoryAt(fileSystem: FileSystem, path: string): boolean {
  try {
    return fileSystem.stat(path).isDirectory;
  } catch {
    return true;
  }
}

const MAX_READ_BYTES = 1024 * 1024;

/**
 * Reads a regular file right after its `lstat`, which gave `seen`; yields between reads. Returns `undefined` if it
 * is another file by now, or longer than it says or than `maxBytes`. Throws whatever `node:fs` throws.
 */
export function* readSeenFile(
  open: OpenRegularFile,
  path: ScopedPath,
  { seen, maxBytes }: { readonly seen: Deno.FileInfo; readonly maxBytes: number },
): Generator<void, Uint8Array | undefined, void> {
  const file = open(path, seen);
  if (file === undefined) return undefined;
  try {
    // One byte more than is stated shows whether there are more.
    const bytes = new Uint8Array(Math.min(file.size, maxBytes) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      if (length > 0) yield;
      read = file.read(bytes.subarray(length, length + MAX_READ_BYTES), length);
    }
    return length < bytes.length ? bytes.subarray(0, length) : undefined;
  } finally {
    file.close();
  }
}
