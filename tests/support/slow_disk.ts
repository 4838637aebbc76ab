/**
 * A disk on which each directory takes its time, so that a small tree makes a long walk.
 *
 * @module
 */
import type { Tree } from "./tree.ts";

/** How long a directory takes, in milliseconds. */
export const READ_MS = 10;

/** A tree of so many directories. A walk of it takes {@linkcode READ_MS} for each. */
export function manyDirectories(count: number): Tree {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}/${i}.txt`, ""]));
}

/** Makes the disk slow until disposed of. Tells when each directory is read. */
export function slowDisk(onRead: (at: number) => void): Disposable {
  const disk: { -readonly [K in "readDirSync"]: typeof Deno[K] } = Deno;
  const { readDirSync } = Deno;
  disk.readDirSync = (path) => {
    const end = performance.now() + READ_MS;
    while (performance.now() < end);
    onRead(end);
    return readDirSync(path);
  };
  return { [Symbol.dispose]: () => void Object.assign(disk, { readDirSync }) };
}
