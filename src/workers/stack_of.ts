/** What is told of a fault of the program: where it came from, as far as it is known. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
