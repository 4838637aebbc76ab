/** Runs a test while all that is on disk is old, so that a cache may keep it. */
export async function whenOld<T>(test: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + 60_000;
  try {
    return await test();
  } finally {
    Date.now = now;
  }
}
