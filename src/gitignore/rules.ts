/**
 * The `.gitignore` rules in force along a walk.
 *
 * @module
 */
import { childOf, type Scope, type ScopedPath } from "../scope.ts";
import type { IgnoreFile, Verdict } from "./ignore_file.ts";

/** The rules in force in one directory. Never changed: entering a directory gives new ones. */
export interface IgnoreRules {
  /** The number of rules, which the time of a verdict grows with. */
  readonly size: number;
  /**
   * The rules in force inside a directory, which these hold for.
   *
   * @param path Where the directory is.
   * @param prefix Its path from the start of the walk: `""`, or one that ends in `/`.
   * @param hasGitignore Whether it holds a regular file `.gitignore`.
   */
  enter(path: ScopedPath, prefix: string, hasGitignore: boolean): IgnoreRules;
  /**
   * Whether an entry is ignored by its own match.
   *
   * @param prefix The path of its directory from the start of the walk.
   */
  ignores(prefix: string, name: string, isDirectory: boolean): boolean;
}

/** How the files of a directory and its ancestors combine. */
export type Combination = "any-match" | "git";

/** A file, and how a path from the start of the walk becomes one from the file's directory. */
interface PlacedFile {
  readonly file: IgnoreFile;
  /** What to put before it: where the start lies below the file. */
  readonly lead: string;
  /** How much of it to leave out: where the file lies below the start. */
  readonly skip: number;
}

type Parser = (text: string, exempt: string) => IgnoreFile;

/** The largest `.gitignore` file that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * The rules of the directories above the start of a walk: up to the first that holds `.git`, or to
 * the end of the scope.
 */
export async function rulesAbove(
  scope: Scope,
  start: ScopedPath,
  combination: Combination,
): Promise<IgnoreRules> {
  const parse: Parser = combination === "git"
    ? (await import("./git_ignore_file.ts")).parseGitIgnoreFile
    : (await import("./npm_ignore_file.ts")).parseNpmIgnoreFile;
  const files: PlacedFile[] = [];
  let lead = "";
  for (let path = start, above; !exists(scope, path, ".git"); path = above) {
    above = scope.parent(path);
    if (above === undefined) break;
    lead = `${path.real.slice(path.real.lastIndexOf("/") + 1)}/${lead}`;
    const text = readGitignore(scope, above);
    if (text !== undefined) files.unshift({ file: parse(text, lead), lead, skip: 0 });
  }
  return new Rules(scope, parse, combination, files);
}

class Rules implements IgnoreRules {
  readonly #scope: Scope;
  readonly #parse: Parser;
  readonly #combination: Combination;
  /** Outermost first. */
  readonly #files: readonly PlacedFile[];
  readonly size: number;

  constructor(
    scope: Scope,
    parse: Parser,
    combination: Combination,
    files: readonly PlacedFile[],
  ) {
    this.#scope = scope;
    this.#parse = parse;
    this.#combination = combination;
    this.#files = files;
    this.size = files.reduce((sum, { file }) => sum + file.size, 0);
  }

  enter(path: ScopedPath, prefix: string, hasGitignore: boolean): IgnoreRules {
    const text = hasGitignore ? readGitignore(this.#scope, path) : undefined;
    if (text === undefined) return this;
    const placed = { file: this.#parse(text, ""), lead: "", skip: prefix.length };
    return new Rules(this.#scope, this.#parse, this.#combination, [...this.#files, placed]);
  }

  ignores(prefix: string, name: string, isDirectory: boolean): boolean {
    if (isDirectory && name === ".git") return true;
    const path = prefix + name;
    for (let i = this.#files.length - 1; i >= 0; i--) {
      const { file, lead, skip } = this.#files[i]!;
      const verdict: Verdict = file.verdict(lead + path.slice(skip), isDirectory);
      if (verdict === "ignore") return true;
      if (verdict === "include" && this.#combination === "git") return false;
    }
    return false;
  }
}

function exists(scope: Scope, directory: ScopedPath, name: string): boolean {
  const path = scope.locate(childOf(directory.real, name));
  if (path === undefined) return false;
  try {
    Deno.lstatSync(path.open);
    return true;
  } catch {
    return false;
  }
}

/** The text of a directory's `.gitignore`, unless it is odd: a link, a FIFO, too large, unreadable. */
function readGitignore(scope: Scope, directory: ScopedPath): string | undefined {
  const path = scope.locate(childOf(directory.real, ".gitignore"));
  if (path === undefined) return undefined;
  try {
    const info = Deno.lstatSync(path.open);
    if (!info.isFile || info.size > MAX_BYTES) return undefined;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path.open));
  } catch {
    return undefined;
  }
}
