/**
 * Runs a binary as users would.
 *
 * @module
 */
import { join } from "@std/path/join";
import config from "../deno.json" with { type: "json" };
import { type ProcessResult, run } from "./process.ts";

/** A command line and its expected result. */
interface Trial {
  readonly args: readonly string[];
  readonly code: number;
  readonly stdout: string;
  readonly stderr: RegExp;
}

const VERSION: Trial = {
  args: ["--version"],
  code: 0,
  stdout: `dirscope ${config.version}\n`,
  stderr: /^$/,
};

/** Command lines for a binary that may read only its working directory, some of which must fail. */
const READING: readonly Trial[] = [
  // With the modules that read .gitignore files.
  { args: ["--use-gitignore"], code: 0, stdout: ".gitignore\nkept.txt\n", stderr: /^$/ },
  // With the MCP SDK.
  { args: ["mcp"], code: 0, stdout: "", stderr: /^$/ },
  { args: ["../outside"], code: 1, stdout: "", stderr: /^dirscope: no permission for / },
  {
    args: ["overview", "../outside"],
    code: 1,
    stdout: "",
    stderr: /^dirscope: no permission for /,
  },
];

/**
 * Runs a binary in a folder of its own.
 *
 * @param isDocumented Whether it has the documented permission: to read the folder it is started in.
 * @returns What it does wrong, in words.
 */
export async function tryBinary(binary: string, isDocumented: boolean): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-compile-" });
  try {
    const inside = join(folder, "inside");
    await Deno.mkdir(inside);
    await Deno.mkdir(join(folder, "outside"));
    await Deno.writeTextFile(join(inside, ".gitignore"), "ignored.txt\n");
    for (const name of ["kept.txt", "ignored.txt"]) {
      await Deno.writeTextFile(join(inside, name), "");
    }
    const complaints: string[] = [];
    for (const trial of isDocumented ? [VERSION, ...READING] : [VERSION]) {
      const ended = await run(binary, trial.args, { cwd: inside });
      if (!isAsExpected(ended, trial)) complaints.push(complaint(ended, trial));
    }
    return complaints;
  } catch (error) {
    return [`it does not run: ${error instanceof Error ? error.message : error}`];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function isAsExpected({ code, stdout, stderr }: ProcessResult, trial: Trial): boolean {
  return code === trial.code && stdout === trial.stdout && trial.stderr.test(stderr);
}

function complaint({ code, stdout, stderr }: ProcessResult, { args }: Trial): string {
  const shown = `${stdout}${stderr}`.trim().slice(0, 300);
  return `"dirscope ${args.join(" ")}" ends with ${code} and prints: ${shown}`;
}
