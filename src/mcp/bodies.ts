import type { IncomingMessage } from "node:http";
import { refuse } from "./refusal.ts";

/** The largest body of a request, in bytes. Arguments are short. */
const MAX_BYTES = 1024 * 1024;

/** How large and how slow the bodies of requests may be. */
export interface BodyLimits {
  /** How long a body may take to arrive, in milliseconds. */
  readonly bodyMs: number;
  /** The most that all bodies that are arriving may hold, in bytes. */
  readonly maxBodyBytes: number;
}

/** A body that is arriving. */
interface Arriving {
  bytes: number;
  readonly refuse: (response: Response) => void;
}

/**
 * The bodies of requests. If those that are arriving hold too much together, the largest is refused, so
 * that large and slow ones never keep out the short ones of usual calls.
 */
export class Bodies {
  readonly #limits: BodyLimits;
  readonly #arriving = new Set<Arriving>();
  #bytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Reads a body. Gives its text, or a refusal. */
  async read(request: IncomingMessage): Promise<string | Response> {
    // Node delivers no more than the declared length.
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > MAX_BYTES) return tooLarge();
    return await new Promise((resolve) => this.#collect(request, resolve));
  }

  #collect(request: IncomingMessage, resolve: (body: string | Response) => void): void {
    const chunks: Uint8Array[] = [];
    const end = (body: () => string | Response): void => {
      if (!this.#arriving.delete(arriving)) return;
      clearTimeout(timer);
      this.#bytes -= arriving.bytes;
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      resolve(body());
    };
    const arriving: Arriving = { bytes: 0, refuse: (response) => end(() => response) };
    const onData = (chunk: Uint8Array): void => {
      chunks.push(chunk);
      arriving.bytes += chunk.length;
      this.#bytes += chunk.length;
      if (arriving.bytes > MAX_BYTES) arriving.refuse(tooLarge());
      else if (this.#bytes > this.#limits.maxBodyBytes) this.#refuseLargest();
    };
    const onEnd = (): void => end(() => textOf(chunks));
    const onClose = (): void => arriving.refuse(refuse(400, "The body is not complete"));
    const timer = setTimeout(
      () => arriving.refuse(refuse(408, "The body took too long")),
      this.#limits.bodyMs,
    );
    this.#arriving.add(arriving);
    request.on("data", onData).on("end", onEnd).on("close", onClose);
  }

  #refuseLargest(): void {
    let largest: Arriving | undefined;
    for (const each of this.#arriving) {
      if (largest === undefined || each.bytes > largest.bytes) largest = each;
    }
    const headers = { "Retry-After": "5" };
    largest?.refuse(refuse(503, "Too many large bodies at once", { headers }));
  }
}

function tooLarge(): Response {
  return refuse(413, `The body is larger than ${MAX_BYTES} bytes`);
}

/** The text of UTF-8, without a byte order mark. */
function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}
