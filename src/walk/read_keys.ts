/** Reads one directory for whoever opens it: checks it, reads it by its size, and counts it. */
import type { EntryKey } from "../directory/entry_key.ts";
import {
  readDirectory,
  readHugeDirectory,
  type SizeClass,
  sizeClassOf,
  sizeClassOfNamed,
  streamDirectory,
} from "../directory/read_directory.ts";
import { attempt, DirscopeError, errorCodeOf } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { HiddenEntries } from "../scope/visibility.ts";
import type { WalkedDirectory } from "./steps.ts";

/**
 * The deepest level at which a walk asks a directory for its size, and whether it still is a directory.
 * To ask at every level would cost a quarter of a walk.
 */
const SIZE_CHECK_DEPTH = 3;

/** @throws {DirscopeError} If the directory may not be opened. */
export function checkOpenable(scope: Scope, { path, prefix }: WalkedDirectory): void {
  if (!isAddressable(prefix)) throw new DirscopeError("unaddressable");
  if (!scope.allows(path)) throw new DirscopeError("outside_scope");
}

/**
 * Tells how much work a directory may be.
 *
 * @throws {DirscopeError} `not_a_directory` if it no longer is one.
 */
export function sizeClassAt({ path, depth }: WalkedDirectory): SizeClass {
  if (depth > SIZE_CHECK_DEPTH) return "small";
  return depth === 0 ? sizeClassOfNamed(path) : sizeClassOf(path.open);
}

/**
 * Reads a whole directory: at once if it is small, else with yields.
 *
 * @param hidden What the host hides in it.
 * @returns Its keys, in no order.
 * @throws {DirscopeError} If it cannot be read.
 */
export function readKeys(
  { path: { open } }: WalkedDirectory,
  sizeClass: SizeClass,
  pacer: Pacer,
  hidden?: HiddenEntries,
): EntryKey[] | Promise<EntryKey[]> {
  const paced = hidden?.isCostly ? "huge" : sizeClass;
  if (paced !== "small") return readKeysPaced(open, paced, pacer, hidden);
  const keys = attempt(() => readDirectory(open, hidden));
  countRead(pacer, keys.length);
  return keys;
}

async function readKeysPaced(
  path: string,
  sizeClass: SizeClass,
  pacer: Pacer,
  hidden: HiddenEntries | undefined,
): Promise<EntryKey[]> {
  return await attemptPaced(pacer, async () => {
    await pacer.pause();
    const keys = sizeClass === "huge"
      ? await readHugeDirectory(path, pacer, hidden)
      : readDirectory(path, hidden);
    await pacer.pause();
    countRead(pacer, keys.length);
    return keys;
  });
}

/**
 * Passes on the keys of a huge directory one by one.
 *
 * @throws {DirscopeError} If it cannot be read.
 */
export async function streamKeys(
  { path }: WalkedDirectory,
  pacer: Pacer,
  visit: (key: EntryKey) => void,
  hidden?: HiddenEntries,
): Promise<void> {
  countRead(pacer, 0);
  await attemptPaced(pacer, () =>
    streamDirectory(path.open, pacer, (key) => {
      pacer.entries++;
      visit(key);
    }, hidden));
}

/** Counts a directory that was read, for progress. */
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
    throw new DirscopeError(errorCodeOf(error));
  }
}
