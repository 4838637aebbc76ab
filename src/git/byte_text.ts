/** Decodes bytes to a text with one character per byte, whatever their encoding. */
export function byteText(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
