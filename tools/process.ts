/**
 * This repository, and what the tools run in it.
 *
 * @module
 */
import { fromFileUrl } from "@std/path/from-file-url";

/** The folder of this repository. */
export const REPOSITORY: string = fromFileUrl(new URL("..", import.meta.url));

/** A child that runs for longer than this hangs, and is killed. */
const HANGS_AFTER_MS = 600_000;

/** How a child ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start a child. */
export interface Start {
  /** The repository without it. */
  readonly cwd?: string;
  /** Set besides what this process has. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, without colours and without input. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd = REPOSITORY, env }: Start = {},
): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
