/**
 * A path that the gate has let through.
 *
 * @module
 */
import { childOf } from "./path_text.ts";

/** A path inside the scope: the only kind that is ever opened. */
export interface ScopedPath {
  /** The spelling to open it by, which holds the permission that the user granted. */
  readonly open: string;
  /** The resolved path, which identifies it. */
  readonly real: string;
}

/** An entry of a scoped directory; the entry itself is not resolved. */
export function entryOf(directory: ScopedPath, name: string): ScopedPath {
  const open = childOf(directory.open, name);
  return {
    open,
    real: directory.open === directory.real ? open : childOf(directory.real, name),
  };
}
