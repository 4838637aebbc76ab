/** Timers that last for another time than they were set for. */

/**
 * Changes how long timers last until disposed of. A timer is identified by its length.
 *
 * @param change The length, in milliseconds, of a timer that is set for `ms`.
 */
export function retime(change: (ms: number) => number): Disposable {
  const { setTimeout } = globalThis;
  globalThis.setTimeout =
    ((work: () => void, ms = 0, ...args: []) =>
      setTimeout(work, change(ms), ...args)) as typeof setTimeout;
  return { [Symbol.dispose]: () => void (globalThis.setTimeout = setTimeout) };
}

/** The callbacks of intervals, run on demand. */
export interface SteeredIntervals extends Disposable {
  /** Does it so many times. */
  pass(times: number): void;
}

/** Stops all intervals that are set until disposed of: what they do is done on demand alone. */
export function steerIntervals(): SteeredIntervals {
  const { setInterval, clearInterval } = globalThis;
  const works = new Map<unknown, () => void>();
  globalThis.setInterval = ((work: () => void) => {
    const id = setInterval(() => {}, 2 ** 30);
    works.set(id, work);
    return id;
  }) as typeof setInterval;
  globalThis.clearInterval = (id) => {
    works.delete(id);
    clearInterval(id);
  };
  return {
    pass(times) {
      for (let i = 0; i < times; i++) for (const work of [...works.values()]) work();
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, { setInterval, clearInterval }),
  };
}
