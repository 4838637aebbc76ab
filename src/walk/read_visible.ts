/** Checks around the read of a directory, and leaves out what the policy hides. */
import { type EntryKey, entryKindOf, nameOf } from "../directory/entry_key.ts";
import { DirscopeError } from "../errors.ts";
import type { Counts } from "../pacing/counts.ts";
import { filterInSteps, type Steps } from "../pacing/paced_steps.ts";
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

/** Removes the keys of hidden entries, and counts them. */
export function* withoutHidden(
  keys: readonly EntryKey[],
  hidden: HiddenEntries,
  counts: Counts,
): Steps<readonly EntryKey[]> {
  const isShown = (key: EntryKey): boolean =>
    !hidden.has(nameOf(key), entryKindOf(key) === "directory");
  const shown = yield* filterInSteps(keys, isShown, hidden.matchCost);
  counts.hidden += keys.length - shown.length;
  return shown;
}
