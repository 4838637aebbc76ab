/** Returns the stack of an error, for logs; the text of any other thrown value. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
