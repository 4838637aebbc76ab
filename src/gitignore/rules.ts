/**
 * The `.gitignore` rules in force along a walk.
 *
 * @module
 */
import type { Pacer } from "../pacing/pacer.ts";
import { fileSystem } from "../scope/file_system.ts";
import { baseNameOf, childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "./ignore_file.ts";

/** The rules in force in one directory. Never changed: entering a directory gives new ones. */
export interface IgnoreRules {
  /** How many characters of patterns a verdict may have to look at. */
  readonly matchCost: number;
  /**
   * The rules in force in a subdirectory, before its own file.
   *
   * @param path Where it is.
   * @param name Its name as walked; `""` for the directory itself.
   */
  enter(path: ScopedPath, name: string): IgnoreRules;
  /** The rules with those of the `.gitignore` file that the directory itself holds. */
  withOwn(pacer: Pacer): Promise<IgnoreRules>;
  /** Whether an entry of the directory is ignored, by its own match. */
  ignores(name: string, isDirectory: boolean): boolean;
  /** The same, with yields to the event loop where the rules are heavy. */
  ignoresPaced(name: string, isDirectory: boolean, pacer: Pacer): boolean | Promise<boolean>;
  /** The file and the rule that decide on an entry, if any do. */
  decidingRule(name: string, isDirectory: boolean): DecidingRule | undefined;
}

/** A rule, and the directory of its file. */
export interface DecidingRule {
  /** The directory that holds the `.gitignore` file. */
  readonly directory: ScopedPath;
  readonly rule: Rule;
}

/** How the files of a directory and its ancestors combine. */
export type GitignoreSemantics = "any-match" | "git";

interface PlacedRules {
  /** The directory that holds the `.gitignore` file. */
  readonly directory: ScopedPath;
  readonly matchCost: number;
  /** The file's rules, as they hold where the walk is. */
  readonly rules: DirectoryRules;
}

type Parser = (text: string, pacer: Pacer) => Promise<IgnoreFile>;

/** The largest `.gitignore` file that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Rules of more matchCost may take a noticeable time for a single entry. */
const HEAVY = 50_000;

/** The directories from a start up to the end of its repository. */
export interface Ancestry {
  /** The start first, then each directory above it that is in the scope and in the repository. */
  readonly directories: readonly ScopedPath[];
  /** Whether the last one holds `.git`, or nothing is above it: no file beyond it can have a say. */
  readonly isWhole: boolean;
}

/** Climbs to the first directory that holds `.git`, or to the end of the scope. */
export function ancestryOf(scope: Scope, start: ScopedPath): Ancestry {
  const directories: ScopedPath[] = [];
  for (let path: ScopedPath | undefined = start; path !== undefined; path = scope.parent(path)) {
    directories.push(path);
    if (path.real === "/" || holdsGit(scope, path)) return { directories, isWhole: true };
  }
  return { directories, isWhole: false };
}

/**
 * The rules of the directories above the start of a walk, as far as its {@linkcode Ancestry} goes.
 */
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
  const names: string[] = [];
  let below = start;
  for (const directory of above) {
    names.unshift(baseNameOf(below.real));
    below = directory;
    const text = readGitignore(scope, directory);
    if (text === undefined) continue;
    const { matchCost, here } = await parse(text, pacer);
    const rules = names.reduce((inner, name) => inner.enter(name), here);
    files.unshift({ directory, matchCost, rules });
  }
  return new StackedRules({ scope, parse, semantics }, start, files);
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

  constructor(setting: Setting, path: ScopedPath, files: readonly PlacedRules[]) {
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
    const text = readGitignore(scope, this.#path);
    if (text === undefined) return this;
    const { matchCost, here } = await parse(text, pacer);
    const own = { directory: this.#path, matchCost, rules: here };
    return new StackedRules(this.#setting, this.#path, [...this.#files, own]);
  }

  ignores(name: string, isDirectory: boolean): boolean {
    if (isDirectory && name === ".git") return true;
    const decided = this.decidingRule(name, isDirectory);
    return decided !== undefined && !decided.rule.isNegated;
  }

  ignoresPaced(name: string, isDirectory: boolean, pacer: Pacer): boolean | Promise<boolean> {
    const isLight = this.matchCost <= HEAVY || isDirectory && name === ".git";
    return isLight ? this.ignores(name, isDirectory) : this.#ignoresHeavy(name, isDirectory, pacer);
  }

  async #ignoresHeavy(name: string, isDirectory: boolean, pacer: Pacer): Promise<boolean> {
    for (const { rules } of this.#files.toReversed()) {
      const rule = await rules.ruleForPaced(name, isDirectory, pacer);
      if (rule !== undefined && this.#decides(rule)) return !rule.isNegated;
    }
    return false;
  }

  decidingRule(name: string, isDirectory: boolean): DecidingRule | undefined {
    for (let i = this.#files.length - 1; i >= 0; i--) {
      const { directory, rules } = this.#files[i]!;
      const rule = rules.ruleFor(name, isDirectory);
      if (rule !== undefined && this.#decides(rule)) return { directory, rule };
    }
    return undefined;
  }

  /**
   * 1. The deepest file is asked first, and a file gives its last rule that matches.
   * 2. As git combines them, the first file with such a rule decides.
   * 3. As spec 0 combines them, the first that ignores does.
   */
  #decides(rule: Rule): boolean {
    return this.#setting.semantics === "git" || !rule.isNegated;
  }
}

/** Whether a directory holds `.git`. A link that leads out of the scope counts, whatever is there. */
function holdsGit(scope: Scope, directory: ScopedPath): boolean {
  const real = childOf(directory.real, ".git");
  const path = scope.locate(real);
  if (path === undefined) return false;
  try {
    if (!fileSystem.lstatSync(path.open).isSymlink) return true;
    const resolution = scope.follow(directory.real, fileSystem.readLinkSync(path.open), real);
    return resolution.outcome !== "failed" || resolution.code === "outside_scope";
  } catch {
    return false;
  }
}

/** The text of a directory's `.gitignore`, unless it is odd: a link, a FIFO, too large, unreadable. */
function readGitignore(scope: Scope, directory: ScopedPath): string | undefined {
  const path = scope.locate(childOf(directory.real, ".gitignore"));
  if (path === undefined) return undefined;
  try {
    const info = fileSystem.lstatSync(path.open);
    if (!info.isFile || info.size > MAX_BYTES) return undefined;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(fileSystem.readFileSync(path.open));
  } catch {
    return undefined;
  }
}
