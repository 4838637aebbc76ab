/**
 * Runs programs in this repository.
 *
 * The tools have their own runner, without input or a terminal, so that they do not depend on the tests.
 *
 * @module
 */
import { fromFileUrl } from "@std/path/from-file-url";

/** The folder of this repository. */
export const REPOSITORY: string = fromFileUrl(new URL("..", import.meta.url));

/** Time that a child may run before it is killed, in milliseconds. */
const TIMEOUT_MS = 600_000;

/** The result of a child process. */
export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options for a child process. */
export interface ProcessOptions {
  /** The working directory. By default, the repository. */
  readonly cwd?: string;
  /** Set in addition to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, without colours or input. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd = REPOSITORY, env }: ProcessOptions = {},
): Promise<ProcessResult> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
