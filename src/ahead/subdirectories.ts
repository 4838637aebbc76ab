/** The subdirectories that a walk may open: the walk and its helpers must agree on them. */
import { isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import type { Listing } from "../directory/listing.ts";
import { isAddressable } from "../scope/path_text.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import type { WalkOptions } from "../walk/steps.ts";

/** What decides on the subdirectories of a walk. */
export type Descent = Pick<WalkOptions, "order" | "maxDepth">;

/** The names of the subdirectories that a walk may open, in its order. Some it prunes when it gets there. */
export function subdirectoriesOf(
  { keys, isFiles }: Listing,
  { depth }: { readonly depth: number },
  { order, maxDepth = Infinity }: Descent,
  from = 0,
): string[] {
  const names: string[] = [];
  if (isFiles || depth >= maxDepth) return names;
  for (let i = from; i < keys.length; i++) {
    const key = keys[i]!;
    if (isFileKey(key) || kindOf(key) !== "directory") continue;
    const name = nameOf(key);
    if (isAddressable(name)) names.push(name);
  }
  return order === "path" ? inPathOrder(names) : names;
}

/** By `name/`, where the contents of a directory stand in path order. Sorted names mostly are so already. */
export function inPathOrder(names: string[]): string[] {
  const isSorted = names.every((name, i) => i === 0 || !name.startsWith(names[i - 1]!));
  return isSorted ? names : names.sort((a, b) => compareCodePoints(`${a}/`, `${b}/`));
}
