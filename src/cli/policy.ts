/** The visibility policy of a command line. */
import { lineSafe } from "../text/line_safe.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";
import { Scope } from "../scope/scope.ts";
import { isGone, misplacedIn, policyProblem } from "../tools/checked_policy.ts";
import type { HostFlags } from "./host_flags.ts";
import { CommandError, UsageError } from "./terminal.ts";

/**
 * Returns the policy that the flags describe, with the text of the excludes file that they name.
 *
 * @throws {UsageError} If there are too many patterns, or one is too long.
 * @throws {CommandError} If the file cannot be read, or is too large.
 */
export function policyOf(
  { hide, show, "excludes-file": excludesFile, "ignore-file": ignoreFiles, scope: roots }:
    HostFlags,
  start?: readonly string[],
): VisibilityPolicy {
  // What is gone is for the call to say.
  const from = start?.filter((path) => !isGone(new Scope(), path));
  const policy = { hide, show, ignoreFiles, ...from && { from } };
  const problem = policyProblem(policy, { roots }) ?? misplacedIn(policy, { roots });
  if (problem !== undefined) {
    throw new UsageError(`--${problem.replace(/^ignoreFiles/, "ignore-file")}`);
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
