/** Repeatable random numbers. */

/** A generator of numbers from 0 up to 1 (mulberry32). Equal seeds give equal sequences. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = state + 0x6D2B79F5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)]!;
}

export function freshSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
