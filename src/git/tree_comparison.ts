/** Compares two trees of the object database. */
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

interface ComparisonLimits {
  readonly trees: number;
  readonly bytes: number;
}

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

/** Compares two trees by the ids of their entries, so that equal subtrees are not read. */
export class TreeComparison {
  readonly #objects: ObjectDatabase;
  readonly #limits: ComparisonLimits;
  readonly #pacer: Pacer;
  readonly #paths: string[] = [];
  #trees = 0;
  #bytes = 0;

  constructor(objects: ObjectDatabase, limits: ComparisonLimits, pacer: Pacer) {
    this.#objects = objects;
    this.#limits = limits;
    this.#pacer = pacer;
  }

  *compare(before: string, after: string): Steps<TreeChanges | undefined> {
    const top = { before, after, prefix: "", prefixBytes: 0, depth: 0 };
    const end = before === after ? undefined : yield* this.#compareTrees(top);
    if (end === "stopped") return undefined;
    const paths = end === "many" ? undefined : this.#paths;
    return { paths, trees: this.#trees, bytes: this.#bytes };
  }

  *#compareTrees(pair: TreePair): Steps<StopReason | undefined> {
    if (pair.depth > MAX_TREE_DEPTH) return "stopped";
    const before = yield* this.#cursorOf(pair.before);
    const after = yield* this.#cursorOf(pair.after);
    if (before === undefined || after === undefined) return "stopped";
    this.#trees++;
    if (!this.#countBytes(Math.max(before.size, after.size))) return "stopped";
    const tail = before.skipCommon(after);
    if (!before.next() || !after.next()) return "stopped";
    for (let steps = 1; before.bytesLeft > tail || before.bytesLeft !== after.bytesLeft; steps++) {
      if (steps % ENTRIES_PER_PAUSE_CHECK === 0 && this.#pacer.isDue()) yield;
      const order = before.isAtEnd ? 1 : after.isAtEnd ? -1 : before.compare(after);
      if (order !== 0 || !before.equals(after)) {
        const both = [order <= 0 ? before : undefined, order >= 0 ? after : undefined] as const;
        const end = yield* this.#addDifference(both, pair);
        if (end !== undefined) return end;
      }
      if (order <= 0 && !before.next() || order >= 0 && !after.next()) return "stopped";
    }
    return undefined;
  }

  *#addDifference(
    [before, after]: readonly [TreeCursor | undefined, TreeCursor | undefined],
    { prefix, prefixBytes, depth }: TreePair,
  ): Steps<StopReason | undefined> {
    const entry = (after ?? before)!;
    const pathBytes = prefixBytes + entry.nameLength;
    if (pathBytes > MAX_TREE_PATH_BYTES) return "stopped";
    const path = prefix + entry.name;
    if (entry.isDirectory) {
      return yield* this.#compareTrees({
        before: before?.id,
        after: after?.id,
        prefix: `${path}/`,
        prefixBytes: pathBytes + 1,
        depth: depth + 1,
      });
    }
    if (!this.#countBytes(path.length)) return "stopped";
    return this.#paths.push(path) > MAX_CHANGED_PATHS ? "many" : undefined;
  }

  *#cursorOf(id: string | undefined): Steps<TreeCursor | undefined> {
    const { hashLength } = this.#objects;
    if (id === undefined) return new TreeCursor(new Uint8Array(), hashLength);
    const bytes = yield* this.#objects.read("tree", id);
    return bytes && new TreeCursor(bytes, hashLength);
  }

  #countBytes(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#trees <= this.#limits.trees && this.#bytes <= this.#limits.bytes;
  }
}
