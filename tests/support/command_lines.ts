/**
 * Runs a table of command lines in one process. Started as a program, it takes the words of each on a line
 * of its standard input, and answers with a line, both JSON.
 */
import { assertEquals } from "@std/assert";
import { main } from "../../cli.ts";
import { denoRun, type ProcessResult, projectFile, run } from "./process.ts";

/** The result of a command line of a table. */
type Done = Omit<ProcessResult, "signal">;

/** Runs command lines one after the other in a process with these permissions. */
export async function runAll(
  cwd: string,
  lines: readonly (readonly string[])[],
  permissions: readonly string[] = ["--allow-read=."],
): Promise<Done[]> {
  const command = denoRun(["--no-prompt", ...permissions], projectFile(FILE));
  const input = lines.map((words) => `${JSON.stringify(words)}\n`).join("");
  const { code, stdout, stderr } = await run(command, { cwd, env: { NO_COLOR: "1" }, input });
  const done = stdout.split("\n").slice(0, -1).map((line): Done => JSON.parse(line));
  if (code !== 0 || done.length < lines.length) throw new Error(`${code}: ${stderr}`);
  return done;
}

/** A command line, and how it ends: by default with status 0, and nothing printed. */
export type CommandLineRow = readonly [
  words: readonly string[],
  expected: {
    readonly code?: number;
    readonly stdout?: string | RegExp;
    readonly stderr?: string | RegExp;
  },
];

/** Runs command lines in one process with these permissions, and checks how each ends. */
export async function assertEnds(
  cwd: string,
  rows: readonly CommandLineRow[],
  permissions?: readonly string[],
): Promise<void> {
  const done = await runAll(cwd, rows.map(([words]) => words), permissions);
  for (const [i, [words, expected]] of rows.entries()) {
    const found: Record<string, unknown> = { ...done[i]! };
    // What fits a pattern counts as the pattern.
    for (const [name, value] of Object.entries(expected)) {
      if (value instanceof RegExp && value.test(`${found[name]}`)) found[name] = value;
    }
    assertEquals(found, { code: 0, stdout: "", stderr: "", ...expected }, words.join(" "));
  }
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
  const { createInterface } = await import("node:readline");
  const { stdin } = await import("node:process");
  for await (const line of createInterface({ input: stdin, crlfDelay: Infinity })) {
    const bytes = new TextEncoder().encode(`${JSON.stringify(await capture(JSON.parse(line)))}\n`);
    for (let at = 0; at < bytes.length;) at += print(bytes.subarray(at));
  }
}
