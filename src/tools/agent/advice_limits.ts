import type { StartedCall } from "../call.ts";

/** Maximum entries that one walk for advice reads. */
const MAX_ENTRIES = 200_000;

/** Maximum cost of the rules of such a walk: some 0.3 s of the costliest, and more than common rules cost. */
const MAX_MATCHED = 250_000_000;

/**
 * Returns the bounds of a walk that looks for advice, such as suggestions and the counts of hints. They count work, so
 * that equal trees get equal advice.
 */
export function adviceLimits(
  { maxScanned = MAX_ENTRIES }: Pick<StartedCall, "maxScanned">,
): { readonly maxScanned: number; readonly maxMatched: number } {
  return { maxScanned: Math.min(MAX_ENTRIES, maxScanned), maxMatched: MAX_MATCHED };
}
