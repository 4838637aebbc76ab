/**
 * Runs `deno compile` with the flags that all binaries share.
 *
 * @module
 */
import { join } from "@std/path/join";
import { type Payload, readPayload } from "./payload.ts";
import { type ProcessResult, run } from "./process.ts";

/** The flags that all binaries share. */
const FLAGS = [
  // `deno task check` checks the types.
  "--no-check",
  // Fails unless the lock file is up to date.
  "--frozen",
  // Leaves out the packages of tests and benches.
  "--exclude-unused-npm",
  "--no-prompt",
  "--deny-import",
  // A program that only reads should leave no file behind, nor run one that others could have written.
  "--no-code-cache",
];

/** The options of a compilation. */
export interface Compilation {
  readonly target: string;
  /** The path of the binary. */
  readonly output: string;
  readonly permissions: readonly string[];
  /** The runtime to build on. By default, Deno fetches one. */
  readonly runtime?: string | undefined;
}

/** Compiles cli.ts to a binary. */
export async function compile(
  { target, output, permissions, runtime }: Compilation,
): Promise<ProcessResult> {
  const flags = [...FLAGS, ...permissions, "--target", target, "--output", output];
  return await run(Deno.execPath(), ["compile", "--quiet", ...flags, "cli.ts"], {
    ...runtime !== undefined && { env: { DENORT_BIN: runtime } },
  });
}

/**
 * Returns the contents that a binary would have, determined without a runtime.
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

/** The smallest file that `deno compile` accepts as a runtime: an ELF header and one empty segment. */
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

/** Returns the reason why the runtime could not be fetched; `undefined` if `deno compile` failed for another reason. */
export function fetchFailure(stderr: string): string | undefined {
  const [, cause] = stderr.match(/^\s+0: Setting up base binary\.\n\s+1: (.*)$/m) ?? [];
  // A failed download is reported with a URL, a failed write to the cache with a path.
  return cause?.match(/https?:\/\/\S+\/denort-/) ? cause : undefined;
}

/** The error of `deno compile`, without its stack trace. */
export function causeOf(stderr: string): string {
  return stderr.split("\nStack backtrace:")[0]!.trim();
}
