/** The `.gitignore` rules in force along a walk. */
import type { Pacer } from "../pacing/pacer.ts";
import { baseNameOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { ancestryOf } from "./ancestry.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "./ignore_file.ts";
import { readGitignore, UNREADABLE } from "./read_gitignore.ts";

/** The rules in force in one directory. Immutable: entering a directory returns new ones. */
export interface IgnoreRules {
  /** How many characters of patterns one verdict may have to look at. */
  readonly matchCost: number;
  /** How many files could not be read where these rules were made: above the start, or in the directory. */
  readonly unread: number;
  /**
   * The rules in force in a subdirectory, without those of its own file.
   *
   * @param path Where it is.
   * @param name Its name as walked; `""` for the directory itself.
   */
  enter(path: ScopedPath, name: string): IgnoreRules;
  /** These rules plus those of the directory's own `.gitignore` file. */
  withOwn(pacer: Pacer): Promise<IgnoreRules>;
  /** Whether an entry of the directory is ignored by itself, whatever its parents are. */
  ignores(name: string, isDirectory: boolean): boolean;
  /** The same, but with costly rules it yields to the event loop. */
  ignoresPaced(name: string, isDirectory: boolean, pacer: Pacer): boolean | Promise<boolean>;
  /** The rule that decides on an entry, if there is one. With costly rules it yields to the event loop. */
  decidingRule(name: string, isDirectory: boolean, pacer: Pacer): Promise<DecidingRule | undefined>;
}

/** A rule, and where it was read. */
export interface DecidingRule {
  /** The directory that holds the `.gitignore` file. */
  readonly directory: ScopedPath;
  readonly rule: Rule;
}

/** How the files of a directory and its ancestors combine: any may ignore, or git's own verdict. */
export type GitignoreSemantics = "any-match" | "git";

interface PlacedRules {
  /** The directory that holds the `.gitignore` file. */
  readonly directory: ScopedPath;
  readonly matchCost: number;
  /** The file's rules, as they apply in the current directory. */
  readonly rules: DirectoryRules;
}

type Parser = (text: string, pacer: Pacer) => Promise<IgnoreFile>;

/** Above this match cost, a single verdict may take noticeable time. */
const MAX_LIGHT_COST = 50_000;

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
  const [, ...above] = ancestryOf(scope, start).directories;
  const files: PlacedRules[] = [];
  let unread = 0;
  const names: string[] = [];
  let below = start;
  for (const directory of above) {
    names.unshift(baseNameOf(below.real));
    below = directory;
    const text = await readGitignore(scope, directory, pacer);
    if (text === UNREADABLE) unread++;
    if (typeof text !== "string") continue;
    const { matchCost, here } = await parse(text, pacer);
    const rules = names.reduce((inner, name) => inner.enter(name), here);
    files.unshift({ directory, matchCost, rules });
  }
  return new StackedRules({ scope, parse, semantics }, start, files, unread);
}

/** What all rules of a walk share. */
interface Setting {
  readonly scope: Scope;
  readonly parse: Parser;
  readonly semantics: GitignoreSemantics;
}

class StackedRules implements IgnoreRules {
  readonly #setting: Setting;
  readonly #path: ScopedPath;
  /** Outermost first. */
  readonly #files: readonly PlacedRules[];
  readonly matchCost: number;
  readonly unread: number;

  constructor(setting: Setting, path: ScopedPath, files: readonly PlacedRules[], unread = 0) {
    this.unread = unread;
    this.#setting = setting;
    this.#path = path;
    this.#files = files;
    this.matchCost = files.reduce((sum, { matchCost }) => sum + matchCost, 0);
  }

  enter(path: ScopedPath, name: string): IgnoreRules {
    const files = name === ""
      ? this.#files
      : this.#files.map((file) => ({ ...file, rules: file.rules.enter(name) }));
    return new StackedRules(this.#setting, path, files);
  }

  async withOwn(pacer: Pacer): Promise<IgnoreRules> {
    const { scope, parse } = this.#setting;
    const text = await readGitignore(scope, this.#path, pacer);
    if (text === UNREADABLE) return new StackedRules(this.#setting, this.#path, this.#files, 1);
    if (text === undefined) return this;
    const { matchCost, here } = await parse(text, pacer);
    const own = { directory: this.#path, matchCost, rules: here };
    return new StackedRules(this.#setting, this.#path, [...this.#files, own]);
  }

  ignores(name: string, isDirectory: boolean): boolean {
    if (isDirectory && name === ".git") return true;
    return isIgnoring(this.#decidingNow(name, isDirectory));
  }

  ignoresPaced(name: string, isDirectory: boolean, pacer: Pacer): boolean | Promise<boolean> {
    return this.#isLight || isDirectory && name === ".git"
      ? this.ignores(name, isDirectory)
      : this.decidingRule(name, isDirectory, pacer).then(isIgnoring);
  }

  async decidingRule(
    name: string,
    isDirectory: boolean,
    pacer: Pacer,
  ): Promise<DecidingRule | undefined> {
    if (this.#isLight) return this.#decidingNow(name, isDirectory);
    for (const { directory, rules } of this.#files.toReversed()) {
      const rule = await rules.ruleForPaced(name, isDirectory, pacer);
      if (rule !== undefined && this.#decides(rule)) return { directory, rule };
    }
    return undefined;
  }

  #decidingNow(name: string, isDirectory: boolean): DecidingRule | undefined {
    for (let i = this.#files.length - 1; i >= 0; i--) {
      const { directory, rules } = this.#files[i]!;
      const rule = rules.ruleFor(name, isDirectory);
      if (rule !== undefined && this.#decides(rule)) return { directory, rule };
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

function isIgnoring(decided: DecidingRule | undefined): boolean {
  return decided !== undefined && !decided.rule.isNegated;
}
