/**
 * `deno compile`, with what every binary has in common.
 *
 * @module
 */
import { join } from "@std/path/join";
import { type Payload, readPayload } from "./payload.ts";
import { type Ended, run } from "./process.ts";

/** What every binary has in common. */
const FLAGS = [
  // The packages of the lock file, or nothing.
  "--frozen",
  // Those of tests and benches stay out.
  "--exclude-unused-npm",
  "--no-prompt",
  "--deny-import",
  // What may only read leaves no file behind, and runs none that others could have written.
  "--no-code-cache",
];

/** What to compile. */
export interface Compilation {
  readonly target: string;
  /** Where the binary goes. */
  readonly output: string;
  readonly permissions: readonly string[];
  /** The runtime to build on; the one that Deno fetches without it. */
  readonly runtime?: string | undefined;
}

/** Makes a binary of cli.ts. */
export async function compile(
  { target, output, permissions, runtime }: Compilation,
): Promise<Ended> {
  const flags = [...FLAGS, ...permissions, "--target", target, "--output", output];
  return await run(Deno.execPath(), ["compile", "--quiet", ...flags, "cli.ts"], {
    ...runtime !== undefined && { env: { DENORT_BIN: runtime } },
  });
}

/**
 * What a binary would hold, found out without a runtime.
 *
 * @throws {Error} If `deno compile` fails.
 */
export async function payloadWithout(permissions: readonly string[]): Promise<Payload> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-compile-" });
  try {
    const [runtime, output] = [join(folder, "runtime"), join(folder, "dirscope")];
    await Deno.writeFile(runtime, standIn());
    const target = "x86_64-unknown-linux-gnu";
    const { code, stderr } = await compile({ target, output, permissions, runtime });
    if (code !== 0) throw new Error(`deno compile: ${causeOf(stderr)}`);
    return readPayload(await Deno.readFile(output));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The least that `deno compile` takes for a runtime: an ELF header and one segment of nothing. */
export function standIn(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(120);
  const view = new DataView(bytes.buffer);
  const put16 = (at: number, value: number) => view.setUint16(at, value, true);
  const put32 = (at: number, value: number) => view.setUint32(at, value, true);
  // The magic, 64 bits, little-endian, version 1.
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  put16(16, 2); // An executable
  put16(18, 62); // for x86-64,
  put32(20, 1); // of version 1.
  put32(32, 64); // Its segments are described here,
  put16(52, 64); // behind the header of this size,
  put16(54, 56); // in this many bytes each,
  put16(56, 1); // and there is one:
  put32(64, 1); // to be loaded,
  put32(68, 5); // read and executed,
  for (const at of [80, 88]) put32(at, 0x400000); // at this address,
  for (const at of [96, 104]) put32(at, bytes.length); // of this size
  put32(112, 0x1000); // and alignment.
  return bytes;
}

/** Why the runtime could not be fetched, or nothing if that is not what `deno compile` says. */
export function fetchFailure(stderr: string): string | undefined {
  const [, cause] = stderr.match(/^\s+0: Setting up base binary\.\n\s+1: (.*)$/m) ?? [];
  // What cannot be written to the cache is named by a path, what cannot be fetched by an address.
  return cause?.match(/https?:\/\/\S+\/denort-/) ? cause : undefined;
}

/** What `deno compile` says went wrong, without the trace of its own code. */
export function causeOf(stderr: string): string {
  return stderr.split("\nStack backtrace:")[0]!.trim();
}
