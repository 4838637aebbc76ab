import { gitDirectoriesOf } from "../git/git_directory.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { Ancestry } from "./ancestry.ts";

interface RulesOutsideScope {
  /** Set if the scope ends inside what may be a repository, or its git directory lies outside. */
  readonly rules_above_scope?: "unknown";
  /** Set in the second of those cases. */
  readonly git_directory?: "outside_scope";
}

export async function unknownRulesOf(
  scope: Scope,
  ancestries: readonly Ancestry[],
  pacer: Pacer,
): Promise<RulesOutsideScope> {
  const unknown: RulesOutsideScope = {};
  for (const each of ancestries) {
    Object.assign(unknown, await unknownRulesAbove(scope, each, pacer));
  }
  return unknown;
}

async function unknownRulesAbove(
  scope: Scope,
  { repository, endsAtRoot }: Ancestry,
  pacer: Pacer,
): Promise<RulesOutsideScope> {
  if (repository === undefined) return endsAtRoot ? {} : { rules_above_scope: "unknown" };
  const { gitDirectory, commonDirectory } = await gitDirectoriesOf(scope, repository, pacer);
  if (gitDirectory !== "outside_scope" && commonDirectory !== "outside_scope") return {};
  // Nothing may reveal that a hidden `.git` exists.
  const isHidden = scope.visibility?.hides(childOf(repository.real, ".git"), true);
  return { rules_above_scope: "unknown", ...!isHidden && { git_directory: "outside_scope" } };
}
