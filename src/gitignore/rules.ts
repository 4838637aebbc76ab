/** The `.gitignore` rules in force along a walk. */
import { holdsGit } from "../git/find_git.ts";
import { UNREADABLE } from "../git/read_file.ts";
import type { Repository } from "../git/repository.ts";
import type { TrackedIn } from "../git/tracked_files.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { baseNameOf, childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { ancestryOf } from "./ancestry.ts";
import type { Reading } from "./git_ignore_file.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "./ignore_file.ts";
import { readGitignore } from "./read_gitignore.ts";
import type { ShownRules } from "./shown_rules.ts";

/** The rules in force in one directory. Immutable: entering a directory returns new ones. */
export interface IgnoreRules {
  /** How many characters of patterns one verdict may have to look at. */
  readonly matchCost: number;
  /** Whether they ignore nothing but `.git` directories, here and in all that holds no rules of its own. */
  readonly isVacuous: boolean;
  /** How many files could not be read where these rules were made: above the start, or in the directory. */
  readonly unread: number;
  /** The repository whose index a verdict here would have needed, if it could not be read. */
  readonly unreadIndex: string | undefined;
  /** Whether a verdict here is not final, since it needs the index: see {@linkcode IgnoreRules.readIndex}. */
  readonly awaitsIndex: boolean;
  /**
   * The rules in force in a subdirectory, without those of its own files. The verdict on it comes first.
   *
   * @param path Where it is.
   * @param name Its name as walked; `""` for the directory itself.
   */
  enter(path: ScopedPath, name: string): IgnoreRules;
  /**
   * These rules plus those of the directory's own `.gitignore` file, or those of the repository that it is the
   * root of.
   *
   * @param own Which files of its own it holds, if that is known.
   */
  withOwn(pacer: Pacer, own?: OwnFiles): Promise<IgnoreRules>;
  /** Whether an entry of the directory is ignored by itself, whatever its parents are. */
  ignores(name: string, isDirectory: boolean): boolean;
  /** The same, but with costly rules it yields to the event loop, and it reads the index where it needs it. */
  ignoresPaced(name: string, isDirectory: boolean, pacer: Pacer): boolean | Promise<boolean>;
  /** Reads what git tracks, after which the verdicts that needed it can be asked for again. */
  readIndex(pacer: Pacer): Promise<void>;
  /** What decides on an entry. With costly rules it yields to the event loop. */
  decide(name: string, isDirectory: boolean, pacer: Pacer): Promise<Decision>;
}

/** What a directory holds that makes rules. */
export interface OwnFiles {
  readonly gitignore: boolean;
  readonly git: boolean;
}

/** What decides on an entry. */
export interface Decision {
  readonly isIgnored: boolean;
  /** The deciding rule, if there is one; a negated rule does not ignore, nor does one of the host's `show`. */
  readonly decided: DecidingRule | undefined;
  /** Whether the rule would ignore the entry, but git tracks it. */
  readonly isTracked: boolean;
  /** Whether the rule ignores a directory above. */
  readonly isInherited: boolean;
}

/** A rule, and where it was read. */
export interface DecidingRule {
  /** The resolved path of the file, or the part of the host's policy. */
  readonly source: RuleSource;
  readonly rule: Rule;
}

/** Where a rule was read. */
type RuleSource = { readonly file: string } | { readonly host: "excludes" | "show" };

/** How the files of a directory and its ancestors combine: any may ignore, or git's own verdict. */
type GitignoreSemantics = "any-match" | "git";

interface PlacedRules extends Pick<DecidingRule, "source"> {
  readonly matchCost: number;
  /** The file's rules, as they apply in the current directory. */
  readonly rules: DirectoryRules;
}

type Parser = (text: string, pacer: Pacer, reading: Reading) => Promise<IgnoreFile>;

/** Above this match cost, a single verdict may take noticeable time. */
const MAX_LIGHT_COST = 50_000;

/**
 * A directory that is open although a rule ignores it, and all in it by that rule: git tracks files in it, or the
 * host shows something in it.
 */
interface Passage {
  readonly decided: DecidingRule;
  /** The repository whose rule it is. */
  readonly repository: Repository | undefined;
  /** Whether it is open for the host's sake alone. */
  readonly isForHost: boolean;
}

/** The rules of the directories above the start of a walk, as far up as they apply. */
export async function rulesAbove(
  scope: Scope,
  start: ScopedPath,
  semantics: GitignoreSemantics,
  pacer: Pacer,
): Promise<IgnoreRules> {
  const parse: Parser = semantics === "git"
    ? (await import("./git_ignore_file.ts")).parseGitIgnoreFile
    : (await import("./npm_ignore_file.ts")).parseNpmIgnoreFile;
  const setting: Setting = { scope, parse, semantics, excludes: new Map() };
  const { directories, repository: root } = ancestryOf(scope, start);
  const above = directories.slice(1);
  const names = directories.slice(0, -1).map(({ real }) => baseNameOf(real)).reverse();
  // The walk finds the repository of a start that is the root of one.
  const repository = semantics === "git" && root !== undefined && above.length > 0
    ? await repositoryAt(scope, root, pacer)
    : undefined;
  let { files, unread } = await outermostFiles(setting, repository, pacer);
  for (const [i, directory] of above.toReversed().entries()) {
    const text = await readGitignore(scope, directory, pacer);
    if (text === UNREADABLE) unread++;
    if (typeof text === "string") {
      files = [...files, await ownRules(setting, { directory, text, repository }, pacer)];
    }
    files = entered(files, names[i]!);
  }
  const below = names.map((name) => `${name}/`).join("");
  const shown = await shownAt(scope, start, pacer);
  return new StackedRules(setting, { path: start, files, repository, below, shown, unread });
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

/** What all rules of a walk share. */
interface Setting {
  readonly scope: Scope;
  readonly parse: Parser;
  readonly semantics: GitignoreSemantics;
  /** Cache: the host's global excludes, by whether they fold the case of letters. */
  readonly excludes: Map<boolean, IgnoreFile>;
}

/** Loads what reads repositories once there is one. */
async function repositoryAt(scope: Scope, root: ScopedPath, pacer: Pacer): Promise<Repository> {
  const { Repository } = await import("../git/repository.ts");
  return await Repository.at(scope, root, pacer);
}

/** The rules of a repository that no directory of it holds, lowest first. */
async function outermostFiles(
  setting: Setting,
  repository: Repository | undefined,
  pacer: Pacer,
): Promise<{ readonly files: PlacedRules[]; readonly unread: number }> {
  const files: PlacedRules[] = [];
  const excludes = await globalExcludes(setting, repository, pacer);
  if (excludes !== undefined) {
    const { matchCost, here } = excludes;
    files.push({ source: { host: "excludes" }, matchCost, rules: here });
  }
  const exclude = await repository?.readExclude(pacer);
  if (exclude === UNREADABLE) {
    // Of a hidden one, the count would tell that it is there.
    if (repository?.isHidden) return { files, unread: 0 };
    pacer.counts.unreadRules++;
    return { files, unread: 1 };
  }
  if (exclude !== undefined) {
    const { matchCost, here } = await setting.parse(exclude.text, pacer, readingIn(repository));
    files.push({ source: { file: exclude.path.real }, matchCost, rules: here });
  }
  return { files, unread: 0 };
}

/** What the host gives as the file that `core.excludesFile` names: it holds in every repository. */
async function globalExcludes(
  { scope, parse, excludes }: Setting,
  repository: Repository | undefined,
  pacer: Pacer,
): Promise<IgnoreFile | undefined> {
  const text = scope.visibility?.excludes;
  if (text === undefined) return undefined;
  const foldsCase = repository?.ignoresCase ?? false;
  const known = excludes.get(foldsCase);
  if (known !== undefined) return known;
  const file = await parse(text, pacer, readingIn(repository));
  excludes.set(foldsCase, file);
  return file;
}

/** A directory's own `.gitignore`. */
interface OwnText {
  readonly directory: ScopedPath;
  readonly text: string;
  readonly repository: Repository | undefined;
}

async function ownRules(
  { parse }: Setting,
  { directory, text, repository }: OwnText,
  pacer: Pacer,
): Promise<PlacedRules> {
  const { matchCost, here } = await parse(text, pacer, readingIn(repository));
  return { source: { file: childOf(directory.real, ".gitignore") }, matchCost, rules: here };
}

function readingIn(repository: Repository | undefined): Reading {
  return repository?.ignoresCase ? { foldsCase: true } : {};
}

function entered(files: readonly PlacedRules[], name: string): PlacedRules[] {
  return files.map((file) => ({ ...file, rules: file.rules.enter(name) }));
}

/** What the rules in one directory are made of. */
interface Made {
  readonly path: ScopedPath;
  /** Lowest first. */
  readonly files: readonly PlacedRules[];
  /** The repository that the directory lies in; always `undefined` where any file may ignore. */
  readonly repository: Repository | undefined;
  /** Its path from the root of the repository: `""`, or a path that ends in `/`. */
  readonly below: string;
  /** What the host shows in it. */
  readonly shown: ShownRules | undefined;
  /** Why it is open, if it is ignored. */
  readonly passage?: Passage | undefined;
  readonly unread?: number;
}

class StackedRules implements IgnoreRules {
  readonly #setting: Setting;
  readonly #made: Made;
  readonly matchCost: number;
  readonly isVacuous: boolean;
  readonly unread: number;
  unreadIndex: string | undefined;
  #awaitsIndex = false;
  /** What git tracks here, once it is asked for. */
  #tracked: TrackedIn | undefined;
  /** The subdirectories that are ignored and open all the same. */
  #passages: Map<string, Passage> | undefined;

  constructor(setting: Setting, made: Made) {
    this.#setting = setting;
    this.#made = made;
    const first = made.shown?.matchCost ?? 0;
    this.matchCost = made.files.reduce((sum, { matchCost }) => sum + matchCost, first);
    this.isVacuous = made.files.length === 0 && made.shown === undefined &&
      made.passage === undefined;
    this.unread = made.unread ?? 0;
  }

  enter(path: ScopedPath, name: string): IgnoreRules {
    if (name === "") return new StackedRules(this.#setting, { ...this.#made, path, unread: 0 });
    const { files, repository, below, shown } = this.#made;
    const isShown = shown?.showing(name, true) !== undefined;
    const passage = isShown ? undefined : this.#passages?.get(name) ?? this.#made.passage;
    return new StackedRules(this.#setting, {
      path,
      files: passage === undefined || shown !== undefined ? entered(files, name) : [],
      repository,
      below: repository === undefined ? "" : `${below}${name}/`,
      shown: shown?.enter(name),
      passage,
    });
  }

  async withOwn(pacer: Pacer, own?: OwnFiles): Promise<IgnoreRules> {
    const { scope, semantics } = this.#setting;
    const { path, shown, passage } = this.#made;
    // The rules of a hidden file hold, but a hidden directory is not there.
    if (scope.visibility?.hides(path.real, true)) return this;
    let made = this.#made;
    if (semantics === "git" && own?.git !== false && holdsGit(scope, path)) {
      const repository = await repositoryAt(scope, path, pacer);
      made = {
        path,
        repository,
        below: "",
        shown,
        // What git tracks leads into another repository, which stands for itself; what the host shows does not.
        passage: passage?.isForHost ? passage : undefined,
        ...await outermostFiles(this.#setting, repository, pacer),
      };
    }
    if (own?.gitignore !== false && !isIgnoredByItsOwn(made)) {
      const text = await readGitignore(scope, path, pacer);
      const { files, repository, unread = 0 } = made;
      if (text === UNREADABLE) made = { ...made, unread: unread + 1 };
      if (typeof text === "string") {
        const ownText = { directory: path, text, repository };
        made = { ...made, files: [...files, await ownRules(this.#setting, ownText, pacer)] };
      }
    }
    return made === this.#made ? this : new StackedRules(this.#setting, made);
  }

  ignores(name: string, isDirectory: boolean): boolean {
    if (isDirectory && name === ".git") return true;
    const { passage } = this.#made;
    const decided = passage?.decided ?? this.#decidingNow(name, isDirectory);
    return this.#isIgnored(name, isDirectory, decided);
  }

  ignoresPaced(name: string, isDirectory: boolean, pacer: Pacer): boolean | Promise<boolean> {
    if (isDirectory && name === ".git") return true;
    if (!this.#isLight) return this.decide(name, isDirectory, pacer).then((each) => each.isIgnored);
    const isIgnored = this.ignores(name, isDirectory);
    return this.awaitsIndex
      ? this.readIndex(pacer).then(() => this.ignores(name, isDirectory))
      : isIgnored;
  }

  async decide(name: string, isDirectory: boolean, pacer: Pacer): Promise<Decision> {
    const { passage } = this.#made;
    const byGit = passage?.decided ?? await this.#decidingRule(name, isDirectory, pacer);
    let isIgnored = this.#isIgnored(name, isDirectory, byGit);
    if (this.awaitsIndex) {
      await this.readIndex(pacer);
      isIgnored = this.#isIgnored(name, isDirectory, byGit);
    }
    const exception = isIgnoring(byGit) ? this.#exceptionFor(name, isDirectory) : undefined;
    const isShown = typeof exception === "object";
    return {
      isIgnored,
      decided: isShown ? { source: { host: "show" }, rule: exception } : byGit,
      isTracked: exception === "tracked",
      isInherited: passage !== undefined,
    };
  }

  get awaitsIndex(): boolean {
    return this.#awaitsIndex && this.#made.repository?.tracked === undefined;
  }

  async readIndex(pacer: Pacer): Promise<void> {
    await this.#made.repository?.readTracked(pacer);
  }

  /** Whether an entry is ignored, given the rule of git's that decides. */
  #isIgnored(name: string, isDirectory: boolean, decided: DecidingRule | undefined): boolean {
    if (!isIgnoring(decided)) return false;
    const exception = this.#exceptionFor(name, isDirectory);
    if (exception === undefined) return true;
    if (isDirectory) {
      const { repository } = this.#made.passage ?? this.#made;
      const passage = { decided, repository, isForHost: exception !== "tracked" };
      (this.#passages ??= new Map()).set(name, passage);
    }
    return false;
  }

  /** Why an entry that a rule ignores is not left out: the host shows it or something in it, or git tracks it. */
  #exceptionFor(name: string, isDirectory: boolean): Rule | "tracked" | undefined {
    const { shown } = this.#made;
    const rule = shown?.showing(name, isDirectory);
    if (rule !== undefined) return rule;
    if (this.#isTracked(name, isDirectory)) return "tracked";
    return isDirectory ? shown?.leadingThrough(name) : undefined;
  }

  #isTracked(name: string, isDirectory: boolean): boolean {
    const { repository, below, passage } = this.#made;
    // What another repository's rule ignores, the index here does not save.
    if (repository === undefined || passage && !isIgnoredByItsOwn(this.#made)) return false;
    const { tracked } = repository;
    if (tracked === undefined) {
      this.#awaitsIndex = true;
      return false;
    }
    if (tracked !== UNREADABLE) this.#tracked ??= tracked.in(below);
    if (this.#tracked === undefined || this.#tracked.isUnknown) {
      this.unreadIndex = repository.isHidden ? undefined : repository.root.real;
    }
    return this.#tracked?.has(name, isDirectory) ?? false;
  }

  async #decidingRule(
    name: string,
    isDirectory: boolean,
    pacer: Pacer,
  ): Promise<DecidingRule | undefined> {
    if (this.#isLight) return this.#decidingNow(name, isDirectory);
    for (const { source, rules } of this.#made.files.toReversed()) {
      const rule = await rules.ruleForPaced(name, isDirectory, pacer);
      if (rule !== undefined && this.#decides(rule)) return { source, rule };
    }
    return undefined;
  }

  #decidingNow(name: string, isDirectory: boolean): DecidingRule | undefined {
    const { files } = this.#made;
    for (let i = files.length - 1; i >= 0; i--) {
      const { source, rules } = files[i]!;
      const rule = rules.ruleFor(name, isDirectory);
      if (rule !== undefined && this.#decides(rule)) return { source, rule };
    }
    return undefined;
  }

  get #isLight(): boolean {
    return this.matchCost <= MAX_LIGHT_COST;
  }

  /**
   * Whether the last matching rule of a file is final. Files are asked from the deepest up:
   *
   * - `git`: the first file with a matching rule decides.
   * - `any-match`: the first file that ignores the entry decides.
   */
  #decides(rule: Rule): boolean {
    return this.#setting.semantics === "git" || !rule.isNegated;
  }
}

/** Whether a rule of a directory's own repository ignores it: git then reads no rules in it. */
function isIgnoredByItsOwn({ passage, repository }: Made): boolean {
  return passage !== undefined && passage.repository === repository;
}

function isIgnoring(decided: DecidingRule | undefined): decided is DecidingRule {
  return decided !== undefined && !decided.rule.isNegated;
}
