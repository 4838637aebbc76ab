import { isAddressable } from "../scope/path_text.ts";

/**
 * The names added so far. Deno replaces bytes that are not valid UTF-8 by U+FFFD, so several names of one
 * directory may read back equal; only the first of them counts.
 */
export class DistinctNames {
  readonly #seen = new Set<string>();

  /** Adds a name. Returns `false` if an equal one was added before. Only names with U+FFFD are stored. */
  isNew(name: string): boolean {
    if (isAddressable(name)) return true;
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    return true;
  }
}
