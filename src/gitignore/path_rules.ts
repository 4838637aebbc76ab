import type { NameMatcher } from "../glob/name_matcher.ts";
import { advance, finalMatcher, type Positions, type Segment } from "../glob/path_pattern.ts";
import type { GitRule } from "./git_rule.ts";

export interface NameRule {
  readonly rule: GitRule;
  readonly matches: NameMatcher;
}

export interface PathRule {
  readonly rule: GitRule;
  readonly segments: readonly Segment[];
  readonly positions: Positions;
}

/** The path rules of a file, as they apply in one directory. Immutable. */
export class PathRules {
  /** The last segments of the rules that may end in this directory, to match an entry's name, last rule first. */
  readonly finals: readonly NameRule[];
  /** The rules that may match in the directory or below, last rule first. */
  readonly #live: readonly PathRule[];

  constructor(live: readonly PathRule[]) {
    this.#live = live;
    this.finals = live.flatMap(({ rule, segments, positions }) => {
      const matches = finalMatcher(segments, positions);
      return matches === undefined ? [] : [{ rule, matches }];
    });
  }

  get last(): GitRule | undefined {
    return this.#live[0]?.rule;
  }

  enter(units: string): PathRules {
    if (this.#live.length === 0) return this;
    const live: PathRule[] = [];
    for (const { rule, segments, positions } of this.#live) {
      const inner = advance(segments, positions, units);
      if (inner.length > 0) live.push({ rule, segments, positions: inner });
    }
    return new PathRules(live);
  }
}
