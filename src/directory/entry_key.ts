/**
 * Sort keys: the entries of a directory as plain strings.
 *
 * A key carries an entry's name and kind, and sorts without a comparator or an object per entry. The
 * key of a file is its name. Any other key is the name, a NUL and a letter for the kind. A name holds
 * neither NUL nor `/`, and NUL sorts before every character of a name.
 */
/** The kind of an entry, as the directory reports it. `other` is a FIFO, socket or device. */
export type EntryKind = "file" | "directory" | "link" | "other";

declare const brand: unique symbol;

/** A sort key: a string at run time, branded so that no plain name is taken for one. */
export type EntryKey = string & { readonly [brand]: true };

const DIRECTORY_LETTER = 0x64; // d
const LINK_LETTER = 0x6c; // l

export const fileKey = (name: string): EntryKey => name as EntryKey;
export const directoryKey = (name: string): EntryKey => (name + "\0d") as EntryKey;
export const linkKey = (name: string): EntryKey => (name + "\0l") as EntryKey;
export const otherKey = (name: string): EntryKey => (name + "\0o") as EntryKey;

/** Reports whether a key is that of a file. It then equals the file's name. */
export function isFileKey(key: EntryKey): boolean {
  return key.charCodeAt(key.length - 2) !== 0;
}

export function entryKindOf(key: EntryKey): EntryKind {
  if (isFileKey(key)) return "file";
  const letter = key.charCodeAt(key.length - 1);
  if (letter === DIRECTORY_LETTER) return "directory";
  return letter === LINK_LETTER ? "link" : "other";
}

export function nameOf(key: EntryKey): string {
  return isFileKey(key) ? key : key.slice(0, -2);
}
