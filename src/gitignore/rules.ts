/** The `.gitignore` rules in force along a walk. */
import type { Pacer } from "../pacing/pacer.ts";
import { baseNameOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { ancestryOf } from "./ancestry.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "./ignore_file.ts";
import { readGitignore, UNREADABLE } from "./read_gitignore.ts";
import type { ShownRules } from "./shown_rules.ts";

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
  /** What the host gave it in, where no `.gitignore` holds it. */
  readonly host?: HostSource | undefined;
}

/** The parts of a host's policy that hold rules of git's kind. */
export type HostSource = "excludes" | "show";

/** How the files of a directory and its ancestors combine: any may ignore, or git's own verdict. */
export type GitignoreSemantics = "any-match" | "git";

interface PlacedRules {
  /** The directory that holds the `.gitignore` file. */
  readonly directory: ScopedPath;
  readonly matchCost: number;
  /** The file's rules, as they apply in the current directory. */
  readonly rules: DirectoryRules;
  readonly host?: HostSource;
}

/** What the host shows in a directory. */
interface Shown {
  readonly rules: ShownRules;
  /** The rule that ignores the directory, which is open only for what is shown in it. */
  readonly passage: DecidingRule | undefined;
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
  const { show = [], excludes } = scope.visibility ?? {};
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
  if (excludes !== undefined) {
    const { matchCost, here } = await parse(excludes, pacer);
    const rules = names.reduce((inner, name) => inner.enter(name), here);
    files.unshift({ directory: below, matchCost, rules, host: "excludes" });
  }
  const shown = show.length === 0 ? undefined : await shownAt(scope, start, pacer);
  return new StackedRules({ scope, parse, semantics }, start, { files, shown, unread });
}

async function shownAt(
  { visibility }: Scope,
  { real }: ScopedPath,
  pacer: Pacer,
): Promise<Shown> {
  const { ShownRules } = await import("./shown_rules.ts");
  const top = await ShownRules.parse(visibility!.show, pacer);
  const rules = visibility!.namesTo(real).reduce((inner, name) => inner.enter(name), top);
  return { rules, passage: undefined };
}

/** What all rules of a walk share. */
interface Setting {
  readonly scope: Scope;
  readonly parse: Parser;
  readonly semantics: GitignoreSemantics;
}

/** What holds in one directory. */
interface Holding {
  /** Outermost first. */
  readonly files: readonly PlacedRules[];
  readonly shown: Shown | undefined;
  readonly unread?: number;
}

class StackedRules implements IgnoreRules {
  readonly #setting: Setting;
  readonly #path: ScopedPath;
  /** Outermost first. */
  readonly #files: readonly PlacedRules[];
  readonly #shown: Shown | undefined;
  readonly matchCost: number;
  readonly unread: number;

  constructor(setting: Setting, path: ScopedPath, { files, shown, unread = 0 }: Holding) {
    this.#shown = shown;
    this.unread = unread;
    this.#setting = setting;
    this.#path = path;
    this.#files = files;
    const first = shown?.rules.matchCost ?? 0;
    this.matchCost = files.reduce((sum, { matchCost }) => sum + matchCost, first);
  }

  enter(path: ScopedPath, name: string): IgnoreRules {
    const files = name === ""
      ? this.#files
      : this.#files.map((file) => ({ ...file, rules: file.rules.enter(name) }));
    return new StackedRules(this.#setting, path, { files, shown: this.#shownIn(name) });
  }

  /** What the host shows in a subdirectory; `""` stands for the directory itself. */
  #shownIn(name: string): Shown | undefined {
    if (this.#shown === undefined || name === "") return this.#shown;
    const { rules } = this.#shown;
    const decided = rules.showing(name, true) === undefined
      ? this.#unshownNow(name, true)
      : undefined;
    return { rules: rules.enter(name), passage: isIgnoring(decided) ? decided : undefined };
  }

  async withOwn(pacer: Pacer): Promise<IgnoreRules> {
    const { scope, parse } = this.#setting;
    const text = await readGitignore(scope, this.#path, pacer);
    const shown = this.#shown;
    if (text === UNREADABLE) {
      return new StackedRules(this.#setting, this.#path, { files: this.#files, shown, unread: 1 });
    }
    if (text === undefined) return this;
    const { matchCost, here } = await parse(text, pacer);
    const own = { directory: this.#path, matchCost, rules: here };
    return new StackedRules(this.#setting, this.#path, { files: [...this.#files, own], shown });
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
    const byHost = this.#decidingHost(name, isDirectory);
    if (byHost !== undefined) return byHost;
    for (const { directory, rules, host } of this.#files.toReversed()) {
      const rule = await rules.ruleForPaced(name, isDirectory, pacer);
      if (rule !== undefined && this.#decides(rule)) return { directory, rule, host };
    }
    return undefined;
  }

  /** The verdict of what the host shows, before all others: in a passage, all else stays ignored. */
  #decidingHost(name: string, isDirectory: boolean): DecidingRule | undefined {
    if (this.#shown === undefined) return undefined;
    const { rules, passage } = this.#shown;
    const rule = rules.showing(name, isDirectory) ??
      (isDirectory ? rules.leadingThrough(name) : undefined);
    return rule === undefined ? passage : { directory: this.#path, rule, host: "show" };
  }

  #decidingNow(name: string, isDirectory: boolean): DecidingRule | undefined {
    return this.#decidingHost(name, isDirectory) ?? this.#unshownNow(name, isDirectory);
  }

  /** The verdict without what the host shows here. */
  #unshownNow(name: string, isDirectory: boolean): DecidingRule | undefined {
    if (this.#shown?.passage !== undefined) return this.#shown.passage;
    for (let i = this.#files.length - 1; i >= 0; i--) {
      const { directory, rules, host } = this.#files[i]!;
      const rule = rules.ruleFor(name, isDirectory);
      if (rule !== undefined && this.#decides(rule)) return { directory, rule, host };
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
