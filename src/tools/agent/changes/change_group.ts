import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { type ChangeTotals, countedAs, NO_CHANGE } from "./change_totals.ts";
import type { Change } from "./compare.ts";

/** The changes in one directory. */
export interface ChangeGroup {
  /** The directory, with a slash at its end. */
  readonly prefix: string;
  /** By name. */
  readonly changes: readonly Change[];
  /** How many there are, by how. */
  readonly totals: Readonly<ChangeTotals>;
}

/** Changes by directory, in order. */
export async function groupsOf(changes: readonly Change[], pacer: Pacer): Promise<ChangeGroup[]> {
  const keys: string[] = [];
  await forEachPaced(changes, pacer, ({ prefix, name, type }) => {
    // No path holds a NUL, which comes before every other character.
    keys.push(`${prefix}\0${name}\0${type}\0${keys.length}`);
  });
  const groups: ChangeGroup[] = [];
  let inside: Change[] = [];
  let totals: ChangeTotals = { ...NO_CHANGE };
  await forEachPaced(await sortPaced(keys, pacer, compareCodePoints), pacer, (key) => {
    const change = changes[Number(key.slice(key.lastIndexOf("\0") + 1))]!;
    const { prefix } = change;
    if (groups.at(-1)?.prefix !== prefix) {
      groups.push({ prefix, changes: inside = [], totals: totals = { ...NO_CHANGE } });
    }
    inside.push(change);
    totals[countedAs(change)]++;
  });
  return groups;
}
