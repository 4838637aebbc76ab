/**
 * What a directory holds: entry kinds, and the sort keys that carry them.
 *
 * A directory's entries are kept as plain strings that sort by themselves, without a comparator and
 * without an object per entry. A file's key is its name. Any other entry's key is its name, a NUL
 * and a letter: neither NUL nor `/` can be part of a name, and NUL sorts before every character of
 * one. In path order a directory has a second key, its name and `/`, where its contents stand.
 *
 * @module
 */

/** What a directory says that an entry is. `other` is a FIFO, socket or device. */
export type EntryKind = "file" | "directory" | "link" | "other";

const DIRECTORY = 0x64; // d
const LINK = 0x6c; // l
const SLASH = 0x2f;

/** The key of a directory as an entry. */
export const directoryKey = (name: string): string => name + "\0d";
/** The key of a link. */
export const linkKey = (name: string): string => name + "\0l";
/** The key of a FIFO, socket or device. */
export const otherKey = (name: string): string => name + "\0o";
/** The key of a directory's contents, in path order. */
export const contentsKey = (name: string): string => name + "/";

/** Whether a key stands for a file, which is then also its name. */
export function isFileKey(key: string): boolean {
  const last = key.length - 1;
  return key.charCodeAt(last - 1) !== 0 && key.charCodeAt(last) !== SLASH;
}

/** Whether a key stands for the contents of a directory. */
export function isContentsKey(key: string): boolean {
  return key.charCodeAt(key.length - 1) === SLASH;
}

/** The kind of an entry's key. */
export function kindOf(key: string): EntryKind {
  if (key.charCodeAt(key.length - 2) !== 0) return "file";
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
  if (key.charCodeAt(key.length - 2) === 0) return key.slice(0, -2);
  return isContentsKey(key) ? key.slice(0, -1) : key;
}

/**
 * Whether a name can be used to reach its entry. One that is not valid UTF-8 reads back with U+FFFD
 * and may then name another file.
 */
export function isAddressable(name: string): boolean {
  return !name.includes("\uFFFD");
}
