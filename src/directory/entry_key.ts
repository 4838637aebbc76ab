/**
 * What a directory holds: entry kinds, and the sort keys that carry them.
 *
 * A directory's entries are kept as plain strings that sort by themselves, without a comparator and
 * without an object per entry. A file's key is its name. Any other entry's key is its name, a NUL
 * and a letter: neither NUL nor `/` can be part of a name, and NUL sorts before every character of
 * one.
 *
 * @module
 */

/** What a directory says that an entry is. `other` is a FIFO, socket or device. */
export type EntryKind = "file" | "directory" | "link" | "other";

const DIRECTORY = 0x64; // d
const LINK = 0x6c; // l

/** The key of a directory as an entry. */
export const directoryKey = (name: string): string => name + "\0d";
/** The key of a link. */
export const linkKey = (name: string): string => name + "\0l";
/** The key of a FIFO, socket or device. */
export const otherKey = (name: string): string => name + "\0o";

/** Whether a key stands for a file, which is then also its name. */
export function isFileKey(key: string): boolean {
  return key.charCodeAt(key.length - 2) !== 0;
}

/** The kind of an entry's key. */
export function kindOf(key: string): EntryKind {
  if (isFileKey(key)) return "file";
  switch (key.charCodeAt(key.length - 1)) {
    case DIRECTORY:
      return "directory";
    case LINK:
      return "link";
    default:
      return "other";
  }
}

/** The name that a key holds. */
export function nameOf(key: string): string {
  return isFileKey(key) ? key : key.slice(0, -2);
}
