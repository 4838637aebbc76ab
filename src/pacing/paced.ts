import type { Pacer } from "./pacer.ts";

/** Iterates with a pause whenever one is due: `for await (const each of paced(items, pacer))`. */
export async function* paced<T>(items: Iterable<T>, pacer: Pacer): AsyncGenerator<T> {
  for (const item of items) {
    if (pacer.isDue()) await pacer.pause();
    yield item;
  }
}
