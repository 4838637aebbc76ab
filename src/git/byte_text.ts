/** A text with one character for each byte, whatever the bytes stand for. */
export function byteText(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
