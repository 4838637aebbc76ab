/**
 * Patterns for paths, matched one directory at a time. A set of positions holds the segments of the
 * pattern that a directory's entries may match, so a walk never matches a path again from its start.
 */
import type { NameMatcher } from "./name_matcher.ts";

export type Segment = "**" | NameMatcher;

/** The indexes of the segments that a directory's entries may match. */
export type Positions = readonly number[];

export function startPositions(segments: readonly Segment[]): Positions {
  return closure(segments, [0]);
}

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

/** Returns the matcher for the last part of a path; `undefined` if no entry of the directory can be that. */
export function finalMatcher(
  segments: readonly Segment[],
  positions: Positions,
): NameMatcher | undefined {
  const last = segments.length - 1;
  if (!positions.includes(last)) return undefined;
  const segment = segments[last]!;
  return segment === "**" ? () => true : segment;
}

/** `**` also matches zero directories; at the end, all that is below a directory, but not the directory itself. */
function closure(segments: readonly Segment[], positions: Positions): Positions {
  const reached = new Set(positions);
  // The loop also visits what it adds to the set.
  for (const at of reached) {
    if (segments[at] === "**" && at + 1 < segments.length) reached.add(at + 1);
  }
  return [...reached];
}
