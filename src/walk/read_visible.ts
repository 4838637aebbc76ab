/** Reads directories without the entries that the policy hides. */
import { DirectoryKeys } from "../directory/directory_keys.ts";
import { type EntryKey, entryKindOf, nameOf } from "../directory/entry_key.ts";
import { readKeys } from "../directory/read_directory.ts";
import { DirscopeError, tooManyEntries } from "../errors.ts";
import type { Counts } from "../pacing/counts.ts";
import { filterInSteps, type Steps } from "../pacing/paced_steps.ts";
import { MAX_ITEMS_HELD } from "../pacing/top_k.ts";
import { type FileSystem, isInPlace } from "../scope/file_system.ts";
import { isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { HiddenEntries } from "../scope/visibility.ts";
import type { WalkedDirectory } from "./walk_options.ts";

/** @throws {DirscopeError} If the directory's name cannot be opened, or it lies outside the scope. */
export function checkReadable(scope: Scope, { path, name }: WalkedDirectory): void {
  if (!isAddressable(name)) throw new DirscopeError("unaddressable");
  if (!scope.allows(path)) throw new DirscopeError("outside_scope");
}

/**
 * Stats the directory that a call names again after it was read, so that showing another in its place takes
 * two swaps at the right moments. Doing so for every directory costs a walk more than it is worth.
 *
 * @throws {DirscopeError} `not_a_directory` if it is no longer where it was.
 */
export function checkInPlace(fileSystem: FileSystem, { path, depth }: WalkedDirectory): void {
  if (depth === 0 && !isInPlace(fileSystem, path)) throw new DirscopeError("not_a_directory");
}

/** The file system, the hidden entries of a directory, and the counts of the call. */
export interface ReadShownOptions {
  readonly fileSystem: FileSystem;
  readonly hidden: HiddenEntries | undefined;
  readonly counts: Counts;
}

/** Removes the keys of hidden entries, and counts them. */
export function* withoutHidden(
  keys: readonly EntryKey[],
  { hidden, counts }: Omit<ReadShownOptions, "fileSystem">,
): Steps<readonly EntryKey[]> {
  if (hidden === undefined) return keys;
  const isShown = (key: EntryKey): boolean =>
    !hidden.has(nameOf(key), entryKindOf(key) === "directory");
  const shown = yield* filterInSteps(keys, isShown, hidden.matchCost);
  counts.hidden += keys.length - shown.length;
  return shown;
}

/**
 * Reads a directory; a huge one in parts.
 *
 * @param take Takes the keys of one part.
 * @throws {DirscopeError} If it cannot be read.
 */
export function* readShown(
  directory: WalkedDirectory,
  options: ReadShownOptions,
  take: (part: readonly EntryKey[]) => Steps<void>,
): Steps<void> {
  options.counts.directories++;
  yield* readKeys(options.fileSystem, directory.path, function* (part) {
    const shown = yield* withoutHidden(part, options);
    options.counts.entries += shown.length;
    yield* take(shown);
  });
  checkInPlace(options.fileSystem, directory);
}

/**
 * Reads a whole huge directory.
 *
 * @throws {DirscopeError} If it cannot be read; `scan_limit` if it holds more than {@linkcode MAX_ITEMS_HELD}.
 */
export function* readHugeDirectory(
  directory: WalkedDirectory,
  options: ReadShownOptions,
): Steps<DirectoryKeys> {
  // Joined once at the end: an array that grows to a million leaves as much garbage behind.
  const parts: (readonly EntryKey[])[] = [];
  let count = 0;
  yield* readShown(directory, options, function* (part) {
    count += part.length;
    if (count > MAX_ITEMS_HELD) throw tooManyEntries(MAX_ITEMS_HELD);
    parts.push(part);
  });
  return new DirectoryKeys(parts.flat());
}
