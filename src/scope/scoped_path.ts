import { childOf } from "./path_text.ts";

/** A path inside the scope. Only such paths are opened. */
export interface ScopedPath {
  /** The spelling to open it by: the one that the permission is for. */
  readonly open: string;
  /** The resolved path, which identifies it. */
  readonly real: string;
}

/**
 * The path of a directory below a scoped one, by its prefix: `""`, or a path that ends in `/`. Nothing on the way
 * is resolved.
 */
export function directoryBelow(start: ScopedPath, prefix: string): ScopedPath {
  return prefix === "" ? start : entryOf(start, prefix.slice(0, -1));
}

/** The path of an entry of a scoped directory. The entry itself is not resolved. */
export function entryOf(directory: ScopedPath, name: string): ScopedPath {
  const open = childOf(directory.open, name);
  return {
    open,
    real: directory.open === directory.real ? open : childOf(directory.real, name),
  };
}
