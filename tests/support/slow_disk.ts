/**
 * A disk on which each directory takes its time, so that a small tree makes a long walk.
 *
 * @module
 */
import { failingDisk, stall } from "./failing_disk.ts";
import type { Tree } from "./tree.ts";

/** How long reading a directory takes, in milliseconds. */
export const READ_MS = 10;

/** A tree of `count` directories. A walk of it takes {@linkcode READ_MS} for each. */
export function manyDirectories(count: number): Tree {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}/${i}.txt`, ""]));
}

/** Makes the disk slow until disposed of. Calls `onRead` with the time of each directory read. */
export function slowDisk(onRead: (at: number) => void): Disposable {
  return failingDisk({
    readDirSync(_path, proceed) {
      stall(READ_MS);
      onRead(performance.now());
      return proceed();
    },
  });
}
