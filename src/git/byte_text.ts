const BYTE_DECODER = new TextDecoder("latin1");

/** Decodes bytes to a text with one character per byte, whatever their encoding. */
export function byteText(bytes: Uint8Array): string {
  return BYTE_DECODER.decode(bytes);
}
