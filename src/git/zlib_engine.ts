/** Inflates many small zlib streams with one engine. */

/** Inflates input at once to at most so many bytes; `undefined` if it fails. Tells how much of the input it took. */
export type InflateAtOnce = (input: Uint8Array, maxBytes: number) => {
  readonly bytes: Uint8Array | undefined;
  readonly taken: number;
};

/** Zlib's name for: all input is there. */
const Z_FINISH = 4;

/** The letters `abc` as a zlib stream. */
const SAMPLE = [0x78, 0x9c, 0x4b, 0x4c, 0x4a, 0x06, 0x00, 0x02, 0x4d, 0x01, 0x27];

/** The part of a stream of `node:zlib` that does its work. Not documented: Deno and Node have it, and npm uses it. */
interface Engine {
  reset(): void;
  /** Inflates from `input` into `output`, and stores how much room and how much input are left. */
  writeSync(
    flush: number,
    input: Uint8Array,
    inputAt: number,
    inputLength: number,
    output: Uint8Array,
    outputAt: number,
    outputLength: number,
  ): void;
  onerror: () => void;
}

/**
 * Returns an inflater that uses one engine for all: a stream for each object would take several times as long as
 * its bytes do. Returns `undefined` unless the engine is found to work as expected.
 */
export function reusedEngine(stream: object): InflateAtOnce | undefined {
  const { _handle: engine, _writeState: left } = stream as unknown as {
    readonly _handle: Engine;
    readonly _writeState: Uint32Array;
  };
  let hasFailed = false;
  const inflate: InflateAtOnce = (input, maxBytes) => {
    hasFailed = false;
    // Room for one byte more shows whether there are more.
    const output = new Uint8Array(maxBytes + 1);
    engine.reset();
    engine.writeSync(Z_FINISH, input, 0, input.length, output, 0, output.length);
    const [room, inputLeft] = left as unknown as [number, number];
    const bytes = hasFailed || room === 0 ? undefined : output.subarray(0, output.length - room);
    return { bytes, taken: hasFailed ? input.length : input.length - inputLeft };
  };
  try {
    engine.onerror = () => hasFailed = true;
    const isAsExpected = [0, 1].every(() => {
      const { bytes, taken } = inflate(Uint8Array.of(...SAMPLE, 0), 3);
      const { bytes: none } = inflate(Uint8Array.of(...SAMPLE.slice(0, -1), 9), 3);
      return bytes?.join() === "97,98,99" && taken === SAMPLE.length && none === undefined;
    });
    return isAsExpected ? inflate : undefined;
  } catch {
    return undefined;
  }
}
