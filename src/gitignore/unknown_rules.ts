import { gitDirectoriesOf } from "../git/git_directory.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { Ancestry } from "./ancestry.ts";

/** Which rules may hold in a directory and are not known, since they lie outside the scope. */
export interface UnknownRules {
  readonly rules_above_scope?: "unknown";
  readonly git_directory?: "outside_scope";
}

/** Tells what is not known of the rules in a directory, given its ancestry. */
export async function unknownRulesOf(
  scope: Scope,
  { repository, endsAtRoot }: Ancestry,
  pacer: Pacer,
): Promise<UnknownRules> {
  if (repository === undefined) return endsAtRoot ? {} : { rules_above_scope: "unknown" };
  const { own, common } = await gitDirectoriesOf(scope, repository, pacer);
  return own === "outside" || common === "outside"
    ? { rules_above_scope: "unknown", git_directory: "outside_scope" }
    : {};
}
