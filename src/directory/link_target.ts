import { mapErrors, undefinedIfRefused } from "../errors.ts";
import { childOf, isAddressable } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { Resolution, ScopedPath } from "../scope/scoped_path.ts";
import { kindIn, type Listing } from "./listing.ts";

export interface LinkTarget {
  /** `undefined` where it cannot be read. */
  readonly stored: string | undefined;
  readonly resolution: Resolution;
}

const UNREADABLE_LINK: LinkTarget = {
  stored: undefined,
  resolution: { outcome: "failed", code: "not_found" },
};

/** @param listing The directory's own, if available: it saves a system call for a link to a sibling, as most are. */
export function readLinkTarget(
  scope: Scope,
  directory: ScopedPath,
  name: string,
  listing?: Listing,
): LinkTarget {
  if (!isAddressable(name)) return UNREADABLE_LINK;
  let stored: string;
  try {
    stored = scope.fileSystem.readLink(childOf(directory.open, name));
  } catch {
    return UNREADABLE_LINK;
  }
  const resolution = (listing && resolveSibling(scope, directory, stored, listing)) ??
    scope.follow(directory.real, stored, childOf(directory.real, name));
  return { stored, resolution };
}

/** Reports whether a link leads to a regular file within the scope. */
export function leadsToFile(scope: Scope, directory: ScopedPath, name: string): boolean {
  const { resolution } = readLinkTarget(scope, directory, name);
  if (resolution.outcome !== "file") return false;
  const { open } = resolution.end;
  return undefinedIfRefused(() => mapErrors(() => scope.fileSystem.lstat(open)))?.isFile === true;
}

function resolveSibling(
  scope: Scope,
  directory: ScopedPath,
  name: string,
  listing: Listing,
): Resolution | undefined {
  const kind = name.includes("/") || !isAddressable(name) ? undefined : kindIn(listing, name);
  if (kind === undefined || kind === "link") return undefined;
  const end = scope.locate(childOf(directory.real, name));
  return end && { outcome: kind === "directory" ? "directory" : "file", end };
}
