export function abortError(): DOMException {
  return new DOMException("The call was aborted", "AbortError");
}
