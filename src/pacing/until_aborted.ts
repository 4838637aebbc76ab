/** Throws `AbortError` if the signal aborts first; the work itself continues. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return await work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(abortError(signal));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Its cause is the signal's reason. */
export function abortError(signal?: AbortSignal): DOMException {
  const error = new DOMException("The call was aborted", "AbortError");
  return Object.assign(error, { cause: signal?.reason });
}
