import { assertEquals } from "@std/assert";
import { createDeflate, createInflate, deflateSync, inflateSync } from "node:zlib";
import { reusedEngine } from "../../src/git/zlib_engine.ts";

const TEXT = "a text that is longer than its stream, ".repeat(9);
const STREAM = Uint8Array.from(deflateSync(TEXT));
const [CUT, LAST] = [STREAM.slice(0, -1), STREAM.length - 1];

/** Streams, and the maximum length of what they hold. */
const STREAMS: readonly (readonly [what: string, input: Uint8Array, maxBytes: number])[] = [
  ["whole", STREAM, TEXT.length],
  ["shorter than it may be", STREAM, TEXT.length + 99],
  ["longer than it may be", STREAM, TEXT.length - 1],
  ["followed by others", Uint8Array.of(...STREAM, ...STREAM), TEXT.length],
  ["of nothing", Uint8Array.from(deflateSync("")), 0],
  ["not compressed", Uint8Array.from(deflateSync(TEXT, { level: 0 })), TEXT.length],
  ["without its last byte", CUT, TEXT.length],
  ["half of one", STREAM.slice(0, LAST / 2), TEXT.length],
  ["with another checksum", STREAM.with(LAST, STREAM[LAST]! ^ 1), TEXT.length],
  ["no stream", new TextEncoder().encode(TEXT), TEXT.length],
  ["empty", new Uint8Array(), TEXT.length],
];

Deno.test("one engine inflates stream after stream as `inflateSync` does, whatever was before", () => {
  const inflate = reusedEngine(createInflate())!;
  for (const [before, ...first] of STREAMS) {
    for (const [what, input, maxBytes] of STREAMS) {
      inflate(...first);
      const { bytes, taken } = inflate(input, maxBytes);
      const after = `${what} after ${before}`;
      assertEquals(bytes && new TextDecoder().decode(bytes), inflated(input, maxBytes), after);
      if (bytes !== undefined) {
        assertEquals(taken, Math.min(input.length, streamLength(input)), after);
      }
    }
  }
});

function inflated(input: Uint8Array, maxBytes: number): string | undefined {
  try {
    return inflateSync(input, { maxOutputLength: Math.max(maxBytes, 1) }).toString();
  } catch {
    return undefined;
  }
}

/** The length of the first of two streams. */
function streamLength(input: Uint8Array): number {
  return input.length === 2 * STREAM.length ? STREAM.length : input.length;
}

/** Streams whose engine, which `node:zlib` does not document, is another than it was. */
const OTHERS: readonly (readonly [what: string, stream: object])[] = [
  ["is missing", {}],
  ["deflates", createDeflate()],
  ["does nothing", withEngine(() => ({ reset() {}, writeSync() {} }))],
  ["is not reset", withEngine((engine) => ({ ...engine, reset() {} }))],
  [
    "tells of no failure",
    withEngine((engine) => Object.defineProperty({ ...engine }, "onerror", {})),
  ],
  ["stores nothing", withEngine((engine) => engine, new Uint32Array(2))],
];

interface Engine {
  reset(): void;
  writeSync(...rest: unknown[]): void;
}

function withEngine(change: (engine: Engine) => object, left?: Uint32Array): object {
  const { _handle: engine, _writeState } = createInflate() as unknown as {
    _handle: Engine & { onerror: () => void };
    _writeState: Uint32Array;
  };
  const plain = {
    reset: () => engine.reset(),
    writeSync(...rest: unknown[]) {
      engine.onerror = () => (this as unknown as { onerror?: () => void }).onerror?.();
      engine.writeSync(...rest);
    },
  };
  return { _handle: change(plain), _writeState: left ?? _writeState };
}

for (const [what, stream] of OTHERS) {
  Deno.test(`an engine is not used if it ${what}`, () => {
    assertEquals(reusedEngine(stream), undefined);
  });
}

Deno.test("an engine is used if it is as expected", () => {
  assertEquals(typeof reusedEngine(withEngine((engine) => engine)), "function");
});
