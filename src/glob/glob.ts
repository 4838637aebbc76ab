/** The globs of `glob_search`, matched one directory at a time. */
import { foldOf } from "../text/fold.ts";
import { comparedForm } from "../text/line_safe.ts";
import { parseGlob } from "./parse_glob.ts";
import {
  advance,
  finalMatcher,
  type Positions,
  type Segment,
  startPositions,
} from "./path_pattern.ts";

interface DirectoryGlob {
  /** True if anything can match in the directory or below it. */
  readonly isLive: boolean;
  matches(name: string): boolean;
  enter(name: string): DirectoryGlob;
}

export interface Glob {
  /** By the path from the root. The last directory and its parents are cached: a walk computes each once. */
  in(path: string): DirectoryGlob;
  /** Reports whether a directory is one that the pattern spells out before its first wildcard. */
  leadsThrough(path: string): boolean;
  /** Match cost: the tokens that one character of a name may be compared with. */
  readonly matchCost: number;
}

/**
 * @throws {PatternError} If the pattern is malformed or ambiguous.
 *
 * @param isLenient True if it matches names in both of Unicode's forms, a space stands for any, and braces without a
 * comma stand for themselves.
 */
export function compileGlob(pattern: string, isCaseSensitive: boolean, isLenient = false): Glob {
  // The form of a name makes no difference to other patterns.
  const isAnyForm = isLenient && FORM_MATTERS.test(pattern);
  const fold = foldOf(isCaseSensitive, isAnyForm);
  const compared = isAnyForm ? comparedForm(pattern) : pattern;
  const segments = parseGlob(compared, isCaseSensitive, isLenient);
  const wildcard = segments.findIndex((each) => each === "**" || !each.isLiteral);
  const literalDepth = wildcard < 0 ? segments.length : wildcard;
  // Cache: the last directory requested and its parents, outermost first.
  const trail = [{ path: "", glob: globIn(segments, startPositions(segments), fold) }];
  return {
    matchCost: segments.reduce((sum, each) => sum + (each === "**" ? 0 : each.cost ?? 0), 0),
    leadsThrough(path) {
      return path.split("/").length <= literalDepth && this.in(path).isLive;
    },
    in(path) {
      while (!isAtOrBelow(path, trail.at(-1)!.path)) trail.pop();
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

/** Matches a pattern with more than plain ASCII text and stars. */
const FORM_MATTERS = /[^\x21-\x7e]|[?[]/;

function isAtOrBelow(path: string, parent: string): boolean {
  return parent === "" ||
    path.startsWith(parent) && (path.length === parent.length || path[parent.length] === "/");
}

function globIn(
  segments: readonly Segment[],
  positions: Positions,
  fold: (text: string) => string,
): DirectoryGlob {
  const final = finalMatcher(segments, positions);
  return {
    isLive: positions.length > 0,
    matches: (name) => final !== undefined && final(fold(name)),
    enter(name) {
      const inner = advance(segments, positions, fold(name));
      // Below `**`, most directories match the same as their parent and can share its object.
      return inner.length === positions.length && inner.every((at, i) => at === positions[i])
        ? this
        : globIn(segments, inner, fold);
    },
  };
}
