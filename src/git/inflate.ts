/** Inflates zlib streams. What follows a stream is ignored. */
import { type Steps, waitFor } from "../pacing/paced_steps.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { WORK_COST } from "../pacing/work_budget.ts";

interface CompressedBytes {
  /** Maximum length of the stream, in bytes. */
  readonly length: number;
  /** Reads a part; at the end, the result may be shorter. */
  readonly read: (position: number, length: number) => Uint8Array | undefined;
}

/** Inflates a stream; returns `undefined` if it is malformed, longer than `maxBytes`, or over the budget. */
export type Inflate = (
  compressed: CompressedBytes,
  maxBytes: number,
) => Steps<Uint8Array | undefined>;

/** Maximum bytes inflated at once: 5 ms if they are the costliest. */
const MAX_INPUT_BYTES = 16 * 1024;

const [MIN_CHUNK_BYTES, MAX_CHUNK_BYTES] = [64, 2 * 1024 * 1024];

export async function loadInflate(pacer: Pacer): Promise<Inflate> {
  const { createInflate, inflateSync } = await import("node:zlib");

  function spendOnInput(bytes: number): boolean {
    return pacer.budget.spend(WORK_COST.inflatedByte * bytes);
  }

  async function inflateInParts(compressed: CompressedBytes, maxBytes: number) {
    const result = new Uint8Array(maxBytes);
    let length = 0;
    let hasFailed = false;
    const stream = createInflate({ chunkSize: MAX_INPUT_BYTES });
    const ended = new Promise((resolve) => void stream.on("end", resolve).on("close", resolve));
    stream.on("error", () => hasFailed = true);
    stream.on("data", (chunk: Uint8Array) => {
      hasFailed ||= length + chunk.length > maxBytes;
      if (hasFailed) stream.destroy();
      else result.set(chunk, length);
      length += chunk.length;
    });
    try {
      for (let at = 0; at < compressed.length && !stream.readableEnded && !stream.destroyed;) {
        if (pacer.isDue()) await pacer.pause();
        const part = compressed.read(at, Math.min(MAX_INPUT_BYTES, compressed.length - at));
        if (part === undefined || !spendOnInput(part.length)) return undefined;
        at += MAX_INPUT_BYTES;
        const written = new Promise<void>((resolve) => stream.write(part, () => resolve()));
        await Promise.race([written, ended]);
      }
      stream.end();
      await ended;
    } finally {
      stream.destroy();
    }
    return hasFailed ? undefined : result.slice(0, length);
  }

  /** Inflates a small input at once. Tells how much of it was taken: all, if it is malformed. */
  function inflateAtOnce(input: Uint8Array, maxBytes: number) {
    const likelyBytes = Math.min(maxBytes + 1, 8 * input.length);
    const chunkSize = Math.min(Math.max(likelyBytes, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);
    const options = { info: true, chunkSize, maxOutputLength: Math.max(maxBytes, 1) };
    try {
      const { buffer, engine } = inflateSync(input, options) as unknown as {
        readonly buffer: Uint8Array;
        readonly engine: { readonly bytesWritten: number };
      };
      return { bytes: buffer, taken: engine.bytesWritten };
    } catch {
      return { bytes: undefined, taken: input.length };
    }
  }

  return function* (compressed, maxBytes) {
    if (pacer.isDue()) yield;
    if (compressed.length > MAX_INPUT_BYTES) {
      return yield* waitFor(inflateInParts(compressed, maxBytes));
    }
    const input = compressed.read(0, compressed.length);
    if (input === undefined) return undefined;
    const { bytes, taken } = inflateAtOnce(input, maxBytes);
    return spendOnInput(taken) ? bytes : undefined;
  };
}
