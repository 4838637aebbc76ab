/**
 * The clock that pacers look at, as a test wants it.
 *
 * @module
 */

/** A clock that stands still but for `advance`. */
interface StillClock extends Disposable {
  /** Lets some time pass, in milliseconds. */
  advance(ms: number): void;
}

/** Stops the clock until disposed of, so that nothing depends on how quick this machine is. */
export function stopClock(): StillClock {
  let time = performance.now();
  return { ...set(() => time), advance: (ms) => void (time += ms) };
}

/**
 * Lets time pass with each look at the clock, and else not. With what it takes by default, each slice is over
 * when it is looked at, and each pause reports.
 */
export function leapClock(ms = 1000): Disposable {
  let time = performance.now();
  return set(() => time += ms);
}

/** Once disposed of, it goes on from where it got to: a clock that went back would keep what waits for a time waiting. */
function set(now: () => number): Disposable {
  const { now: before } = performance;
  performance.now = now;
  return {
    [Symbol.dispose]() {
      const ahead = now() - before.call(performance);
      performance.now = () => before.call(performance) + ahead;
    },
  };
}
