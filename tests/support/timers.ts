/**
 * Timers that last for another time than they were set for.
 *
 * @module
 */

/**
 * Changes how long timers last until disposed of. The length that one was set for tells which it is.
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
