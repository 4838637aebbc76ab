/**
 * Reads a stream line by line.
 *
 * @module
 */

/** The lines of a stream of UTF-8, each as soon as it is whole. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of stream) {
    const [first, ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first!);
    for (const part of more) {
      yield parts.join("");
      parts = [part];
    }
  }
  const rest = parts.join("");
  if (rest !== "") yield rest;
}
