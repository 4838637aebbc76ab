import { lineSafe } from "../text/line_safe.ts";
import { IS_DENO, isWhollyGranted } from "./read_permission.ts";

const MAX_LISTED_ROOTS = 8;

const NOT_GRANTED = `not granted, or not all of it${IS_DENO ? ", by --allow-read" : ""}`;

/** Lists the first roots, line-safe, and marks those not wholly granted: a path inside may be refused as well. */
export function describeRoots(roots: readonly string[]): string {
  if (roots.length === 0) return "none";
  const named = roots.slice(0, MAX_LISTED_ROOTS).map((root) =>
    lineSafe(root) + (isWhollyGranted(root) ? "" : ` (${NOT_GRANTED})`)
  );
  const more = roots.length - named.length;
  return [...named, ...more > 0 ? [`and ${more} more`] : []].join(", ");
}
