/** Which paths differ between two trees. */
import type { Pacer } from "../pacing/pacer.ts";
import type { ObjectDatabase } from "./object_database.ts";
import { MAX_TREE_PATH_BYTES, TreeCursor } from "./tree_object.ts";

/** What a comparison found, and what it cost. */
export interface TreeChanges {
  /** The paths that differ, in git's order; `undefined` where they are too many. */
  readonly paths: readonly string[] | undefined;
  /** How many pairs of trees were opened. */
  readonly trees: number;
  /** How many bytes they have, and the paths. Of a pair, the larger one counts. */
  readonly bytes: number;
  /** How much work it was. */
  readonly cost: number;
}

/** The most paths of one commit. One that changes more tells nothing of any of them. */
const MAX_CHANGED_PATHS = 500;

/** How deep trees may lie in each other. */
const MAX_TREE_DEPTH = 256;

/** How many entries to compare between two looks at the clock. */
const ENTRIES_PER_PAUSE_CHECK = 256;

/** The room that there is for a comparison. */
interface ComparisonLimits {
  readonly trees: number;
  readonly bytes: number;
}

/** What ends a comparison early: what cannot be read or is too much to read, or too many paths. */
type StopReason = "stopped" | "many";

/** Two trees at one place; where there is only one, what it holds was added or deleted. */
interface TreePair {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The path of the place, and a slash. */
  readonly prefix: string;
  readonly prefixBytes: number;
  readonly depth: number;
}

/** Compares two trees by the ids in them, so that equal ones are not opened. */
export class TreeComparison {
  readonly #objects: ObjectDatabase;
  readonly #limits: ComparisonLimits;
  readonly #pacer: Pacer;
  readonly #paths: string[] = [];
  #trees = 0;
  #bytes = 0;

  constructor(objects: ObjectDatabase, room: ComparisonLimits, pacer: Pacer) {
    this.#objects = objects;
    this.#limits = room;
    this.#pacer = pacer;
  }

  /** The paths that differ; nothing where the trees cannot be read, or there is no room for it. */
  async compare(before: string, after: string): Promise<TreeChanges | undefined> {
    const top = { before, after, prefix: "", prefixBytes: 0, depth: 0 };
    const { budget } = this.#objects;
    const done = budget.spent;
    const end = before === after ? undefined : await this.#compareTrees(top);
    if (end === "stopped") return undefined;
    const paths = end === "many" ? undefined : this.#paths;
    return { paths, trees: this.#trees, bytes: this.#bytes, cost: budget.spent - done };
  }

  async #compareTrees(pair: TreePair): Promise<StopReason | undefined> {
    if (pair.depth > MAX_TREE_DEPTH) return "stopped";
    const before = await this.#cursorOf(pair.before);
    const after = await this.#cursorOf(pair.after);
    if (before === undefined || after === undefined) return "stopped";
    this.#trees++;
    if (!this.#countBytes(Math.max(before.size, after.size))) return "stopped";
    if (!before.next() || !after.next()) return "stopped";
    for (let steps = 1; !before.isAtEnd || !after.isAtEnd; steps++) {
      if (steps % ENTRIES_PER_PAUSE_CHECK === 0 && this.#pacer.isDue()) await this.#pacer.pause();
      const order = before.isAtEnd ? 1 : after.isAtEnd ? -1 : before.compare(after);
      if (order !== 0 || !before.equals(after)) {
        const both = [order <= 0 ? before : undefined, order >= 0 ? after : undefined] as const;
        const end = await this.#addDifference(both, pair);
        if (end !== undefined) return end;
      }
      if (order <= 0 && !before.next() || order >= 0 && !after.next()) return "stopped";
    }
    return undefined;
  }

  /** An entry that is there once, or twice and not the same. */
  async #addDifference(
    [before, after]: readonly [TreeCursor | undefined, TreeCursor | undefined],
    { prefix, prefixBytes, depth }: TreePair,
  ): Promise<StopReason | undefined> {
    const entry = (after ?? before)!;
    const pathBytes = prefixBytes + entry.nameLength;
    if (pathBytes > MAX_TREE_PATH_BYTES) return "stopped";
    const path = prefix + entry.name;
    if (entry.isDirectory) {
      return await this.#compareTrees({
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

  async #cursorOf(id: string | undefined): Promise<TreeCursor | undefined> {
    const { hashLength } = this.#objects;
    if (id === undefined) return new TreeCursor(new Uint8Array(), hashLength);
    const bytes = await this.#objects.read("tree", id);
    return bytes && new TreeCursor(bytes, hashLength);
  }

  #countBytes(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#trees <= this.#limits.trees && this.#bytes <= this.#limits.bytes;
  }
}
