import type { Pacer } from "../pacing/pacer.ts";
import { baseNameOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { ancestryOf } from "./ancestry.ts";
import { IgnoreRules } from "./ignore_rules.ts";
import { withOwnRules } from "./own_rules.ts";
import { enterChain, freshChain, type GitignoreSemantics, type RuleContext } from "./rule_chain.ts";
import type { ShownRules } from "./shown_rules.ts";

/** Reads the rules of the directories above the start of a walk, as far up as they apply. */
export async function rulesAbove(
  scope: Scope,
  start: ScopedPath,
  semantics: GitignoreSemantics,
  pacer: Pacer,
): Promise<IgnoreRules> {
  const { parseGitIgnoreFile, parseNpmIgnoreFile } = await import("./git_ignore_file.ts");
  const parse = semantics === "any-match" ? parseNpmIgnoreFile : parseGitIgnoreFile;
  const context: RuleContext = { scope, semantics, parse, excludes: new Map() };
  const { directories, repository } = ancestryOf(scope, start);
  let chain = await freshChain(context, { path: directories.at(-1)! }, pacer);
  let { unread } = chain;
  // The walk reads the files of the start itself.
  for (let i = directories.length - 1; i > 0; i--) {
    const ownFiles = { gitignore: true, git: directories[i] === repository };
    chain = await withOwnRules(context, chain, { ...ownFiles, isOpen: () => true }, pacer);
    unread += chain.unread;
    const inner = directories[i - 1]!;
    chain = enterChain(chain, inner, baseNameOf(inner.real));
  }
  const shown = await shownAt(scope, start, pacer);
  return new IgnoreRules(context, { chain: { ...chain, unread }, shown, reincluded: undefined });
}

async function shownAt(
  { visibility }: Scope,
  { real }: ScopedPath,
  pacer: Pacer,
): Promise<ShownRules | undefined> {
  if (visibility === undefined || visibility.show.length === 0) return undefined;
  const { ShownRules } = await import("./shown_rules.ts");
  const top = await ShownRules.parse(visibility.show, pacer);
  return visibility.namesTo(real).reduce((inner, name) => inner.enter(name), top);
}
