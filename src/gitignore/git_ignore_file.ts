/**
 * A `.gitignore` file read exactly as git reads it.
 *
 * A verdict is the last rule that matches. Plain names, `*.ext` and plain paths are looked up; what is
 * left is matched rule by rule, from the last, down to the best that a look-up found. Patterns for
 * paths are followed along the walk, so an entry costs only their last segment.
 *
 * @module
 */
import {
  advance,
  finalMatcher,
  type Positions,
  type Segment,
  startPositions,
} from "../glob/path_pattern.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { NameMatcher } from "../glob/tokens.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "./ignore_file.ts";
import { compileWildmatch, toBytes } from "./wildmatch.ts";

/** With so many patterns `*literal` or fewer, trying each is cheaper than looking them up. */
const FEW_SUFFIXES = 8;

interface ParsedRule extends Rule {
  /** Its place among the rules. */
  readonly index: number;
  /** Written with a final slash: directories only. */
  readonly isForDirectories: boolean;
  /** Without the marks that the fields above stand for. */
  readonly text: string;
  /** Whether it is matched against the name alone, at any depth. */
  readonly isForNames: boolean;
}

/** The last rule for anything, and the last for directories only; -1 for none. */
interface Hit {
  any: number;
  directory: number;
}

/** A wildcard for names. */
interface NameRule {
  readonly rule: ParsedRule;
  readonly matches: NameMatcher;
}

/** A wildcard for paths. */
interface PathRule {
  readonly rule: ParsedRule;
  readonly segments: readonly Segment[];
  readonly positions: Positions;
}

/** A file's rules, sorted by how they are answered. */
interface Compiled {
  readonly rules: readonly ParsedRule[];
  readonly toUnits: (text: string) => string;
  readonly names: ReadonlyMap<string, Hit>;
  readonly suffixes: ReadonlyMap<string, Hit>;
  readonly suffixLengths: readonly number[];
  /** Parent path to name. */
  readonly paths: ReadonlyMap<string, ReadonlyMap<string, Hit>>;
  /** Last rule first. */
  readonly nameRules: readonly NameRule[];
}

/** Longest line that is read as a rule, in characters; none that is longer can be meant. */
const MAX_LINE = 64 * 1024;

/**
 * Parses a `.gitignore` file.
 *
 * @param toUnits What `?` and a class match one of: git's bytes, unless another reading is asked for.
 */
export async function parseGitIgnoreFile(
  text: string,
  pacer: Pacer,
  toUnits: (text: string) => string = toBytes,
): Promise<IgnoreFile> {
  const rules: ParsedRule[] = [];
  let line = 0;
  for (let from = text.startsWith("\uFEFF") ? 1 : 0; from <= text.length;) {
    const end = text.indexOf("\n", from);
    const pattern = patternOf(text.slice(from, end < 0 ? undefined : end));
    line++;
    if (pattern !== "") rules.push(parseRule(pattern, line, rules.length));
    if (pacer.isDue()) await pacer.pause();
    from = end < 0 ? text.length + 1 : end + 1;
  }
  return await compile(rules, pacer, toUnits);
}

/** A line as git takes it, without line end and trailing blanks; `""` if it holds no rule. */
function patternOf(line: string): string {
  if (line.startsWith("#") || line.length > MAX_LINE) return "";
  return withoutTrailingSpaces(line.replace(/\r$/, "").replace(/\0.*$/s, ""));
}

/** A space that a backslash quotes is kept. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

function parseRule(pattern: string, line: number, index: number): ParsedRule {
  const isNegated = pattern.startsWith("!");
  let text = isNegated ? pattern.slice(1) : pattern;
  const isForDirectories = text.endsWith("/");
  if (isForDirectories) text = text.slice(0, -1);
  // `**/name` is a name at any depth, as `name` is.
  const name = /^\*\*\/([^/]+)$/.exec(text)?.[1];
  const isForNames = name !== undefined || !text.includes("/");
  text = name ?? text.replace(/^\//, "");
  return { index, line, pattern, isNegated, isForDirectories, isForNames, text };
}

const WILDCARD = /[*?[\\]/;
const SUFFIX = /^\*[^*?[\\]+$/;

async function compile(
  rules: readonly ParsedRule[],
  pacer: Pacer,
  toUnits: (text: string) => string,
): Promise<IgnoreFile> {
  const names = new Map<string, Hit>();
  const suffixes = new Map<string, Hit>();
  const paths = new Map<string, Map<string, Hit>>();
  // The same pattern again leaves the one before it without effect.
  const wildcards = new Map<string, ParsedRule>();
  for (const rule of rules) {
    if (pacer.isDue()) await pacer.pause();
    const { text, isForNames, isForDirectories } = rule;
    if (WILDCARD.test(text)) {
      if (isForNames && SUFFIX.test(text)) note(suffixes, text.slice(1), rule);
      else wildcards.set(`${isForDirectories} ${isForNames} ${text}`, rule);
    } else if (isForNames) {
      note(names, text, rule);
    } else {
      const slash = text.lastIndexOf("/");
      // `//a` is left as `/a`, which stands below a name that there is none of.
      const parent = slash < 0 ? "" : text.slice(0, slash) || "/";
      const children = paths.get(parent) ?? new Map<string, Hit>();
      note(children, text.slice(slash + 1), rule);
      paths.set(parent, children);
    }
  }
  const left = [...wildcards.values()];
  if (suffixes.size <= FEW_SUFFIXES) {
    const hits = [...suffixes.values()].flatMap(({ any, directory }) => [any, directory]);
    left.push(...hits.filter((index) => index >= 0).map((index) => rules[index]!));
    suffixes.clear();
  }
  const nameRules: NameRule[] = [];
  const pathRules: PathRule[] = [];
  let matchCost = 1;
  for (const rule of left.sort((a, b) => b.index - a.index)) {
    if (pacer.isDue()) await pacer.pause();
    matchCost += rule.text.length;
    for (const text of rule.isForNames ? [rule.text] : readings(rule.text)) {
      const segments = compileWildmatch(toUnits(text));
      if (segments === undefined) continue;
      const [segment] = segments;
      if (!rule.isForNames) {
        pathRules.push({ rule, segments, positions: startPositions(segments) });
      } else {
        nameRules.push({ rule, matches: segment === "**" ? () => true : segment! });
      }
    }
  }
  const suffixLengths = [...new Set([...suffixes.keys()].map(({ length }) => length))];
  const compiled = { rules, toUnits, names, suffixes, suffixLengths, paths, nameRules };
  return { matchCost, here: new GitRules(compiled, "", pathRules) };
}

/**
 * Git matches the plain text before the first wildcard by itself, and what is left anew: so `**` right
 * after plain text is a whole segment too. `a**` `/b` stands for `ab`, and for `b` below any `a*`.
 */
function readings(text: string): string[] {
  const [, plain, rest] = /^([^*?[\\]*[^*?[\\/])\*\*+(\\?\/.*)?$/s.exec(text) ?? [];
  if (plain === undefined) return [text];
  if (rest === undefined) return [`${plain}*`, `${plain}*/**`];
  const below = `${plain}*/**${rest.replace(/^\\/, "")}`;
  return rest.startsWith("/") ? [plain + rest.slice(1), below] : [below];
}

function note(hits: Map<string, Hit>, key: string, { index, isForDirectories }: ParsedRule): void {
  const hit = hits.get(key) ?? { any: -1, directory: -1 };
  hit[isForDirectories ? "directory" : "any"] = index;
  hits.set(key, hit);
}

class GitRules implements DirectoryRules {
  readonly #compiled: Compiled;
  /** The directory's path from the file's. */
  readonly #path: string;
  readonly #pathRules: readonly PathRule[];
  readonly #children: ReadonlyMap<string, Hit> | undefined;
  /** What is matched rule by rule: wildcards for names, and the last segments of those for paths. */
  readonly #wildcards: readonly (readonly NameRule[])[];

  constructor(compiled: Compiled, path: string, pathRules: readonly PathRule[]) {
    this.#compiled = compiled;
    this.#path = path;
    this.#pathRules = pathRules;
    this.#children = compiled.paths.get(path);
    const finals = pathRules.flatMap(({ rule, segments, positions }) => {
      const matches = finalMatcher(segments, positions);
      return matches === undefined ? [] : [{ rule, matches }];
    });
    this.#wildcards = [compiled.nameRules, finals].filter((rules) => rules.length > 0);
  }

  ruleFor(name: string, isDirectory: boolean): Rule | undefined {
    let best = this.#lookUp(name, isDirectory);
    for (const rules of this.#wildcards) {
      const units = this.#compiled.toUnits(name);
      for (const { rule, matches } of rules) {
        if (rule.index <= best) break;
        if (applies(rule, isDirectory) && matches(units)) best = rule.index;
      }
    }
    return this.#compiled.rules[best];
  }

  async ruleForPaced(
    name: string,
    isDirectory: boolean,
    pacer: Pacer,
  ): Promise<Rule | undefined> {
    let best = this.#lookUp(name, isDirectory);
    const units = this.#compiled.toUnits(name);
    for (const rules of this.#wildcards) {
      for (const { rule, matches } of rules) {
        if (rule.index <= best) break;
        if (applies(rule, isDirectory) && matches(units)) best = rule.index;
        if (pacer.isDue()) await pacer.pause();
      }
    }
    return this.#compiled.rules[best];
  }

  /** The last rule that a look-up finds, or -1. */
  #lookUp(name: string, isDirectory: boolean): number {
    const { names, suffixes, suffixLengths } = this.#compiled;
    let best = Math.max(
      indexIn(names, name, isDirectory),
      this.#children === undefined ? -1 : indexIn(this.#children, name, isDirectory),
    );
    for (const length of suffixLengths) {
      if (length > name.length) continue;
      best = Math.max(best, indexIn(suffixes, name.slice(-length), isDirectory));
    }
    return best;
  }

  enter(name: string): DirectoryRules {
    const units = this.#compiled.toUnits(name);
    const live: PathRule[] = [];
    for (const { rule, segments, positions } of this.#pathRules) {
      const inner = advance(segments, positions, units);
      if (inner.length > 0) live.push({ rule, segments, positions: inner });
    }
    return new GitRules(this.#compiled, this.#path === "" ? name : `${this.#path}/${name}`, live);
  }
}

function indexIn(hits: ReadonlyMap<string, Hit>, key: string, isDirectory: boolean): number {
  const hit = hits.get(key);
  if (hit === undefined) return -1;
  return isDirectory ? Math.max(hit.any, hit.directory) : hit.any;
}

function applies(rule: ParsedRule, isDirectory: boolean): boolean {
  return isDirectory || !rule.isForDirectories;
}
