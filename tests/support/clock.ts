/** The clock of pacers, controlled by a test. */

/** A clock that only `advance` moves. */
interface StillClock extends Disposable {
  /** Lets some time pass, in milliseconds. */
  advance(ms: number): void;
}

/** Stops the clock until disposed of, so that nothing depends on how quick this machine is. */
export function stopClock(): StillClock {
  let time = performance.now();
  return { ...set(() => time), advance: (ms) => void (time += ms) };
}

/** Lets time pass with each reading of the clock: by default, each slice is over at its next reading. */
export function leapClock(ms = 1000): Disposable {
  let time = performance.now();
  return set(() => time += ms);
}

/** Once disposed of, it goes on from its last time: a clock that went back would delay timers. */
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
