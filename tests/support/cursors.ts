/** Cursors of toolset `discovery`, made and read without the product's own code. */

const DIGEST_BYTES = 12;
const BASE64 = { alphabet: "base64url", omitPadding: true } as const;

/** A cursor with a valid checksum, from version, hash of the query and position. */
export async function seal(
  version: number,
  hash: Uint8Array,
  position: string | Uint8Array,
): Promise<string> {
  const text = typeof position === "string" ? new TextEncoder().encode(position) : position;
  return await sealBytes(Uint8Array.of(version, ...hash, ...text));
}

/** A cursor with a valid checksum over any bytes. */
export async function sealBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sealed = new Uint8Array(DIGEST_BYTES + bytes.length);
  sealed.set(digest.subarray(0, DIGEST_BYTES));
  sealed.set(bytes, DIGEST_BYTES);
  return sealed.toBase64(BASE64);
}

/** The content of a cursor: version, hash of the query, position. */
export function unseal(cursor: string): [number, Uint8Array, string] {
  const bytes = Uint8Array.fromBase64(cursor, BASE64).subarray(DIGEST_BYTES);
  const hashEnd = 1 + DIGEST_BYTES;
  return [bytes[0]!, bytes.slice(1, hashEnd), new TextDecoder().decode(bytes.subarray(hashEnd))];
}
