/** Weights of files, by name. */
export type NameWeights = ReadonlyMap<string, number>;

/**
 * Rounds a number to a multiple of `1 / unit`, `unit` being a power of two. Sums of such numbers are exact up to
 * 2 ** 53 of them, so that they do not depend on the order in which a disk lists entries.
 */
export function roundToUnit(value: number, unit: number): number {
  return Math.round(value * unit) / unit;
}

/** Weights of files, added up. */
export class PathWeights {
  readonly #names = new Map<string, Map<string, number>>();

  add(path: string, weight: number): void {
    const { prefix: directory, name } = splitPath(path);
    let names = this.#names.get(directory);
    if (names === undefined) this.#names.set(directory, names = new Map());
    names.set(name, (names.get(name) ?? 0) + weight);
  }

  /** Returns the weights of a directory's files, by its path: `""`, or one that ends in a slash. */
  in(directory: string): NameWeights | undefined {
    return this.#names.get(directory);
  }
}

/** Returns a path's folder, `""` or ending in a slash, and its name. */
export function splitPath(path: string): { readonly prefix: string; readonly name: string } {
  const end = path.lastIndexOf("/") + 1;
  return { prefix: path.slice(0, end), name: path.slice(end) };
}
