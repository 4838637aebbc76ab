import type { Pacer } from "./pacer.ts";

/** Iterates with pauses: `for await (const each of paced(items, pacer))`. */
export async function* paced<T>(items: Iterable<T>, pacer: Pacer): AsyncGenerator<T> {
  for (const item of items) {
    if (pacer.isDue()) await pacer.pause();
    yield item;
  }
}

/** Visits many items with pauses. Each visit is short: `for await` would add a microsecond to each. */
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
