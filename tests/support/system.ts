/**
 * What tests need from the system besides trees: a shell, other programs, the order of bytes.
 *
 * @module
 */
import { run, type Start } from "./process.ts";

export { withReads, withUnreadable } from "./disk_reads.ts";
export { stall } from "./failing_disk.ts";

/** Runs a POSIX shell script in a folder, and returns what it prints. */
export async function shell(cwd: string, script: string): Promise<string> {
  const { code, stdout, stderr } = await run(["sh", "-ec", script], { cwd });
  if (code !== 0) throw new Error(`${script}: ${stderr}`);
  return stdout;
}

/** Runs a program with this input, and returns what it prints; `undefined` if it does not exist. */
export async function pipe(
  program: string,
  args: readonly string[],
  input: string,
  options: Pick<Start, "cwd" | "env"> = {},
): Promise<string | undefined> {
  try {
    const { code, stdout, stderr } = await run([program, ...args], { input, ...options });
    if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
    return stdout;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** The order of `LC_ALL=C sort`. */
export function compareBytes(a: string, b: string): number {
  const [x, y] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return x[i]! - y[i]!;
  }
  return x.length - y.length;
}
