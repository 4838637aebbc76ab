/** Matching the globs of `glob_search`, one directory at a time. */
import { foldCase } from "../text/line_safe.ts";
import type { NameMatcher } from "./name_matcher.ts";
import { parseGlob } from "./parse_glob.ts";
import {
  advance,
  finalMatcher,
  type Positions,
  type Segment,
  startPositions,
} from "./path_pattern.ts";

/** A glob as it applies in one directory. */
export interface DirectoryGlob {
  /** Whether anything can match in the directory or below it. */
  readonly isLive: boolean;
  /** Whether an entry of the directory matches. */
  matches(name: string): boolean;
}

/** A compiled glob. */
export interface Glob {
  /**
   * The glob as it applies in a directory, given by its path from the root of the search (`""` for
   * the root itself). The last directory and its parents are cached, so a walk computes each only
   * once.
   */
  in(path: string): DirectoryGlob;
}

/**
 * Compiles a glob: segments separated by `/`; `*`, `?`, `[a-z]` and `[!a]` inside a segment; `**`
 * as a whole segment; `{a,b}`.
 *
 * @throws {PatternError} If the pattern is malformed or ambiguous.
 */
export function compileGlob(pattern: string, isCaseSensitive: boolean): Glob {
  const fold = isCaseSensitive ? (text: string): string => text : foldCase;
  const live = parseGlob(pattern, isCaseSensitive).map((segments) => ({
    segments,
    positions: startPositions(segments),
  }));
  // Cache: the last directory asked for and its parents, outermost first.
  const trail = [{ path: "", glob: new GlobInDirectory(live, fold) }];
  return {
    in(path) {
      while (!isWithin(path, trail.at(-1)!.path)) trail.pop();
      let { path: reached, glob } = trail.at(-1)!;
      while (reached !== path) {
        const from = reached === "" ? 0 : reached.length + 1;
        const slash = path.indexOf("/", from);
        const end = slash < 0 ? path.length : slash;
        glob = glob.enter(path.slice(from, end));
        reached = path.slice(0, end);
        trail.push({ path: reached, glob });
      }
      return glob;
    },
  };
}

function isWithin(path: string, parent: string): boolean {
  return parent === "" ||
    path.startsWith(parent) && (path.length === parent.length || path[parent.length] === "/");
}

/** One pattern that the glob's braces expand to, and the positions of a directory in it. */
interface LivePattern {
  readonly segments: readonly Segment[];
  readonly positions: Positions;
}

class GlobInDirectory implements DirectoryGlob {
  readonly #live: readonly LivePattern[];
  readonly #fold: (text: string) => string;
  readonly #finals: readonly NameMatcher[];

  constructor(live: readonly LivePattern[], fold: (text: string) => string) {
    this.#live = live;
    this.#fold = fold;
    this.#finals = live
      .map(({ segments, positions }) => finalMatcher(segments, positions))
      .filter((matches) => matches !== undefined);
  }

  get isLive(): boolean {
    return this.#live.length > 0;
  }

  matches(name: string): boolean {
    if (this.#finals.length === 0) return false;
    const folded = this.#fold(name);
    return this.#finals.some((matches) => matches(folded));
  }

  enter(name: string): GlobInDirectory {
    const folded = this.#fold(name);
    const live: LivePattern[] = [];
    for (const pattern of this.#live) {
      const { segments, positions } = pattern;
      const inner = advance(segments, positions, folded);
      if (areEqual(inner, positions)) live.push(pattern);
      else if (inner.length > 0) live.push({ segments, positions: inner });
    }
    // Below `**`, most directories match the same as their parent and can share its object.
    const isSame = live.length === this.#live.length &&
      live.every((pattern, i) => pattern === this.#live[i]);
    return isSame ? this : new GlobInDirectory(live, this.#fold);
  }
}

function areEqual(a: Positions, b: Positions): boolean {
  return a.length === b.length && a.every((at, i) => at === b[i]);
}
