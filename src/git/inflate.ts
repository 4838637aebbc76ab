/** Inflates the zlib stream that `compressed` begins with; what follows the stream is ignored. */
export type Inflate = (
  compressed: Uint8Array,
  /** Maximum bytes of the result. A longer result is `undefined`. */
  maxBytes: number,
) => Uint8Array | undefined;

/** Minimum and maximum chunk size, in bytes. */
const [MIN_PIECE, MAX_PIECE] = [1024, 2 * 1024 * 1024];

/** Loads zlib. */
export async function loadInflate(): Promise<Inflate> {
  // Loaded on demand: few calls read objects of git.
  const { inflateSync } = await import("node:zlib");
  return (compressed, maxBytes) => {
    const likelyBytes = Math.min(maxBytes + 1, 8 * compressed.length);
    const chunkSize = Math.min(Math.max(likelyBytes, MIN_PIECE), MAX_PIECE);
    try {
      return inflateSync(compressed, { chunkSize, maxOutputLength: Math.max(maxBytes, 1) });
    } catch {
      return undefined;
    }
  };
}
