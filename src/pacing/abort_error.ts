/** Returns the error that an aborted call rejects with. */
export function abortError(): DOMException {
  return new DOMException("The call was aborted", "AbortError");
}
