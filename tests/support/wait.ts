/** Waiting for a time, or for a condition. */

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function until(condition: () => boolean, limitMs = 60_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`still not so after ${limitMs} ms: ${condition}`);
    await delay(10);
  }
}
