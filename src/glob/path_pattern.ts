/**
 * A pattern for whole paths, followed one directory at a time: what may still match in a directory is
 * a set of positions in the pattern, so neither a path nor a walk is ever matched twice.
 *
 * @module
 */
import type { NameMatcher } from "./tokens.ts";

/** `"**"`, or what matches one name. */
export type Segment = "**" | NameMatcher;

/** Where in a pattern a directory stands: the segments that its entries may match. */
export type Positions = readonly number[];

/** The positions in the directory where the pattern starts. */
export function startPositions(segments: readonly Segment[]): Positions {
  return closure(segments, [0]);
}

/** The positions in a subdirectory; none if nothing below it can match. */
export function advance(
  segments: readonly Segment[],
  positions: Positions,
  name: string,
): Positions {
  const next: number[] = [];
  for (const at of positions) {
    const segment = segments[at]!;
    if (segment === "**") next.push(at);
    else if (at + 1 < segments.length && segment(name)) next.push(at + 1);
  }
  return next.length === 0 ? next : closure(segments, next);
}

/** What matches an entry as the end of the path, or `undefined` if nothing does. */
export function finalMatcher(
  segments: readonly Segment[],
  positions: Positions,
): NameMatcher | undefined {
  const last = segments.length - 1;
  if (!positions.includes(last)) return undefined;
  const segment = segments[last]!;
  return segment === "**" ? () => true : segment;
}

/**
 * The positions that are reached without a name: `**` stands for no directory too. At the end of a
 * pattern it stands for everything below, but not for the directory itself.
 */
function closure(segments: readonly Segment[], positions: Positions): Positions {
  const reached = new Set(positions);
  // What is added to a set while it is iterated is iterated too.
  for (const at of reached) {
    if (segments[at] === "**" && at + 1 < segments.length) reached.add(at + 1);
  }
  return [...reached];
}
