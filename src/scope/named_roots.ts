/** The roots in a sentence: what a model is told of where it may look. */
import { lineSafe } from "../text/line_safe.ts";

/** How many roots are named. */
const MOST = 8;

/** Names the roots, line-safe; of many, the first ones and how many more there are. */
export function namedRoots(roots: readonly string[]): string {
  if (roots.length === 0) return "none";
  const named = roots.slice(0, MOST).map(lineSafe);
  const more = roots.length - named.length;
  return [...named, ...more > 0 ? [`and ${more} more`] : []].join(", ");
}
