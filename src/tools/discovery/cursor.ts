/**
 * Keyset cursors. A cursor is a position in an order, not an offset: entries added or removed between
 * two pages neither repeat nor hide others.
 */
import { DirscopeError } from "../../errors.ts";
import { Pacer } from "../../pacing/pacer.ts";
import { MAX_CURSOR_LENGTH } from "../schema.ts";

const CURSOR_VERSION = 1;

/** The bytes of SHA-256 that identify a query, and that serve as checksum of a cursor. */
const DIGEST_BYTES = 12;

const BASE64 = { alphabet: "base64url", omitPadding: true } as const;

const encoder = new TextEncoder();

export class Cursors {
  readonly #query: unknown;
  readonly #pacer: Pacer;
  #hash: Uint8Array | undefined;

  /** @param query JSON data. A cursor is valid for an equal query only. */
  constructor(query: unknown, pacer: Pacer = new Pacer()) {
    this.#query = query;
    this.#pacer = pacer;
  }

  async encode(position: string): Promise<string> {
    const hash = await this.#hashOf();
    return await seal(Uint8Array.of(CURSOR_VERSION, ...hash, ...encoder.encode(position)));
  }

  /** @throws {DirscopeError} `bad_cursor` if it is damaged, too long, or of another query or version. */
  async decode(cursor: string): Promise<string> {
    const payload = await unseal(cursor);
    if (payload[0] !== CURSOR_VERSION) {
      throw new DirscopeError("bad_cursor", "cursor is of another version");
    }
    const hash = await this.#hashOf();
    if (!hash.every((byte, i) => payload[i + 1] === byte)) {
      const reason = "cursor is of another query: send the other arguments unchanged";
      throw new DirscopeError("bad_cursor", reason);
    }
    return positionOf(payload.subarray(1 + DIGEST_BYTES));
  }

  async #hashOf(): Promise<Uint8Array> {
    return this.#hash ??= await digest(encoder.encode(await jsonOf(this.#query, this.#pacer)));
  }
}

/** Returns `JSON.stringify(value)`. It yields, since lone surrogates in a list of texts make that slow. */
async function jsonOf(value: unknown, pacer: Pacer): Promise<string> {
  if (pacer.isDue()) await pacer.pause();
  if (!Array.isArray(value)) return JSON.stringify(value);
  const parts: string[] = [];
  for (const each of value) parts.push(await jsonOf(each, pacer));
  return `[${parts.join()}]`;
}

function positionOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DirscopeError("bad_cursor", "cursor is damaged");
  }
}

async function seal(payload: Uint8Array<ArrayBuffer>): Promise<string> {
  const sealed = new Uint8Array(DIGEST_BYTES + payload.length);
  sealed.set(await digest(payload));
  sealed.set(payload, DIGEST_BYTES);
  return sealed.toBase64(BASE64);
}

async function unseal(cursor: string): Promise<Uint8Array> {
  if (cursor.length <= MAX_CURSOR_LENGTH) {
    try {
      const payload = Uint8Array.fromBase64(cursor, BASE64).subarray(DIGEST_BYTES);
      if (await seal(payload) === cursor) return payload;
    } catch {
      // Not base64url: damaged.
    }
  }
  throw new DirscopeError("bad_cursor", "cursor is damaged");
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, DIGEST_BYTES);
}
