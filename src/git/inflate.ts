/** What compressed bytes begin with. What follows them is not looked at. */
export type Inflate = (
  compressed: Uint8Array,
  /** The most bytes to give. Of more than these there is nothing at all. */
  maxBytes: number,
) => Uint8Array | undefined;

/** The size of the pieces that the result is put together from, at least and at most. */
const [MIN_PIECE, MAX_PIECE] = [1024, 2 * 1024 * 1024];

/** Loads what turns the bytes of a zlib stream into what they stand for. */
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
