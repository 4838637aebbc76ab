/** Counts the endings of file names. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";

/** How many files have each ending. */
export type ExtensionCounts = readonly (readonly [ending: string, count: number])[];

/** The longest ending that counts, in characters with its dot. */
const MAX_EXTENSION_LENGTH = 12;

/** How many endings are said of a directory. */
const MAX_LISTED_EXTENSIONS = 3;

/** The ending of a name, with its dot; `""` where it has none that counts. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const isExtension = dot > 0 && dot < name.length - 1 && name.length - dot <= MAX_EXTENSION_LENGTH;
  return isExtension ? name.slice(dot) : "";
}

/** Whether a name has an ending, which is not the whole name. */
export function hasExtension(name: string, extension: string): boolean {
  return extension !== "" && name.length > extension.length && name.endsWith(extension);
}

/** Adds the endings of names to counts. */
export function countExtensions(counts: Map<string, number>, names: readonly string[]): void {
  for (let i = 0; i < names.length;) {
    const from = i++;
    const extension = extensionOf(names[from]!);
    // Neighbours mostly share one.
    while (i < names.length && hasExtension(names[i]!, extension)) i++;
    counts.set(extension, (counts.get(extension) ?? 0) + i - from);
  }
}

/** The endings that most files have, ties by code point. `.6` of `.so.6` is a version: it tells nothing. */
export function mostFrequentExtensions(counts: ReadonlyMap<string, number>): ExtensionCounts {
  const top: (readonly [string, number])[] = [];
  for (const entry of counts) {
    const at = top.findLastIndex((each) => !isMoreFrequent(entry, each)) + 1;
    if (at < MAX_LISTED_EXTENSIONS && /\p{L}/u.test(entry[0])) top.splice(at, 0, entry);
    if (top.length > MAX_LISTED_EXTENSIONS) top.pop();
  }
  return top;
}

function isMoreFrequent(
  [a, m]: readonly [string, number],
  [b, n]: readonly [string, number],
): boolean {
  return m > n || m === n && compareCodePoints(a, b) < 0;
}
