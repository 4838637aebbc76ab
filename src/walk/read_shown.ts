/** Reads directories as the host shows them. */
import { DirectoryKeys } from "../directory/directory_keys.ts";
import type { EntryKey } from "../directory/entry_key.ts";
import { readInParts } from "../directory/read_directory.ts";
import { DirscopeError, tooManyEntries } from "../errors.ts";
import type { Counts } from "../pacing/counts.ts";
import type { Steps } from "../pacing/steps.ts";
import { MOST_KEPT } from "../pacing/top_k.ts";
import { isInPlace } from "../scope/file_system.ts";
import { isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { HiddenTally } from "./hidden_tally.ts";
import type { WalkedDirectory } from "./steps.ts";

/** @throws {DirscopeError} If the directory may not be opened. */
export function checkOpenable(scope: Scope, { path, name }: WalkedDirectory): void {
  if (!isAddressable(name)) throw new DirscopeError("unaddressable");
  if (!scope.allows(path)) throw new DirscopeError("outside_scope");
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

/** Counts a directory that was read, and its entries. */
export function countRead(counts: Counts, entries: number): void {
  counts.directories++;
  counts.entries += entries;
}

/** What is hidden in a directory, and where it is counted what is read of it. */
export interface ShownOptions {
  readonly hidden: HiddenTally | undefined;
  readonly counts: Counts;
}

/**
 * Reads a huge directory in parts.
 *
 * @param take Takes the keys of one part.
 * @throws {DirscopeError} If it cannot be read.
 */
export function* readShownParts(
  directory: WalkedDirectory,
  { hidden, counts }: ShownOptions,
  take: (part: readonly EntryKey[]) => Steps<void>,
): Steps<void> {
  counts.directories++;
  yield* readInParts(directory.path.open, function* (part) {
    const shown = hidden === undefined ? part : yield* hidden.leaveOut(part);
    counts.entries += shown.length;
    yield* take(shown);
  });
  checkInPlace(directory);
}

/**
 * Reads a whole huge directory.
 *
 * @throws {DirscopeError} If it cannot be read; `scan_limit` if it holds more than may be kept.
 */
export function* readHugeDirectory(
  directory: WalkedDirectory,
  options: ShownOptions,
): Steps<DirectoryKeys> {
  // One array at the end: one that grows to a million leaves as much garbage behind.
  const parts: (readonly EntryKey[])[] = [];
  let count = 0;
  yield* readShownParts(directory, options, function* (part) {
    count += part.length;
    if (count > MOST_KEPT) throw tooManyEntries(MOST_KEPT);
    parts.push(part);
  });
  return new DirectoryKeys(parts.flat());
}
