/** The standard streams. A thread of the runtime waits for the other end of each, so that none blocks the server. */
import { Buffer } from "node:buffer";
import process from "node:process";
import { type Readable, Writable } from "node:stream";
import { waitAtMost } from "./wait_at_most.ts";

/** Maximum size of one write, in bytes. Its end shows that the reader takes some. */
const SLICE_BYTES = 2 ** 14;

/** Time that the end of the process waits for a reader, in milliseconds. */
const FLUSH_TIMEOUT_MS = 250;

export function standardInput(): Readable {
  return process.stdin;
}

/** Returns standard output, which emits `progress` when its reader has taken some. */
export function standardOutput(): Writable {
  return outputTo(Deno.stdout);
}

/** Returns standard error, for lines: where they are not read or cannot be written, they are dropped. */
export function standardError() {
  const output = outputTo(Deno.stderr).on("error", () => {});
  return {
    report: (line: string): void => void (output.writableNeedDrain || output.write(`${line}\n`)),
    flushed: (): Promise<void> => flushed(output),
  };
}

/** Waits until all output is read, but not for long. */
export async function flushed(output: Writable): Promise<void> {
  await waitAtMost(FLUSH_TIMEOUT_MS, new Promise((resolve) => output.write("", resolve)));
}

/** @param target What takes bytes, and resolves to how many. */
export function outputTo(target: Pick<typeof Deno.stdout, "write">): Writable {
  const write = async (bytes: Uint8Array, done: (error?: Error) => void): Promise<void> => {
    try {
      for (let rest = bytes; rest.length > 0; output.emit("progress")) {
        rest = rest.subarray(await target.write(rest.subarray(0, SLICE_BYTES)));
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  const output = new Writable({
    highWaterMark: SLICE_BYTES,
    write: (chunk, _encoding, done) => write(chunk, done),
    writev: (chunks, done) => write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done),
  });
  return output;
}
