/**
 * Waits for some work, or until a signal aborts. The work itself continues. Throws `AbortError` if the signal aborts
 * first.
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return await work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(abortError());
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

export function abortError(): DOMException {
  return new DOMException("The call was aborted", "AbortError");
}
