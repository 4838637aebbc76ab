/** The order of the entries of a walk in path order (`a`, `a-b`, `a/x`), and resuming in it. */
import { kindIn, type Listing, lowerBound } from "../directory/listing.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

export interface Position {
  readonly listing: Listing;
  index: number;
  /**
   * Path order: the directories already visited whose contents come later. The last one is always next,
   * because names with a common prefix nest: a directory between `a` and `a/` is `a` and a character below
   * `/`, such as `a-`, and `a-/` sorts before `a/`.
   */
  readonly pending: PendingContents[];
}

/** A directory whose contents come later than its own entry. */
export interface PendingContents {
  readonly name: string;
  readonly end: ScopedPath | undefined;
  /** The index of the first entry after the contents. */
  readonly at: number;
  readonly after: string | undefined;
}

/** Postpones the contents of a directory, or of a link's target, to where `name/` sorts. */
export function postpone(
  { listing, index, pending }: Position,
  name: string,
  end: ScopedPath | undefined,
  after: string | undefined,
): void {
  pending.push({ name, end, at: lowerBound(listing, `${name}/`, index), after });
}

/** Moves to the first entry after a path. `followedEnd` returns the target of a link, if the walk follows it. */
export function seek(
  position: Position,
  path: string,
  followedEnd: (name: string) => ScopedPath | undefined,
): void {
  const [head] = path.split("/", 1) as [string];
  const rest = head === path ? undefined : path.slice(head.length + 1);
  // Past the entry, whatever its kind, but not past its contents.
  position.index = lowerBound(position.listing, head + (rest === undefined ? "\0\uffff" : "/"));
  // `a/` sorts after `a-b`, so any directory whose name is a prefix of `head` may have contents that
  // follow. The longer its name, the sooner they follow.
  for (let length = 1; length <= head.length; length++) {
    if (length < head.length && head[length]! > "/") continue;
    const name = head.slice(0, length);
    const kind = kindIn(position.listing, name);
    const end = kind === "link" ? followedEnd(name) : undefined;
    if (kind === "directory" || end !== undefined) {
      const inner = length === head.length && rest !== "" ? rest : undefined;
      postpone(position, name, end, inner);
    }
  }
}
