/** Waits until a promise has settled, but no longer than this. */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const time = Promise.withResolvers<void>();
  const timer = setTimeout(time.resolve, ms);
  await Promise.race([promise, time.promise]).finally(() => clearTimeout(timer));
}
