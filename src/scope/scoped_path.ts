import { childOf } from "./path_text.ts";

/** A path inside the scope. Only such paths are read. */
export interface ScopedPath {
  /** The spelling to read it by: the one that the permission is for. */
  readonly open: string;
  /** The resolved path, which identifies it. */
  readonly real: string;
}

/** Returns the path of an entry of a scoped directory. The entry itself is not resolved. */
export function scopedChild(directory: ScopedPath, name: string): ScopedPath {
  const open = childOf(directory.open, name);
  return {
    open,
    real: directory.open === directory.real ? open : childOf(directory.real, name),
  };
}
