/**
 * Runs command lines: one in a process of its own, or a table of them in one process. Started as a
 * program, it takes the table as JSON on its standard input.
 *
 * @module
 */
import { main } from "../../cli.ts";
import { denoRun, type Ended, projectFile, run } from "./process.ts";

/** The result of a command line of a table. */
export type Done = Omit<Ended, "signal">;

/** Runs one command line in a process of its own, without colours. */
export async function cli(
  cwd: string,
  words: readonly string[],
  permissions: readonly string[] = ["--allow-read=."],
): Promise<Ended> {
  const command = denoRun(["--no-prompt", ...permissions], projectFile("cli.ts"), ...words);
  return await run(command, { cwd, env: { NO_COLOR: "1" } });
}

/** Runs command lines one after the other in a process with these permissions. */
export async function runAll(
  cwd: string,
  lines: readonly (readonly string[])[],
  permissions: readonly string[] = ["--allow-read=."],
): Promise<Done[]> {
  const command = denoRun(["--no-prompt", ...permissions], projectFile(FILE));
  const { code, stdout, stderr } = await run(command, { cwd, input: JSON.stringify(lines) });
  if (code !== 0) throw new Error(`${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

const FILE = "tests/support/command_lines.ts";

async function capture(words: readonly string[]): Promise<Done> {
  const decoder = new TextDecoder();
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    const writeSync = (bytes: Uint8Array): number => {
      texts[name] += decoder.decode(bytes);
      return bytes.length;
    };
    Object.assign(Deno[name], { writeSync, write: (bytes: Uint8Array) => writeSync(bytes) });
  }
  const code = await main(words).catch((error) => {
    texts.stderr += `Uncaught ${error}`;
    return -1;
  });
  return { code, ...texts };
}

if (import.meta.main) {
  const print = Deno.stdout.writeSync.bind(Deno.stdout);
  const lines: string[][] = JSON.parse(await new Response(Deno.stdin.readable).text());
  const done: Done[] = [];
  for (const words of lines) done.push(await capture(words));
  const bytes = new TextEncoder().encode(JSON.stringify(done));
  for (let at = 0; at < bytes.length;) at += print(bytes.subarray(at));
}
