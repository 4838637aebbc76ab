import type { ErrorCode } from "../errors.ts";
import { childOf } from "./path_text.ts";

/** A path inside the scope. Only such paths are read. */
export interface ScopedPath {
  /** The spelling to read it by: the one that the permission is for. */
  readonly open: string;
  /** The resolved path, which identifies it. */
  readonly real: string;
}

/** The entry itself is not resolved. */
export function scopedChild(directory: ScopedPath, name: string): ScopedPath {
  const open = childOf(directory.open, name);
  return {
    open,
    real: directory.open === directory.real ? open : childOf(directory.real, name),
  };
}

/** The end of a path or a link once all links are resolved. */
export type Resolution =
  | { readonly outcome: "directory" | "file"; readonly end: ScopedPath }
  | { readonly outcome: "failed"; readonly code: ErrorCode }
  /** A chain of links that loops; `stored` is the target stored in its last link. */
  | { readonly outcome: "cycle"; readonly stored: string };

export function failure(code: ErrorCode): Resolution {
  return { outcome: "failed", code };
}
