/**
 * A `.gitignore` file, read exactly as git reads it.
 *
 * The last matching rule decides. Plain names, `*literal` and plain paths are looked up in tables. The
 * other rules are matched one by one, from the last to the rule that the look-up found. Patterns for
 * paths are advanced directory by directory, so an entry is matched against their last segment only.
 */
import { finalMatcher, startPositions } from "../glob/path_pattern.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type Steps, takePaced } from "../pacing/paced_steps.ts";
import { type GitRule, parseRule, patternIn, type Rule } from "./git_rule.ts";
import { type NameRule, type PathRule, PathRules } from "./path_rules.ts";
import { lastIn, RuleTables, type Table } from "./rule_tables.ts";
import { asIs, NON_ASCII } from "../text/fold.ts";
import { compileWildmatch, foldAsciiText, toBytes } from "./wildmatch.ts";

const CLASS_OR_ESCAPE = /[[\\]/;

export interface IgnoreFile {
  readonly matchCost: number;
  readonly here: DirectoryRules;
}

interface Compiled {
  readonly rules: readonly GitRule[];
  readonly toUnits: (text: string) => string;
  /** Returns a name as it is matched: in the case or the form of the patterns. */
  readonly formOf: (name: string) => string;
  readonly tables: RuleTables;
  readonly nameRules: readonly NameRule[];
}

export interface IgnoreFileOptions {
  /** Turns text into the units that `?` and a class match. @default {bytes, as in git} */
  readonly toUnits?: (text: string) => string;
  /** Set to ignore the case of ASCII letters, as with `core.ignoreCase`. @default {false} */
  readonly foldsCase?: boolean;
}

export async function parseGitIgnoreFile(
  text: string,
  pacer: Pacer,
  options: IgnoreFileOptions = {},
): Promise<IgnoreFile> {
  return await takePaced(parse(text, options), pacer);
}

/**
 * Parses a `.gitignore` file as npm `ignore` reads it: `?` and a class match a UTF-16 code unit, not a byte. Npm
 * `ignore` itself is not run, since nothing bounds how long its regular expressions hold the event loop. Two corner
 * cases follow git: a NUL ends a line, and `**` beside an escaped slash may be a whole segment.
 */
export function parseNpmIgnoreFile(text: string, pacer: Pacer): Promise<IgnoreFile> {
  return parseGitIgnoreFile(text, pacer, { toUnits: asIs });
}

/**
 * Parses patterns of a host's: as git reads them and, where they are more than ASCII, for names that are composed as
 * the patterns then are. What either hides is hidden: a pattern may fit a name as it stands on the disk alone.
 */
export async function parseHidden(text: string, pacer: Pacer): Promise<IgnoreFile[]> {
  const files = [await parseGitIgnoreFile(text, pacer)];
  if (NON_ASCII.test(text)) {
    files.push(await takePaced(parse(composed(text), {}, composed), pacer));
  }
  return files;
}

/** @param formOf The form in which names are matched. */
function* parse(
  text: string,
  { toUnits = toBytes, foldsCase = false }: IgnoreFileOptions,
  formOf = foldsCase ? foldAsciiText : asIs,
): Steps<IgnoreFile> {
  const rules = yield* parseRules(text, foldsCase);
  const tables = new RuleTables();
  const wildcards = yield* fillTables(rules, tables);
  const { nameRules, pathRules, matchCost } = yield* compileWildcards(
    wildcards,
    toUnits,
    foldsCase,
  );
  const compiled = { rules, toUnits, formOf, tables, nameRules };
  return { matchCost, here: new DirectoryRules(compiled, "", pathRules) };
}

const composed = (text: string): string => text.normalize("NFC");

function* parseRules(text: string, foldsCase: boolean): Steps<GitRule[]> {
  const rules: GitRule[] = [];
  let line = 0;
  for (let from = text.startsWith("\uFEFF") ? 1 : 0; from <= text.length;) {
    const end = text.indexOf("\n", from);
    const pattern = patternIn(text.slice(from, end < 0 ? undefined : end));
    line++;
    if (pattern !== "") {
      const rule = parseRule(pattern, line, rules.length);
      // Patterns that need matching are folded when they are compiled.
      const isFolded = foldsCase && !CLASS_OR_ESCAPE.test(rule.text);
      rules.push(isFolded ? { ...rule, text: foldAsciiText(rule.text) } : rule);
    }
    yield;
    from = end < 0 ? text.length + 1 : end + 1;
  }
  return rules;
}

/** Adds the rules to the tables. Returns the others, which need matching, last rule first. */
function* fillTables(rules: readonly GitRule[], tables: RuleTables): Steps<GitRule[]> {
  // A later rule with the same pattern replaces an earlier one.
  const wildcards = new Map<string, GitRule>();
  for (const rule of rules) {
    yield;
    if (tables.add(rule)) continue;
    wildcards.set(`${rule.isForDirectories} ${rule.isForNames} ${rule.text}`, rule);
  }
  const tried = tables.finish().map((index) => rules[index]!);
  return [...wildcards.values(), ...tried].sort((a, b) => b.index - a.index);
}

function* compileWildcards(
  wildcards: readonly GitRule[],
  toUnits: (text: string) => string,
  foldsCase: boolean,
) {
  const nameRules: NameRule[] = [];
  const pathRules: PathRule[] = [];
  let matchCost = 1;
  for (const rule of wildcards) {
    yield;
    matchCost += rule.text.length;
    const segments = compileWildmatch(toUnits(rule.text), foldsCase);
    if (segments === undefined) continue;
    const positions = startPositions(segments);
    if (rule.isForNames) nameRules.push({ rule, matches: finalMatcher(segments, positions)! });
    else pathRules.push({ rule, segments, positions });
  }
  return { nameRules, pathRules: new PathRules(pathRules), matchCost };
}

/** The rules of a file as they apply in one directory at or below it. Immutable. */
export class DirectoryRules {
  readonly #compiled: Compiled;
  readonly #path: string;
  readonly #pathRules: PathRules;
  readonly #paths: Table | undefined;

  constructor(compiled: Compiled, path: string, pathRules: PathRules) {
    this.#compiled = compiled;
    this.#path = path;
    this.#pathRules = pathRules;
    this.#paths = compiled.tables.in(path);
  }

  /** Of an entry by itself: the walk never reads an ignored directory. */
  ruleFor(spelling: string, isDirectory: boolean): Rule | undefined {
    const { rules, toUnits, formOf, tables, nameRules } = this.#compiled;
    const name = formOf(spelling);
    let last = tables.lastFor(name, isDirectory);
    if (this.#paths !== undefined) last = Math.max(last, lastIn(this.#paths, name, isDirectory));
    for (const matched of [nameRules, this.#pathRules.finals]) {
      if (matched.length === 0) continue;
      const units = toUnits(name);
      for (const { rule, matches } of matched) {
        if (rule.index <= last) break;
        if ((isDirectory || !rule.isForDirectories) && matches(units)) last = rule.index;
      }
    }
    return rules[last];
  }

  enter(spelling: string): DirectoryRules {
    const name = this.#compiled.formOf(spelling);
    const path = this.#path === "" ? name : `${this.#path}/${name}`;
    const pathRules = this.#pathRules.enter(this.#compiled.toUnits(name));
    return new DirectoryRules(this.#compiled, path, pathRules);
  }
}
