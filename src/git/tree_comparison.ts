import type { Steps } from "../pacing/paced_steps.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { ObjectDatabase } from "./object_database.ts";
import { MAX_TREE_PATH_BYTES, TreeCursor } from "./tree_object.ts";

export interface TreeChanges {
  /** The paths that differ, in git's order; `undefined` where they are too many. */
  readonly paths: readonly string[] | undefined;
  readonly trees: number;
  /** Bytes of those trees, the larger one of each pair, and of the paths. */
  readonly bytes: number;
}

/** Maximum changed paths of a commit. One that changes more says nothing of any of them. */
const MAX_CHANGED_PATHS = 500;

const MAX_TREE_DEPTH = 256;

const ENTRIES_PER_PAUSE_CHECK = 256;

/** The reason that a comparison ends early: a tree is unreadable or over a limit, or too many paths differ. */
type StopReason = "stopped" | "many";

/** Two trees at one path; if one is missing, the other's entries were added or deleted. */
interface TreePair {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The path of the trees, ending in a slash. */
  readonly prefix: string;
  readonly prefixBytes: number;
  readonly depth: number;
}

/**
 * Compares two trees by the ids of their entries, so that equal subtrees are not read. Returns `undefined` if one is
 * unreadable or over a limit.
 */
export function* compareTrees(
  objects: ObjectDatabase,
  [before, after]: readonly [before: string, after: string],
  limits: Pick<TreeChanges, "trees" | "bytes">,
  pacer: Pacer,
): Steps<TreeChanges | undefined> {
  const paths: string[] = [];
  let trees = 0;
  let bytes = 0;

  function isWithinLimits(more: number): boolean {
    bytes += more;
    return trees <= limits.trees && bytes <= limits.bytes;
  }

  function* cursorOf(id: string | undefined): Steps<TreeCursor | undefined> {
    const tree = id === undefined ? new Uint8Array() : yield* objects.read("tree", id);
    return tree && new TreeCursor(tree, objects.hashLength);
  }

  function* comparePair(pair: TreePair): Steps<StopReason | undefined> {
    if (pair.depth > MAX_TREE_DEPTH) return "stopped";
    const before = yield* cursorOf(pair.before);
    const after = yield* cursorOf(pair.after);
    if (before === undefined || after === undefined) return "stopped";
    trees++;
    if (!isWithinLimits(Math.max(before.size, after.size))) return "stopped";
    const tail = before.skipCommon(after);
    if (!before.next() || !after.next()) return "stopped";
    for (let steps = 1; before.bytesLeft > tail || before.bytesLeft !== after.bytesLeft; steps++) {
      if (steps % ENTRIES_PER_PAUSE_CHECK === 0 && pacer.isDue()) yield;
      const order = before.isAtEnd ? 1 : after.isAtEnd ? -1 : before.compare(after);
      if (order !== 0 || !before.equals(after)) {
        const both = [order <= 0 ? before : undefined, order >= 0 ? after : undefined] as const;
        const end = yield* addDifference(both, pair);
        if (end !== undefined) return end;
      }
      if (order <= 0 && !before.next() || order >= 0 && !after.next()) return "stopped";
    }
    return undefined;
  }

  function* addDifference(
    [before, after]: readonly [TreeCursor | undefined, TreeCursor | undefined],
    { prefix, prefixBytes, depth }: TreePair,
  ): Steps<StopReason | undefined> {
    const entry = (after ?? before)!;
    const pathBytes = prefixBytes + entry.nameLength;
    if (pathBytes > MAX_TREE_PATH_BYTES) return "stopped";
    const path = prefix + entry.name;
    if (entry.isDirectory) {
      return yield* comparePair({
        before: before?.id,
        after: after?.id,
        prefix: `${path}/`,
        prefixBytes: pathBytes + 1,
        depth: depth + 1,
      });
    }
    if (!isWithinLimits(path.length)) return "stopped";
    return paths.push(path) > MAX_CHANGED_PATHS ? "many" : undefined;
  }

  const top = { before, after, prefix: "", prefixBytes: 0, depth: 0 };
  const end = before === after ? undefined : yield* comparePair(top);
  return end === "stopped"
    ? undefined
    : { paths: end === "many" ? undefined : paths, trees, bytes };
}
