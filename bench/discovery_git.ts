/**
 * Git as the benches run it: with nobody's settings.
 *
 * @module
 */

/** The working directory, input and environment of git. */
export interface GitOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the output of git; fails if git does. */
export async function git(args: readonly string[], options?: GitOptions): Promise<string> {
  const { success, text, complaint } = await tryGit(args, options);
  if (!success) throw new Error(`git ${args.join(" ")}: ${complaint}`);
  return text;
}

/** Returns the output and the errors of git. */
export async function tryGit(
  args: readonly string[],
  { cwd, env }: GitOptions = {},
): Promise<{ success: boolean; text: string; complaint: string }> {
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["-c", "core.quotePath=false", ...args],
    ...cwd !== undefined && { cwd },
    env: {
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_LFS_SKIP_SMUDGE: "1",
      ...env,
    },
  }).output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout), complaint: decoder.decode(stderr) };
}
