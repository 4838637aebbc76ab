/** Waits until a promise settles or the time is over. */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  await Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}
