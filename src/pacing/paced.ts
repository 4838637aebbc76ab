import type { Pacer } from "./pacer.ts";

/** Visits many items with pauses. Each visit is short. */
export async function forEachPaced<T>(
  items: Iterable<T>,
  pacer: Pacer,
  visit: (item: T) => void,
): Promise<void> {
  for (const item of items) {
    if (pacer.isDue()) await pacer.pause();
    visit(item);
  }
}
