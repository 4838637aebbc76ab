/**
 * Git itself, without the settings of whoever runs the tests.
 *
 * @module
 */
import { run } from "./process.ts";
import { cutAtNul } from "./shell.ts";

/** What keeps the settings of a machine and a person away from git. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  LC_ALL: "C",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@b",
};

/** Runs git in a folder, and returns what it prints, cut at each NUL. It must print no complaint. */
export async function gitIn(
  folder: string,
  args: readonly string[],
  input = "",
): Promise<string[]> {
  const { code, stdout, stderr } = await run(["git", ...args], {
    cwd: folder,
    input,
    env: GIT_ENVIRONMENT,
  });
  if (code > 1 || stderr !== "") throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return cutAtNul(stdout);
}
