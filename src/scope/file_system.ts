/** The only door to the file system. */

/** The calls of Deno that Dirscope makes; none of them writes. */
export type FileSystem = Pick<
  typeof Deno,
  "lstatSync" | "readDir" | "readDirSync" | "readLinkSync" | "realPathSync" | "statSync"
>;

/** Deno's own calls. */
export const fileSystem: FileSystem = Deno;

/**
 * Reads a regular file that was just looked at, if it still is the same. A FIFO in its place does not block;
 * of what a link in its place leads to, nothing is read. Returns nothing if it is another file by now, or
 * longer than `maxBytes`; throws whatever `node:fs` throws.
 */
export type ReadSeenFile = (
  path: string,
  seen: Deno.FileInfo,
  maxBytes: number,
) => Uint8Array | undefined;

/** Loads what reads files. */
export async function seenFileReader(): Promise<ReadSeenFile> {
  // Loaded on demand, since it takes as long as a start. Deno's own calls would wait for a FIFO's writer.
  const { default: fs } = await import("node:fs");
  return (path, seen, maxBytes) => readSeen(fs, path, { seen, maxBytes });
}

function readSeen(
  fs: typeof import("node:fs"),
  path: string,
  { seen, maxBytes }: { readonly seen: Deno.FileInfo; readonly maxBytes: number },
): Uint8Array | undefined {
  const file = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const { size, dev, ino } = fs.fstatSync(file);
    if (dev !== seen.dev || ino !== seen.ino) return undefined;
    // One byte more than is stated shows whether there are more.
    const bytes = new Uint8Array(Math.min(size, maxBytes) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = fs.readSync(file, bytes, length, bytes.length - length, null);
    }
    return length === bytes.length ? undefined : bytes.subarray(0, length);
  } finally {
    fs.closeSync(file);
  }
}
