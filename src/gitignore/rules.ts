/** The `.gitignore` rules in force along a walk. */
import { UNREADABLE } from "../git/read_file.ts";
import type { Repository } from "../git/repository.ts";
import type { TrackedIn } from "../git/tracked_files.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { baseNameOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { ancestryOf } from "./ancestry.ts";
import type { Rule } from "./git_rule.ts";
import {
  type DecidingRule,
  enterChain,
  freshChain,
  type GitignoreSemantics,
  matchCostOf,
  type OwnFiles,
  type RuleChain,
  type RuleContext,
  ruleContextOf,
  withOwnRules,
} from "./rule_chain.ts";
import type { ShownRules } from "./shown_rules.ts";

/** What decides on an entry. */
export interface Decision {
  readonly isIgnored: boolean;
  /** The deciding rule, if there is one; a negated rule does not ignore, nor does one of the host's `show`. */
  readonly decidingRule: DecidingRule | undefined;
  /** Whether the rule would ignore the entry, but git tracks it. */
  readonly isTracked: boolean;
  /** Whether the rule ignores a directory above. */
  readonly isInherited: boolean;
}

/**
 * A directory that is open although a rule ignores it, and all in it by that rule: git tracks files in it, or the
 * host shows something in it.
 */
interface ReincludedPath {
  readonly decidingRule: DecidingRule;
  /** The repository whose rule it is. */
  readonly repository: Repository | undefined;
  /** Whether it is open for the host's sake alone. */
  readonly isForPolicy: boolean;
}

/** What the rules in one directory are made of. */
interface RuleState {
  readonly chain: RuleChain;
  /** What the host shows in it. */
  readonly shown: ShownRules | undefined;
  /** Why it is open, if it is ignored. */
  readonly reincluded: ReincludedPath | undefined;
}

/** The rules of the directories above the start of a walk, as far up as they apply. */
export async function rulesAbove(
  scope: Scope,
  start: ScopedPath,
  semantics: GitignoreSemantics,
  pacer: Pacer,
): Promise<IgnoreRules> {
  const context = await ruleContextOf(scope, semantics);
  const { directories, repository } = ancestryOf(scope, start);
  let chain = await freshChain(context, { path: directories.at(-1)! }, pacer);
  let { unread } = chain;
  // The walk reads the files of the start itself.
  for (let i = directories.length - 1; i > 0; i--) {
    const ownFiles = { gitignore: true, git: directories[i] === repository };
    chain = await withOwnRules(context, chain, { ownFiles, isOpen: () => true }, pacer);
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

const ALL: OwnFiles = { gitignore: true, git: true };

/** The rules in force in one directory. Immutable: entering a directory returns new ones. */
export class IgnoreRules {
  /** How many characters of patterns one verdict may have to look at. */
  readonly matchCost: number;
  /** Whether they ignore nothing but `.git` directories, here and in all that holds no rules of its own. */
  readonly isVacuous: boolean;
  /** How many files could not be read where these rules were made: above the start, or in the directory. */
  readonly unread: number;
  /** The repository whose index a verdict here would have needed, if it could not be read. */
  unreadIndex: string | undefined;
  readonly #context: RuleContext;
  readonly #state: RuleState;
  #neededIndex = false;
  /** What git tracks here, once it is asked for. */
  #tracked: TrackedIn | undefined;
  /** The subdirectories that are ignored and open all the same. */
  #reincluded: Map<string, ReincludedPath> | undefined;

  /** Made by {@linkcode rulesAbove}. */
  constructor(context: RuleContext, state: RuleState) {
    const { chain, shown, reincluded } = state;
    this.#context = context;
    this.#state = state;
    this.matchCost = matchCostOf(chain) + (shown?.matchCost ?? 0);
    this.isVacuous = chain.files.length === 0 && shown === undefined && reincluded === undefined;
    this.unread = chain.unread;
  }

  /**
   * The rules in force in a subdirectory, without those of its own files. The verdict on it comes first.
   *
   * @param path Where it is.
   * @param name Its name as walked; `""` for the directory itself.
   */
  enter(path: ScopedPath, name: string): IgnoreRules {
    const { chain, shown } = this.#state;
    if (name === "") {
      return new IgnoreRules(this.#context, {
        ...this.#state,
        chain: { ...chain, path, unread: 0 },
      });
    }
    const isShown = shown?.showing(name, true) !== undefined;
    const reincluded = isShown ? undefined : this.#reincluded?.get(name) ?? this.#state.reincluded;
    const hasRules = reincluded === undefined || shown !== undefined;
    return new IgnoreRules(this.#context, {
      chain: enterChain(hasRules ? chain : { ...chain, files: [] }, path, name),
      shown: shown?.enter(name),
      reincluded,
    });
  }

  /**
   * These rules plus those of the directory's own `.gitignore` file, or those of the repository that it is the
   * root of.
   *
   * @param ownFiles Which files of its own it may hold.
   */
  async withOwnRules(pacer: Pacer, ownFiles: OwnFiles = ALL): Promise<IgnoreRules> {
    const { scope } = this.#context;
    const { chain, reincluded } = this.#state;
    // The rules of a hidden file hold, but a hidden directory is not there.
    if (scope.visibility?.hides(chain.path.real, true)) return this;
    // What git tracks leads into another repository, which stands for itself; what the host shows does not.
    const reincludedIn = ({ repository }: RuleChain): ReincludedPath | undefined =>
      repository === chain.repository || reincluded?.isForPolicy ? reincluded : undefined;
    const isOpen = (of: RuleChain): boolean => !isIgnoredByItsOwn(of, reincludedIn(of));
    const whole = await withOwnRules(this.#context, chain, { ownFiles, isOpen }, pacer);
    if (whole === chain) return this;
    return new IgnoreRules(this.#context, {
      ...this.#state,
      chain: whole,
      reincluded: reincludedIn(whole),
    });
  }

  /** Whether an entry of the directory is ignored by itself, whatever its parents are. */
  ignores(name: string, isDirectory: boolean): boolean {
    if (isDirectory && name === ".git") return true;
    return this.#isIgnored(name, isDirectory, this.#decidingRule(name, isDirectory));
  }

  /** What decides on an entry. */
  decide(name: string, isDirectory: boolean): Decision {
    const gitRule = this.#decidingRule(name, isDirectory);
    const isIgnored = this.#isIgnored(name, isDirectory, gitRule);
    const exception = isIgnoring(gitRule) ? this.#exceptionFor(name, isDirectory) : undefined;
    const isShown = typeof exception === "object";
    return {
      isIgnored,
      decidingRule: isShown ? { source: { host: "show" }, rule: exception } : gitRule,
      isTracked: exception === "tracked",
      isInherited: this.#state.reincluded !== undefined,
    };
  }

  /** Whether a verdict here is not final, since it needs the index: see {@linkcode IgnoreRules.readIndex}. */
  get awaitsIndex(): boolean {
    return this.#neededIndex && this.#state.chain.repository?.tracked === undefined;
  }

  /** Reads what git tracks, after which the verdicts that needed it can be asked for again. */
  async readIndex(pacer: Pacer): Promise<void> {
    await this.#state.chain.repository?.readTracked(pacer);
  }

  /** Whether an entry is ignored, given the rule of git's that decides. */
  #isIgnored(name: string, isDirectory: boolean, decidingRule: DecidingRule | undefined): boolean {
    if (!isIgnoring(decidingRule)) return false;
    const exception = this.#exceptionFor(name, isDirectory);
    if (exception === undefined) return true;
    if (isDirectory) {
      const { repository } = this.#state.reincluded ?? this.#state.chain;
      const isForPolicy = exception !== "tracked";
      this.#reincluded ??= new Map<string, ReincludedPath>();
      this.#reincluded.set(name, { decidingRule, repository, isForPolicy });
    }
    return false;
  }

  /** Why an entry that a rule ignores is not left out: the host shows it or something in it, or git tracks it. */
  #exceptionFor(name: string, isDirectory: boolean): Rule | "tracked" | undefined {
    const { shown } = this.#state;
    const rule = shown?.showing(name, isDirectory);
    if (rule !== undefined) return rule;
    if (this.#isTracked(name, isDirectory)) return "tracked";
    return isDirectory ? shown?.leadingThrough(name) : undefined;
  }

  #isTracked(name: string, isDirectory: boolean): boolean {
    const { chain, reincluded } = this.#state;
    const { repository, below } = chain;
    // What another repository's rule ignores, the index here does not save.
    if (repository === undefined || reincluded && !isIgnoredByItsOwn(chain, reincluded)) {
      return false;
    }
    const { tracked } = repository;
    if (tracked === undefined) {
      this.#neededIndex = true;
      return false;
    }
    if (tracked !== UNREADABLE) this.#tracked ??= tracked.in(below);
    if (this.#tracked === undefined || this.#tracked.isUnknown) {
      this.unreadIndex = repository.isHidden ? undefined : repository.root.real;
    }
    return this.#tracked?.has(name, isDirectory) ?? false;
  }

  /**
   * The rule of git's that decides. The last matching rule of a file is final for the file. Files are asked from
   * the deepest up:
   *
   * - `git`: the first file with a matching rule decides.
   * - `any-match`: the first file that ignores the entry decides.
   */
  #decidingRule(name: string, isDirectory: boolean): DecidingRule | undefined {
    const { chain: { files }, reincluded } = this.#state;
    if (reincluded !== undefined) return reincluded.decidingRule;
    for (let i = files.length - 1; i >= 0; i--) {
      const { source, rules } = files[i]!;
      const rule = rules.ruleFor(name, isDirectory);
      if (rule === undefined) continue;
      if (this.#context.semantics === "git" || !rule.isNegated) return { source, rule };
    }
    return undefined;
  }
}

/** Whether a rule of a directory's own repository ignores it: git then reads no rules in it. */
function isIgnoredByItsOwn(
  { repository }: RuleChain,
  reincluded: ReincludedPath | undefined,
): boolean {
  return reincluded !== undefined && reincluded.repository === repository;
}

function isIgnoring(decidingRule: DecidingRule | undefined): decidingRule is DecidingRule {
  return decidingRule !== undefined && !decidingRule.rule.isNegated;
}
