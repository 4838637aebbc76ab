/** Work in small steps, for those who may wait between them and those who may not. */
import type { Pacer } from "./pacer.ts";

/** Yields between two steps, and ends with what the work gives. */
export type Steps<T> = Generator<void, T, void>;

/** Takes the steps with yields to the event loop. */
export async function takePaced<T>(steps: Steps<T>, pacer: Pacer): Promise<T> {
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (pacer.isDue()) await pacer.pause();
    }
  } finally {
    // An abort ends the work, and the work closes what it holds open.
    (steps as Iterator<void, T>).return?.();
  }
}

/** Takes the steps at once. */
export function takeAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
