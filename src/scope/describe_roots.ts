/** The roots in a sentence: what a model is told of where it may look. */
import { lineSafe } from "../text/line_safe.ts";
import { isWhollyGranted } from "./read_permission.ts";

/** How many roots are named. */
const MAX_LISTED_ROOTS = 8;

const NOT_GRANTED = "not granted, or not all of it, by --allow-read";

/**
 * Names the roots, line-safe; of many, the first ones and how many more there are. Says of which Deno
 * does not grant all, since a path inside such a root is refused as well.
 */
export function describeRoots(roots: readonly string[]): string {
  if (roots.length === 0) return "none";
  const named = roots.slice(0, MAX_LISTED_ROOTS).map((root) =>
    lineSafe(root) + (isWhollyGranted(root) ? "" : ` (${NOT_GRANTED})`)
  );
  const more = roots.length - named.length;
  return [...named, ...more > 0 ? [`and ${more} more`] : []].join(", ");
}
