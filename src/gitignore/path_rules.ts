import type { NameMatcher } from "../glob/name_matcher.ts";
import { advance, finalMatcher, type Positions, type Segment } from "../glob/path_pattern.ts";
import type { GitRule } from "./git_rule.ts";

/** A wildcard for names. */
export interface NameRule {
  readonly rule: GitRule;
  readonly matches: NameMatcher;
}

/** A wildcard for paths. */
export interface PathRule {
  readonly rule: GitRule;
  readonly segments: readonly Segment[];
  readonly positions: Positions;
}

/**
 * The wildcards for paths of a file, as they apply in one directory. In a subdirectory they are not
 * found before they are asked for: a file may hold so many that this takes several turns.
 */
export class PathRules {
  /** Those that may match in the directory or below, last rule first. */
  #live: readonly PathRule[];
  /** The last segments of those that may match in the directory. */
  #finals: readonly NameRule[];
  /** What to find them from: the rules above, and the directory's name. */
  #source: { readonly above: PathRules; readonly units: string } | undefined;

  /**
   * The rules in the directory of the file.
   *
   * @param rules All of them, last rule first.
   * @param finals Their last segments, as far as they are at hand there: see {@linkcode finalOf}.
   */
  constructor(rules: readonly PathRule[], finals: readonly NameRule[]) {
    this.#live = rules;
    this.#finals = finals;
  }

  /** The rules in a subdirectory, given its name in the units of the patterns. */
  enter(units: string): PathRules {
    if (this.#source === undefined && this.#live.length === 0) return this;
    const inner = new PathRules([], []);
    inner.#source = { above: this, units };
    return inner;
  }

  /** The rules to match an entry's name with, last rule first, once they are found. */
  get finals(): readonly NameRule[] {
    return this.#finals;
  }

  /** Whether the rules are found. */
  get areFound(): boolean {
    return this.#source === undefined;
  }

  /** Finds the rules, in small steps. */
  *find(): Generator<void, void> {
    const unknown: PathRules[] = [this];
    // Not by recursion: a walk may be 2,000 levels deep.
    for (let above = this.#source?.above; above !== undefined; above = above.#source?.above) {
      unknown.push(above);
    }
    for (const inner of unknown.reverse()) {
      if (inner.#source === undefined) continue;
      const { above, units } = inner.#source;
      const live: PathRule[] = [];
      const finals: NameRule[] = [];
      for (const { rule, segments, positions } of above.#live) {
        const entered = { rule, segments, positions: advance(segments, positions, units) };
        if (entered.positions.length > 0) live.push(entered);
        finals.push(...finalOf(entered));
        yield;
      }
      inner.#live = live;
      inner.#finals = finals;
      inner.#source = undefined;
    }
  }
}

/** The last segment of a rule, if an entry of the directory can be the end of the path. */
export function finalOf({ rule, segments, positions }: PathRule): NameRule[] {
  const matches = finalMatcher(segments, positions);
  return matches === undefined ? [] : [{ rule, matches }];
}
