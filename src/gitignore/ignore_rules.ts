/** The `.gitignore` rules in force along a walk. */
import { UNREADABLE } from "../git/read_file.ts";
import type { Repository } from "../git/repository.ts";
import type { IndexLack, TrackedDirectory } from "../git/tracked_files.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Rule } from "./git_rule.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { childOf } from "../scope/path_text.ts";
import { isStore } from "./stores.ts";
import { type OwnFiles, withOwnRules } from "./own_rules.ts";
import {
  type DecidingRule,
  enterChain,
  matchCostOf,
  type RuleChain,
  type RuleContext,
} from "./rule_chain.ts";
import type { ShownRules } from "./shown_rules.ts";

export interface Decision {
  readonly isIgnored: boolean;
  /** The deciding rule, if there is one; a negated rule does not ignore, nor does one of the policy's `show`. */
  readonly decidingRule: DecidingRule | undefined;
  /** True if the rule would ignore the entry, but git tracks it. */
  readonly isTracked: boolean;
  readonly isInherited: boolean;
}

/** A directory that is walked although a rule ignores it and everything in it. */
interface ReincludedDirectory {
  readonly decidingRule: DecidingRule;
  readonly repository: Repository | undefined;
  /** True if the policy shows it, or something in it; false if git tracks files in it. */
  readonly isForPolicy: boolean;
}

interface RuleState {
  readonly chain: RuleChain;
  readonly shown: ShownRules | undefined;
  readonly reincluded: ReincludedDirectory | undefined;
}

const ALL_OWN_FILES: OwnFiles = { gitignore: true, git: true };

/** The rules in force in one directory. Immutable: entering a directory returns new ones. */
export class IgnoreRules {
  /** Maximum match cost of one verdict, in characters of patterns. */
  readonly matchCost: number;
  /** True if only stores are ignored, here and in each subdirectory without rules or stores of its own. */
  readonly isVacuous: boolean;
  /** The number of files that could not be read where these rules were made: above the start, or in the directory. */
  readonly unread: number;
  /** True if the directory's `.gitignore` is in the index alone. */
  readonly skipsOwn: boolean;
  readonly #context: RuleContext;
  readonly #state: RuleState;
  /** Why the index does not tell what a verdict here would have needed. */
  indexLack: IndexLack | "unreadable" | undefined;
  #needsIndex = false;
  #tracked: TrackedDirectory | undefined;
  /** The subdirectories that are ignored and walked all the same, by name. */
  #reincluded: Map<string, ReincludedDirectory> | undefined;

  /** Made by `rulesAbove`. */
  constructor(context: RuleContext, state: RuleState) {
    const { chain, shown, reincluded } = state;
    this.#context = context;
    this.#state = state;
    this.matchCost = matchCostOf(chain) + (shown?.matchCost ?? 0);
    this.isVacuous = chain.files.length === 0 && shown === undefined && reincluded === undefined &&
      !(context.semantics === "project" && chain.repository?.stores.length);
    this.unread = chain.unread;
    this.skipsOwn = chain.repository?.skippedRules.has(chain.prefix) === true;
  }

  /** Without those of the subdirectory's own files, after the verdict on it. `name` is `""` for the directory itself. */
  enter(path: ScopedPath, name: string): IgnoreRules {
    const { chain, shown } = this.#state;
    if (name === "") {
      const inPath = { ...chain, path, unread: 0 };
      return new IgnoreRules(this.#context, { ...this.#state, chain: inPath });
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

  async withOwnRules(pacer: Pacer, ownFiles: OwnFiles = ALL_OWN_FILES): Promise<IgnoreRules> {
    const { scope } = this.#context;
    const { chain, reincluded } = this.#state;
    // The rules of a hidden file hold, but a hidden directory is not there.
    if (scope.visibility?.hides(chain.path.real, true)) return this;
    // A tracked path ends at another repository, which has an index of its own; what the policy shows goes on.
    const reincludedIn = ({ repository }: RuleChain): ReincludedDirectory | undefined =>
      repository === chain.repository || reincluded?.isForPolicy ? reincluded : undefined;
    const isOpen = (of: RuleChain): boolean => !isIgnoredByOwnRepository(of, reincludedIn(of));
    const extended = await withOwnRules(this.#context, chain, { ...ownFiles, isOpen }, pacer);
    if (extended === chain) return this;
    const inner: RuleState = {
      ...this.#state,
      chain: extended,
      reincluded: reincludedIn(extended),
    };
    return new IgnoreRules(this.#context, inner);
  }

  ignores(name: string, isDirectory: boolean): boolean {
    if (this.isStore(name, isDirectory)) return true;
    return this.#isIgnored(name, isDirectory, this.#decidingRule(name, isDirectory));
  }

  /** Reports whether an entry of the directory is a store of version control: for git, a directory `.git` alone. */
  isStore(name: string, isDirectory: boolean): boolean {
    const { scope, semantics } = this.#context;
    if (semantics !== "project") return isDirectory && name === ".git";
    const { path, repository } = this.#state.chain;
    if (!isDirectory) return name === ".git";
    return isStore(scope, path, name) ||
      repository !== undefined && repository.stores.length > 0 &&
        repository.stores.includes(childOf(path.real, name));
  }

  decide(name: string, isDirectory: boolean): Decision {
    const gitRule = this.#decidingRule(name, isDirectory);
    const isIgnored = this.#isIgnored(name, isDirectory, gitRule);
    const exception = isIgnoring(gitRule) ? this.#exceptionFor(name, isDirectory) : undefined;
    return {
      isIgnored,
      decidingRule: typeof exception === "object"
        ? { source: { type: "policy", part: "show" }, rule: exception }
        : gitRule,
      isTracked: exception === "tracked",
      isInherited: this.#state.reincluded !== undefined,
    };
  }

  /** True if a verdict here is not final until {@linkcode IgnoreRules.readIndex} was called. */
  get awaitsIndex(): boolean {
    return this.#needsIndex && this.#state.chain.repository?.tracked === undefined;
  }

  /** The repository whose index a verdict here would have needed, if it could not be read. */
  get unreadIndex(): string | undefined {
    return this.indexLack && this.#state.chain.repository?.root.real;
  }

  /** Reads the index that verdicts here need. Ask for those verdicts again afterwards. */
  async readIndex(pacer: Pacer): Promise<void> {
    await this.#state.chain.repository?.readTracked(pacer);
  }

  #isIgnored(name: string, isDirectory: boolean, decidingRule: DecidingRule | undefined): boolean {
    if (!isIgnoring(decidingRule)) return false;
    const exception = this.#exceptionFor(name, isDirectory);
    if (exception === undefined) return true;
    if (isDirectory) {
      const { repository } = this.#state.reincluded ?? this.#state.chain;
      const isForPolicy = exception !== "tracked";
      this.#reincluded ??= new Map<string, ReincludedDirectory>();
      this.#reincluded.set(name, { decidingRule, repository, isForPolicy });
    }
    return false;
  }

  /** Why an entry that a rule ignores is not left out: the policy's rule shows it, or something in it. */
  #exceptionFor(name: string, isDirectory: boolean): "tracked" | Rule | undefined {
    const { shown } = this.#state;
    const rule = shown?.showing(name, isDirectory);
    if (rule !== undefined) return rule;
    if (this.#isTracked(name, isDirectory)) return "tracked";
    return isDirectory ? shown?.leadingThrough(name) : undefined;
  }

  #isTracked(name: string, isDirectory: boolean): boolean {
    const { chain, reincluded } = this.#state;
    const { repository, prefix } = chain;
    // The index here does not apply to what another repository's rule ignores.
    if (repository === undefined || reincluded && !isIgnoredByOwnRepository(chain, reincluded)) {
      return false;
    }
    this.#needsIndex = true;
    const { tracked } = repository;
    if (tracked === undefined) return false;
    if (tracked !== UNREADABLE) this.#tracked ??= tracked.in(prefix);
    if (this.#tracked?.has(name, isDirectory)) return true;
    this.indexLack = this.#tracked === undefined ? "unreadable" : this.#tracked.lack;
    return false;
  }

  /** From the deepest file up, the first with a matching rule decides; with `any-match`, the first that ignores. */
  #decidingRule(name: string, isDirectory: boolean): DecidingRule | undefined {
    const { chain: { files }, reincluded } = this.#state;
    if (reincluded !== undefined) return reincluded.decidingRule;
    for (let i = files.length - 1; i >= 0; i--) {
      const { source, rules } = files[i]!;
      const rule = rules.ruleFor(name, isDirectory);
      if (rule === undefined) continue;
      if (this.#context.semantics !== "any-match" || !rule.isNegated) return { source, rule };
    }
    return undefined;
  }
}

function isIgnoring(decidingRule: DecidingRule | undefined): decidingRule is DecidingRule {
  return decidingRule !== undefined && !decidingRule.rule.isNegated;
}

/** Reports whether a rule of a directory's own repository ignores it: git then reads no rules in it. */
function isIgnoredByOwnRepository(
  { repository }: RuleChain,
  reincluded: ReincludedDirectory | undefined,
): boolean {
  return reincluded !== undefined && reincluded.repository === repository;
}
