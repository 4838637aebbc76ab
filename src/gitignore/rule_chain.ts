/** The `.gitignore` files in force in one directory, as an immutable stack. */
import { UNREADABLE } from "../git/read_file.ts";
import type { Repository, RulesFile } from "../git/repository.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { DirectoryRules, IgnoreFile, IgnoreFileOptions } from "./git_ignore_file.ts";
import type { Rule } from "./git_rule.ts";

/** Any file may ignore, or git's own precedence holds; for a project, stores of version control are ignored besides. */
export type GitignoreSemantics = "any-match" | "git" | "project";

/** The origin of a rule: a file, by its resolved path, or a part of the host's policy. */
type RuleSource =
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "policy"; readonly part: "excludes" | "show" };

export interface DecidingRule {
  readonly source: RuleSource;
  readonly rule: Rule;
}

interface PlacedRules extends Pick<DecidingRule, "source"> {
  readonly matchCost: number;
  readonly rules: DirectoryRules;
}

export interface RuleContext {
  readonly scope: Scope;
  readonly semantics: GitignoreSemantics;
  readonly parse: (text: string, pacer: Pacer, options: IgnoreFileOptions) => Promise<IgnoreFile>;
  /** Cache: the policy's global excludes, by whether they fold the case of letters. */
  readonly excludes: Map<boolean, IgnoreFile>;
}

export interface RuleChain {
  readonly path: ScopedPath;
  /** Lowest precedence first. */
  readonly files: readonly PlacedRules[];
  /** The repository that the directory lies in; always `undefined` where any file may ignore. */
  readonly repository: Repository | undefined;
  /** The directory's path from the root of the repository: `""`, or a path that ends in `/`. */
  readonly prefix: string;
  /** The number of files that could not be read where the chain was made. */
  readonly unread: number;
}

/** Maximum match cost of all rules in force: a real file has some hundreds; here, the worst name takes 8 ms. */
const MAX_MATCH_COST = 10_000;

/** Starts a chain where no outer rule applies, with the global excludes, or the repository's own, and `info/exclude`. */
export async function freshChain(
  context: RuleContext,
  { path, repository }: Pick<RuleChain, "path"> & { readonly repository?: Repository },
  pacer: Pacer,
): Promise<RuleChain> {
  const { scope, parse, excludes } = context;
  let chain: RuleChain = { path, repository, files: [], prefix: "", unread: 0 };
  const own = await repository?.readExcludesFile(pacer);
  const text = own === undefined ? scope.visibility?.excludes : undefined;
  if (text !== undefined) {
    const foldsCase = repository?.ignoresCase ?? false;
    const file = excludes.get(foldsCase) ?? await parse(text, pacer, { foldsCase });
    excludes.set(foldsCase, file);
    // The walk has counted it where it started, outside of any repository.
    const unread = () => repository === undefined ? unreadIn(chain, pacer) : chain;
    chain = withFile(chain, { type: "policy", part: "excludes" }, file) ?? unread();
  }
  if (repository === undefined) return chain;
  for (const file of [own, await repository.readExclude(pacer)]) {
    if (file !== undefined) chain = await withText(context, chain, file, pacer);
  }
  return chain;
}

export async function withText(
  { parse }: RuleContext,
  chain: RuleChain,
  { path, text }: RulesFile,
  pacer: Pacer,
): Promise<RuleChain> {
  if (text === undefined) return chain;
  const foldsCase = chain.repository?.ignoresCase ?? false;
  const file = text === UNREADABLE ? undefined : await parse(text, pacer, { foldsCase });
  const extended = file && withFile(chain, { type: "file", path }, file);
  return extended ?? unreadIn(chain, pacer);
}

/** Adds a file; `undefined` if all files in force would then take too long to match. */
function withFile(
  chain: RuleChain,
  source: RuleSource,
  { matchCost, here }: IgnoreFile,
): RuleChain | undefined {
  if (matchCostOf(chain) + matchCost > MAX_MATCH_COST) return undefined;
  return { ...chain, files: [...chain.files, { source, matchCost, rules: here }] };
}

function unreadIn(chain: RuleChain, pacer: Pacer): RuleChain {
  pacer.counts.unreadRules++;
  return { ...chain, unread: chain.unread + 1 };
}

export function matchCostOf({ files }: RuleChain): number {
  return files.reduce((sum, { matchCost }) => sum + matchCost, 0);
}

export function enterChain(chain: RuleChain, path: ScopedPath, name: string): RuleChain {
  const { files, repository, prefix } = chain;
  return {
    path,
    files: files.map((file) => ({ ...file, rules: file.rules.enter(name) })),
    repository,
    prefix: repository === undefined ? "" : `${prefix}${name}/`,
    unread: 0,
  };
}
