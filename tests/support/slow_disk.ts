/** A disk on which each directory takes its time, so that a small tree makes a long walk. */
import { failingDisk, stall } from "./failing_disk.ts";
import type { Tree } from "./tree.ts";

/** Time that reading a directory takes, in milliseconds. */
export const READ_MS = 20;

/** A tree of `count` directories. A walk of it takes {@linkcode READ_MS} for each. */
export function manyDirectories(count: number): Tree {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}/${i}.txt`, ""]));
}

interface SlowDisk extends Disposable {
  /** Makes it quick from now on, so that what walks it ends soon. */
  hurry(): void;
}

/** Makes the disk slow until disposed of. Calls `onRead` with the path of each directory that is read. */
export function slowDisk(onRead: (path: string) => void): SlowDisk {
  let isSlow = true;
  const disk = failingDisk({
    readDirSync(path, proceed) {
      if (isSlow) stall(READ_MS);
      onRead(path);
      return proceed();
    },
  });
  return {
    hurry: () => void (isSlow = false),
    [Symbol.dispose]: () => disk[Symbol.dispose](),
  };
}
