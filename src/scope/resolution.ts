import type { ErrorCode } from "../errors.ts";
import type { ScopedPath } from "./scoped_path.ts";

/** The end of a path or a link once all links are resolved. */
export type Resolution =
  | { readonly outcome: "directory" | "file"; readonly end: ScopedPath }
  | { readonly outcome: "failed"; readonly code: ErrorCode }
  /** A chain of links that loops; `stored` is the target stored in its last link. */
  | { readonly outcome: "cycle"; readonly stored: string };

/** Makes the resolution of a path that cannot be resolved. */
export function failure(code: ErrorCode): Resolution {
  return { outcome: "failed", code };
}
