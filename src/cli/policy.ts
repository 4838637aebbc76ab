/** The visibility policy of a command line. */
import { lineSafe } from "../text/line_safe.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";
import { policyProblem } from "../tools/checked_policy.ts";
import type { HostFlags } from "./common_flags.ts";
import { CommandError, UsageError } from "./terminal.ts";

/**
 * Returns the policy that the flags describe, with the text of the excludes file that they name.
 *
 * @throws {UsageError} If there are too many patterns, or one is too long.
 * @throws {CommandError} If the file cannot be read, or is too large.
 */
export function policyOf(
  { hide, show, "excludes-file": excludesFile, scope: roots }: HostFlags,
  from?: readonly string[],
): VisibilityPolicy {
  const policy = { hide, show, ...from && { from } };
  const problem = policyProblem(policy, { roots });
  if (problem !== undefined) {
    throw new UsageError(`--${problem}`);
  }
  if (excludesFile === undefined) return policy;
  const whole = { ...policy, excludes: readExcludesFile(excludesFile) };
  if (policyProblem(whole, { roots }) !== undefined) {
    throw excludesFileError(excludesFile, "it is too large");
  }
  return whole;
}

function readExcludesFile(file: string): string {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    throw excludesFileError(
      file,
      error instanceof Deno.errors.NotFound ? "it does not exist" : "it cannot be read",
    );
  }
}

function excludesFileError(file: string, reason: string): CommandError {
  return new CommandError(`cannot use '${lineSafe(file)}' as an excludes file: ${reason}`);
}
