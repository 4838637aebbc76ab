import { holdsGit } from "../git/holds_git.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { freshChain, type RuleChain, type RuleContext } from "./rule_chain.ts";

/** Starts a fresh chain at the root of a nested repository, where outer rules end; elsewhere returns `chain`. */
export async function enterRepository(
  context: RuleContext,
  chain: RuleChain,
  pacer: Pacer,
): Promise<RuleChain> {
  const { scope, semantics } = context;
  const { path } = chain;
  if (semantics !== "git" || !holdsGit(scope, path)) return chain;
  const { Repository } = await import("../git/repository.ts");
  const repository = await Repository.at(scope, path, pacer);
  return await freshChain(context, { path, repository }, pacer);
}
