/** The files of rules that hold in one directory, and how they are put together. */
import { holdsGit } from "../git/find_git.ts";
import { readRegularFile, textOf, UNREADABLE } from "../git/read_file.ts";
import type { Repository } from "../git/repository.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { DirectoryRules, IgnoreFile, IgnoreFileOptions } from "./git_ignore_file.ts";
import type { Rule } from "./git_rule.ts";

/** How the files of a directory and its ancestors combine: any may ignore, or git's own verdict. */
export type GitignoreSemantics = "any-match" | "git";

/** Where a rule was read: a file, by its resolved path, or a part of the host's policy. */
type RuleSource = { readonly file: string } | { readonly host: "excludes" | "show" };

/** A rule, and where it was read. */
export interface DecidingRule {
  readonly source: RuleSource;
  readonly rule: Rule;
}

/** What a directory holds that makes rules. */
export interface OwnFiles {
  readonly gitignore: boolean;
  readonly git: boolean;
}

/** A file of rules as it applies in one directory. */
interface PlacedRules extends Pick<DecidingRule, "source"> {
  readonly matchCost: number;
  readonly rules: DirectoryRules;
}

/** What all rules of a walk share. */
export interface RuleContext {
  readonly scope: Scope;
  readonly semantics: GitignoreSemantics;
  readonly parse: (text: string, pacer: Pacer, reading: IgnoreFileOptions) => Promise<IgnoreFile>;
  /** Cache: the host's global excludes, by whether they fold the case of letters. */
  readonly excludes: Map<boolean, IgnoreFile>;
}

/** The files that hold in one directory. */
export interface RuleChain {
  readonly path: ScopedPath;
  /** Lowest first. */
  readonly files: readonly PlacedRules[];
  /** The repository that the directory lies in; always `undefined` where any file may ignore. */
  readonly repository: Repository | undefined;
  /** Its path from the root of the repository: `""`, or a path that ends in `/`. */
  readonly below: string;
  /** How many files could not be read where the chain was made. */
  readonly unread: number;
}

/**
 * How many characters of patterns all rules in force may have to look at for one name. A real file has some
 * hundreds of them. At this bound, a verdict on the worst of names takes 8 ms.
 */
const MAX_MATCH_COST = 10_000;

/** The largest `.gitignore` that is read, in bytes. */
const MAX_GITIGNORE_BYTES = 1024 * 1024;

/** What is shared by all rules of a walk. */
export async function ruleContextOf(
  scope: Scope,
  semantics: GitignoreSemantics,
): Promise<RuleContext> {
  const parse = semantics === "git"
    ? (await import("./git_ignore_file.ts")).parseGitIgnoreFile
    : (await import("./npm_ignore_file.ts")).parseNpmIgnoreFile;
  return { scope, semantics, parse, excludes: new Map() };
}

/**
 * A chain with the files of its directory: if that is the root of a repository, no other counts.
 *
 * @param own Which of them there may be.
 * @param isOpen Whether the rules of the repository that it lies in do not ignore it: of an ignored directory, git
 * reads no `.gitignore`.
 */
export async function withOwnRules(
  context: RuleContext,
  chain: RuleChain,
  { ownFiles, isOpen }: {
    readonly ownFiles: OwnFiles;
    readonly isOpen: (of: RuleChain) => boolean;
  },
  pacer: Pacer,
): Promise<RuleChain> {
  const { scope, semantics } = context;
  const { path } = chain;
  let made = chain;
  if (semantics === "git" && ownFiles.git && holdsGit(scope, path)) {
    const { Repository } = await import("../git/repository.ts");
    const repository = await Repository.at(scope, path, pacer);
    made = await freshChain(context, { path, repository }, pacer);
  }
  if (!ownFiles.gitignore || !isOpen(made)) return made;
  const file = childOf(path.real, ".gitignore");
  const located = scope.locate(file);
  const bytes = located && await readRegularFile(scope, located, MAX_GITIGNORE_BYTES, pacer);
  const text = bytes instanceof Uint8Array ? textOf(bytes) : bytes;
  // Of a hidden one, the count would tell that it is there.
  const isHidden = () => scope.visibility?.hides(file, false) ?? false;
  return await withText(context, made, { source: { file }, text, isHidden }, pacer);
}

/**
 * The chain in a directory of which nothing above counts, perhaps the root of a repository: what holds there although
 * no directory holds it.
 */
export async function freshChain(
  context: RuleContext,
  { path, repository }: Pick<RuleChain, "path"> & { readonly repository?: Repository },
  pacer: Pacer,
): Promise<RuleChain> {
  const { scope, parse, excludes } = context;
  let made: RuleChain = { path, repository, files: [], below: "", unread: 0 };
  const text = scope.visibility?.excludes;
  if (text !== undefined) {
    const foldsCase = repository?.ignoresCase ?? false;
    const file = excludes.get(foldsCase) ?? await parse(text, pacer, { foldsCase });
    excludes.set(foldsCase, file);
    // The walk has counted it where it started, outside of any repository.
    const unread = () => repository === undefined ? unreadIn(made, pacer) : made;
    made = withFile(made, { host: "excludes" }, file) ?? unread();
  }
  if (repository === undefined) return made;
  const exclude = await repository.readExclude(pacer);
  const isRead = typeof exclude === "object";
  return await withText(context, made, {
    source: { file: isRead ? exclude.path.real : "" },
    text: isRead ? exclude.text : exclude,
    isHidden: () => repository.isHidden,
  }, pacer);
}

/** A file that was read, or not. */
interface ReadText {
  readonly source: RuleSource;
  readonly text: string | typeof UNREADABLE | undefined;
  /** Whether nothing may tell that it is there. */
  readonly isHidden: () => boolean;
}

async function withText(
  { parse }: RuleContext,
  chain: RuleChain,
  { source, text, isHidden }: ReadText,
  pacer: Pacer,
): Promise<RuleChain> {
  if (text === undefined) return chain;
  const foldsCase = chain.repository?.ignoresCase ?? false;
  const file = text === UNREADABLE ? undefined : await parse(text, pacer, { foldsCase });
  const made = file && withFile(chain, source, file);
  return made ?? (isHidden() ? chain : unreadIn(chain, pacer));
}

/** Adds a file; gives nothing if all in force would then take too long to match. */
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

/** How many characters of patterns the files may have to look at for one name. */
export function matchCostOf({ files }: RuleChain): number {
  return files.reduce((sum, { matchCost }) => sum + matchCost, 0);
}

/** The chain in a subdirectory, without the files of its own. */
export function enterChain(chain: RuleChain, path: ScopedPath, name: string): RuleChain {
  const { files, repository, below } = chain;
  return {
    path,
    files: files.map((file) => ({ ...file, rules: file.rules.enter(name) })),
    repository,
    below: repository === undefined ? "" : `${below}${name}/`,
    unread: 0,
  };
}
