/** Runs a test while all that is on disk is old, so that a cache may keep it. */
export async function whenOld(test: () => Promise<void>): Promise<void> {
  const { now } = Date;
  Date.now = () => now() + 60_000;
  try {
    await test();
  } finally {
    Date.now = now;
  }
}
