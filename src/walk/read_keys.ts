/** Reads one directory for whoever opens it: checks it, reads it by its size, and counts it. */
import type { EntryKey } from "../directory/entry_key.ts";
import {
  readDirectory,
  readHugeDirectory,
  type SizeClass,
  sizeClassOf,
  streamDirectory,
} from "../directory/read_directory.ts";
import { attempt, DirscopeError, dirscopeErrorOf } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { isInPlace } from "../scope/file_system.ts";
import { isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { LeftOut } from "../scope/visibility.ts";
import type { WalkedDirectory } from "./steps.ts";

/** @throws {DirscopeError} If the directory may not be opened. */
export function checkOpenable(scope: Scope, { path, name }: WalkedDirectory): void {
  if (!isAddressable(name)) throw new DirscopeError("unaddressable");
  if (!scope.allows(path)) throw new DirscopeError("outside_scope");
}

/** What the host hides in a directory, counted as it is left out. */
export function leftOutIn(scope: Scope, path: ScopedPath): LeftOut | undefined {
  const hidden = scope.visibility?.in(path);
  return hidden && {
    ...hidden,
    count: 0,
    leaveOut(count) {
      this.count += count;
    },
  };
}

/**
 * Reads a whole directory: at once if it is small, else with yields.
 *
 * @param sizeClass What it was found to be right before.
 * @param hidden What the host hides in it.
 * @returns Its keys, in no order.
 * @throws {DirscopeError} If it cannot be read.
 */
export function readKeys(
  directory: WalkedDirectory,
  sizeClass: SizeClass,
  pacer: Pacer,
  hidden?: LeftOut,
): EntryKey[] | Promise<EntryKey[]> {
  // A stream counts as it goes.
  if (sizeClass === "huge" || hidden?.isCostly) return readHuge(directory, pacer, hidden);
  const keys = readWhole(directory, sizeClass, pacer, hidden);
  const count = (read: EntryKey[]): EntryKey[] => {
    countRead(pacer, read.length);
    return read;
  };
  return keys instanceof Promise ? keys.then(count) : count(keys);
}

/**
 * Reads a directory that is not huge, and does not count it.
 *
 * @throws {DirscopeError} If it cannot be read.
 */
export function readWhole(
  directory: WalkedDirectory,
  sizeClass: Exclude<SizeClass, "huge">,
  pacer: Pacer,
  hidden?: LeftOut,
): EntryKey[] | Promise<EntryKey[]> {
  if (sizeClass === "large") return readLarge(directory, pacer, hidden);
  const keys = attempt(() => readDirectory(directory.path.open, hidden));
  checkInPlace(directory);
  return keys;
}

async function readHuge(
  directory: WalkedDirectory,
  pacer: Pacer,
  hidden: LeftOut | undefined,
): Promise<EntryKey[]> {
  const read = () => readHugeDirectory(directory.path.open, pacer, hidden);
  const keys = await attemptPaced(pacer, read);
  checkInPlace(directory);
  return keys;
}

/** Reads a large directory between two yields. */
async function readLarge(
  directory: WalkedDirectory,
  pacer: Pacer,
  hidden: LeftOut | undefined,
): Promise<EntryKey[]> {
  const { path } = directory;
  const keys = await attemptPaced(pacer, async () => {
    await pacer.pause();
    // Much may have happened during the pause.
    sizeClassOf(path);
    const read = readDirectory(path.open, hidden);
    await pacer.pause();
    return read;
  });
  checkInPlace(directory);
  return keys;
}

/**
 * Asks the directory that a call names once more after it was read, so that to show another in its place
 * takes two swaps at the right moments. To ask every directory again costs a walk more than it gains.
 *
 * @throws {DirscopeError} `not_a_directory` if it is no longer where it was.
 */
export function checkInPlace({ path, depth }: WalkedDirectory): void {
  if (depth === 0 && !isInPlace(path)) throw new DirscopeError("not_a_directory");
}

/**
 * Passes on the keys of a huge directory one by one.
 *
 * @throws {DirscopeError} If it cannot be read.
 */
export async function streamKeys(
  directory: WalkedDirectory,
  pacer: Pacer,
  visit: (key: EntryKey) => void | Promise<void>,
  hidden?: LeftOut,
): Promise<void> {
  await attemptPaced(pacer, () => streamDirectory(directory.path.open, pacer, visit, hidden));
  checkInPlace(directory);
}

/** Counts a directory and its entries for progress. */
export function countRead(pacer: Pacer, entries: number): void {
  pacer.directories++;
  pacer.entries += entries;
}

/** Makes a read that yields. An abort stays an abort; anything else becomes a {@linkcode DirscopeError}. */
export async function attemptPaced<T>(pacer: Pacer, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    pacer.check();
    throw dirscopeErrorOf(error);
  }
}
