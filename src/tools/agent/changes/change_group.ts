import type { Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { type ChangeTotals, countedAs, NO_CHANGE } from "./change_totals.ts";
import type { Change } from "./compare.ts";

/** The changes in one directory. */
export class ChangeGroup {
  /** The directory, with a slash at its end. */
  readonly prefix: string;
  readonly #changes: Change[] = [];
  readonly #totals: ChangeTotals = { ...NO_CHANGE };
  #inOrder: readonly Change[] | undefined;

  private constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** Changes by directory, in order. */
  static async groupsOf(changes: readonly Change[], pacer: Pacer): Promise<ChangeGroup[]> {
    const groups = new Map<string, ChangeGroup>();
    for (const change of changes) {
      if (pacer.isDue()) await pacer.pause();
      const { prefix } = change;
      let group = groups.get(prefix);
      if (group === undefined) groups.set(prefix, group = new ChangeGroup(prefix));
      group.#changes.push(change);
      group.#totals[countedAs(change)]++;
    }
    const prefixes = await sortPaced([...groups.keys()], pacer, compareCodePoints);
    return prefixes.map((prefix) => groups.get(prefix)!);
  }

  /** How many changes there are, by how. */
  get totals(): Readonly<ChangeTotals> {
    return this.#totals;
  }

  /** The changes by name. Few directories need them in order: those that rows are shown of. */
  async inOrder(pacer: Pacer): Promise<readonly Change[]> {
    if (this.#inOrder !== undefined) return this.#inOrder;
    const keys: string[] = [];
    for (const [i, { name, type }] of this.#changes.entries()) {
      if (pacer.isDue()) await pacer.pause();
      // No name holds a NUL, which comes before every other character.
      keys.push(`${name}\0${type}\0${i}`);
    }
    const sorted: Change[] = [];
    for (const key of await sortPaced(keys, pacer, compareCodePoints)) {
      if (pacer.isDue()) await pacer.pause();
      sorted.push(this.#changes[Number(key.slice(key.lastIndexOf("\0") + 1))]!);
    }
    return this.#inOrder = sorted;
  }
}
