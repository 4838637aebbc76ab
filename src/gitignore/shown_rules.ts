import { startPositions } from "../glob/path_pattern.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { type DirectoryRules, parseGitIgnoreFile } from "./git_ignore_file.ts";
import { parseRule, patternIn, type Rule } from "./git_rule.ts";
import { type PathRule, PathRules } from "./path_rules.ts";
import { compileWildmatch, toBytes } from "./wildmatch.ts";

/**
 * The `show` patterns of a policy, which re-include paths that git ignores, in one directory. Immutable.
 *
 * A pattern with a slash leads the walk through ignored directories to what it matches. A name alone, or after a
 * leading `**`, does not, or every ignored directory would have to be searched: it applies where the walk goes.
 */
export class ShownRules {
  readonly matchCost: number;
  readonly #rules: DirectoryRules;
  readonly #pathRules: PathRules;

  private constructor(rules: DirectoryRules, pathRules: PathRules, matchCost: number) {
    this.#rules = rules;
    this.#pathRules = pathRules;
    this.matchCost = matchCost;
  }

  static async parse(patterns: readonly string[], pacer: Pacer): Promise<ShownRules> {
    const { here, matchCost } = await parseGitIgnoreFile(patterns.join("\n"), pacer);
    return new ShownRules(here, new PathRules(patterns.flatMap(pathRuleOf).reverse()), matchCost);
  }

  showing(name: string, isDirectory: boolean): Rule | undefined {
    const rule = this.#rules.ruleFor(name, isDirectory);
    return rule === undefined || rule.isNegated ? undefined : reincludingRule(rule);
  }

  /** Returns the pattern that leads through a directory, unless a negated one excludes the directory. */
  leadingThrough(name: string): Rule | undefined {
    const rule = this.#pathRules.enter(toBytes(name)).last;
    return rule === undefined || this.#rules.ruleFor(name, true)?.isNegated
      ? undefined
      : reincludingRule(rule);
  }

  enter(name: string): ShownRules {
    const pathRules = this.#pathRules.enter(toBytes(name));
    return new ShownRules(this.#rules.enter(name), pathRules, this.matchCost);
  }
}

function pathRuleOf(line: string, index: number): PathRule[] {
  const pattern = patternIn(line);
  if (pattern === "") return [];
  const rule = parseRule(pattern, index + 1, index);
  const segments = rule.isNegated || rule.isForNames || rule.text.startsWith("**/")
    ? undefined
    : compileWildmatch(toBytes(rule.text));
  return segments === undefined ? [] : [{ rule, segments, positions: startPositions(segments) }];
}

/** Converts a pattern to git's form, in which a negated rule re-includes what it matches. */
function reincludingRule({ line, pattern }: Rule): Rule {
  return { line, pattern, isNegated: true };
}
