/** The streams of standard input and output, for a client that may stop reading. */
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import process from "node:process";
import { type Readable, Transform, type Writable } from "node:stream";
import { waitAtMost } from "./wait_at_most.ts";

/** Buffered output at which reading pauses, in bytes. The SDK keeps some 4 KB for each message of it. */
const MAX_OUTPUT_BYTES = 2 ** 20;

/** Time without any read by the client after which a flush ends, in milliseconds. */
const FLUSH_TIMEOUT_MS = 500;

/** Passes on an input, pauses it while the client reads no output, and ends it when `answered` resolves. */
export function boundedBy(
  output: Writable,
  input: Readable,
  answered: () => Promise<void>,
): Transform {
  const bounded = new Transform({
    transform(chunk, _encoding, done) {
      if (output.writableLength > MAX_OUTPUT_BYTES) output.once("drain", () => done(null, chunk));
      else done(null, chunk);
    },
    flush: (done) => void answered().then(() => done()),
  });
  input.once("error", () => bounded.end());
  return input.pipe(bounded);
}

/** Waits until all output is written, or the client stops reading. */
export async function flushed(output: Writable): Promise<void> {
  const written = new Promise<void>((resolve) => output.write("", () => resolve()));
  for (let buffered = Infinity; output.writableLength > 0 && output.writableLength < buffered;) {
    buffered = output.writableLength;
    await waitAtMost(FLUSH_TIMEOUT_MS, written);
  }
}

/** Opens standard input: Deno's own stream uses a thread for each read, which costs more than the read. */
export function standardInput(): Readable {
  // Other streams write in blocking mode, so none may share the pipe or socket.
  return isUnsharedPipe(0) ? new Socket({ fd: 0, readable: true, writable: false }) : process.stdin;
}

/** Opens standard output, which must not block while the client does not read. */
export function standardOutput(): Writable {
  try {
    if (isUnsharedPipe(1)) return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // Deno holds the descriptor, as it does to capture the output of a test.
  }
  return process.stdout;
}

/**
 * Reports whether a standard stream is a pipe or socket that no other standard stream shares. On Windows,
 * `fstat` fails on them, so none is; and Bun reads nothing from a socket that is made of a pipe.
 */
function isUnsharedPipe(fd: number): boolean {
  try {
    const stream = fstatSync(fd);
    return (stream.isFIFO() || stream.isSocket()) && !("bun" in process.versions) &&
      ![0, 1, 2].some((other) => other !== fd && fstatSync(other).ino === stream.ino);
  } catch {
    return false;
  }
}
