/** The shell and other programs. */
import { type ProcessOptions, run } from "./process.ts";

/** Runs a POSIX shell script in a folder, and returns what it prints. */
export async function shell(cwd: string, script: string): Promise<string> {
  const { code, stdout, stderr } = await run(["sh", "-ec", script], { cwd });
  if (code !== 0) throw new Error(`${script}: ${stderr}`);
  return stdout;
}

/** Runs a program with this input, and returns what it prints. */
export async function pipe(
  program: string,
  args: readonly string[],
  input: string,
  options: Pick<ProcessOptions, "cwd" | "env"> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run([program, ...args], { input, ...options });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** The items of a text that ends each with a NUL character. */
export function cutAtNul(text: string): string[] {
  return text.split("\0").slice(0, -1);
}

/** Items as `sort -z` or `git --stdin -z` read them. */
export function endWithNul(items: readonly string[]): string {
  return items.map((item) => `${item}\0`).join("");
}
