/** Metadata of entries: kind, size, modification time and link target. */
import { childOf, isAddressable } from "../../scope/path_text.ts";
import type { EntryKind } from "../../directory/entry_key.ts";
import { errorCodeOf, isMissingPath, mapErrors } from "../../errors.ts";
import { type FileSystem, isInPlace } from "../../scope/file_system.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import { type SkipReason, skipReasonOf } from "../skipped.ts";
import { CHILD_KINDS } from "./child_kinds.ts";
import type { DiscoveryEntry } from "./result.ts";

/** Returns `undefined` where an entry cannot be read. */
export function lstatEntry(
  scope: Scope,
  directory: ScopedPath,
  name: string,
): Deno.FileInfo | undefined {
  const info = inspectEntry(scope, directory, name);
  return typeof info === "string" ? undefined : info;
}

/** Returns metadata, or why it cannot be read. An entry that is not of the given kind has vanished. */
export function inspectEntry(
  { fileSystem }: Scope,
  directory: ScopedPath,
  name: string,
  kind?: EntryKind,
): Deno.FileInfo | SkipReason {
  try {
    if (!isAddressable(name)) return "unaddressable";
    const info = fileSystem.lstat(childOf(directory.open, name));
    return kind === undefined || kindOf(info) === kind ? info : "vanished";
  } catch (error) {
    return skipReasonOf(errorCodeOf(error));
  }
}

function kindOf({ isFile, isDirectory, isSymlink }: Deno.FileInfo): EntryKind {
  return isFile ? "file" : isDirectory ? "directory" : isSymlink ? "link" : "other";
}

/** The first and the last millisecond of the years 1 to 9999. */
const [MIN_TIME_MS, MAX_TIME_MS] = [-62_135_596_800_000, 253_402_300_799_999];

/** Returns `null` for a time that is unknown or outside the years 1 to 9999. */
export function modifiedOf(info: Deno.FileInfo | undefined): number | null {
  const time = info?.mtime?.getTime() ?? NaN;
  return time >= MIN_TIME_MS && time <= MAX_TIME_MS ? time : null;
}

export function sizeOf(info: Deno.FileInfo | undefined): number | null {
  return info?.isFile ? info.size : null;
}

type PathDescription = Omit<DiscoveryEntry, "path" | "name"> & { readonly exists: boolean };

const NO_ENTRY = { kind: "missing", exists: false, size: null, modified_unix_ms: null } as const;

/** A link as the last part is not followed. Throws `DirscopeError` if the parent cannot be reached. */
export function describePath(scope: Scope, path: string): PathDescription {
  const { fileSystem } = scope;
  try {
    const entry = scope.locateEntry(path);
    const info = mapErrors(() => fileSystem.lstat(entry.open));
    const target = info.isSymlink ? targetOf(fileSystem, entry.open) : {};
    const parent = scope.parent(entry);
    // Its directory may have become a link meanwhile, and the entry another one.
    if (parent !== undefined && !isInPlace(fileSystem, parent)) return NO_ENTRY;
    const facts = { exists: true, size: sizeOf(info), modified_unix_ms: modifiedOf(info) };
    return { kind: CHILD_KINDS[kindOf(info)], ...facts, ...target };
  } catch (error) {
    if (!isMissingPath(error)) throw error;
    return NO_ENTRY;
  }
}

function targetOf(fileSystem: FileSystem, open: string): Pick<DiscoveryEntry, "link_target"> {
  try {
    return { link_target: fileSystem.readLink(open) };
  } catch {
    return {};
  }
}
