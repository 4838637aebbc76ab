/** Counts the extensions of file names. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";

/** Extensions, with the number of files that have each. */
export type ExtensionCounts = readonly (readonly [extension: string, count: number])[];

/** Maximum characters of an extension, with its dot. A longer one counts as none. */
const MAX_COUNTED_LENGTH = 12;
/** Maximum extensions that a row lists. */
const MAX_LISTED_EXTENSIONS = 3;

/** Returns the extension of a name, with its dot; `""` if it has none. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const isExtension = dot > 0 && dot < name.length - 1 && name.length - dot <= MAX_COUNTED_LENGTH;
  return isExtension ? name.slice(dot) : "";
}

/** Reports whether a name ends with an extension and is longer than it. */
export function hasExtension(name: string, extension: string): boolean {
  return extension !== "" && name.length > extension.length && name.endsWith(extension);
}

export function countExtensions(counts: Map<string, number>, names: readonly string[]): void {
  for (let i = 0; i < names.length;) {
    const from = i++;
    const extension = extensionOf(names[from]!);
    // Neighbours mostly share an extension.
    while (i < names.length && hasExtension(names[i]!, extension)) i++;
    counts.set(extension, (counts.get(extension) ?? 0) + i - from);
  }
}

/** Returns the most frequent extensions, ties by code point. One without a letter is a version, as in `.so.6`. */
export function mostFrequentExtensions(counts: ReadonlyMap<string, number>): ExtensionCounts {
  return [...counts].filter(([extension]) => /\p{L}/u.test(extension))
    .sort(([a, m], [b, n]) => n - m || compareCodePoints(a, b))
    .slice(0, MAX_LISTED_EXTENSIONS);
}
