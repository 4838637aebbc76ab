/** Metadata of entries: kind, size, modification time and link target. */
import { isAddressable } from "../../scope/path_text.ts";
import { isMissingPath, mapErrors } from "../../errors.ts";
import { type FileSystem, isInPlace } from "../../scope/file_system.ts";
import type { Scope } from "../../scope/scope.ts";
import type { DiscoveryEntry } from "./result.ts";

interface LocatedEntry {
  readonly name: string;
  /** The path that reads it. */
  readonly open: string;
}

/** Returns the metadata of an entry, links not followed; `undefined` where it cannot be read. */
export function lstatEntry(scope: Scope, { name, open }: LocatedEntry): Deno.FileInfo | undefined {
  if (!isAddressable(name)) return undefined;
  try {
    return scope.fileSystem.lstat(open);
  } catch {
    return undefined;
  }
}

/** Returns the modification time; `null` if it is unknown or out of the range of JavaScript's dates. */
export function modifiedOf(info: Deno.FileInfo | undefined): number | null {
  const time = info?.mtime?.getTime() ?? NaN;
  return Number.isNaN(time) ? null : time;
}

/** Returns the size of a file in bytes, or `null`. */
export function sizeOf(scope: Scope, entry: LocatedEntry): number | null {
  const info = lstatEntry(scope, entry);
  return info?.isFile ? info.size : null;
}

/** The fields of `stat_path` besides path and name. */
type PathDescription = Omit<DiscoveryEntry, "path" | "name"> & { readonly exists: boolean };

const NO_ENTRY = { kind: "missing", exists: false, size: null, modified_unix_ms: null } as const;

/**
 * Describes the path of a call. A link as its last part is not followed. A path that does not exist is
 * `missing`.
 *
 * @throws {DirscopeError} If its parent cannot be reached.
 */
export function describePath(scope: Scope, path: string): PathDescription {
  try {
    const entry = scope.locateEntry(path);
    const described = describeEntry(scope, entry.open);
    const parent = scope.parent(entry);
    // Its directory may have become a link meanwhile, and the entry another one.
    return parent === undefined || isInPlace(scope.fileSystem, parent) ? described : NO_ENTRY;
  } catch (error) {
    if (!isMissingPath(error)) throw error;
    return NO_ENTRY;
  }
}

function describeEntry({ fileSystem }: Scope, open: string): PathDescription {
  const info = mapErrors(() => fileSystem.lstat(open));
  const base = { exists: true, size: null, modified_unix_ms: modifiedOf(info) };
  if (info.isFile) return { kind: "file", ...base, size: info.size };
  if (info.isDirectory) return { kind: "dir", ...base };
  if (!info.isSymlink) return { kind: "other", ...base };
  return { kind: "symlink", ...base, ...targetOf(fileSystem, open) };
}

/** Returns the target that a link stores, or nothing where it cannot be read. */
function targetOf(fileSystem: FileSystem, open: string): Pick<DiscoveryEntry, "link_target"> {
  try {
    return { link_target: fileSystem.readLink(open) };
  } catch {
    return {};
  }
}
