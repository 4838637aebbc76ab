/** The rules that a directory itself holds: its `.gitignore`, and `.git` where a repository begins. */
import { holdsGit } from "./ancestry.ts";
import { decodeUtf8, readFileAs, UNREADABLE } from "../git/read_file.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { childOf } from "../scope/path_text.ts";
import { freshChain, type RuleChain, type RuleContext, withText } from "./rule_chain.ts";

export interface OwnFiles {
  readonly gitignore: boolean;
  readonly git: boolean;
}

const MAX_GITIGNORE_BYTES = 1024 * 1024;

/** Git reads no `.gitignore` in a directory that its repository's own rules ignore: `isOpen` is then `false`. */
export async function withOwnRules(
  context: RuleContext,
  outer: RuleChain,
  { gitignore, git, isOpen }: OwnFiles & { readonly isOpen: (chain: RuleChain) => boolean },
  pacer: Pacer,
): Promise<RuleChain> {
  const { scope } = context;
  const chain = git ? await enterRepository(context, outer, pacer) : outer;
  const { repository, prefix } = chain;
  if (!gitignore && !repository?.skippedRules.has(prefix) || !isOpen(chain)) return chain;
  const path = childOf(chain.path.real, ".gitignore");
  const file = scope.locate(path);
  const options = { maxBytes: MAX_GITIGNORE_BYTES, costPerByte: 0, parse: decodeUtf8, other: "" };
  // A permission denies it, since the directory lies in the scope.
  const read = file ? await readFileAs(scope, file, options, pacer) : UNREADABLE;
  const text = read ?? await repository?.readSkippedRules(prefix, pacer);
  return await withText(context, chain, { path, text }, pacer);
}

/** Starts a fresh chain at the root of a nested repository, where outer rules end; elsewhere returns `chain`. */
async function enterRepository(
  context: RuleContext,
  chain: RuleChain,
  pacer: Pacer,
): Promise<RuleChain> {
  const { scope, semantics } = context;
  const { path } = chain;
  if (semantics === "any-match" || !holdsGit(scope, path)) return chain;
  const { Repository } = await import("../git/repository.ts");
  const repository = await Repository.at(scope, path, pacer);
  return await freshChain(context, { path, repository }, pacer);
}
