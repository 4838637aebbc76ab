/** Weights of files, by name. */
export type NameWeights = ReadonlyMap<string, number>;

/** Weights of files, added up. */
export class PathWeights {
  readonly #names = new Map<string, Map<string, number>>();

  /** Adds to the weight of a file, by its path. */
  add(path: string, weight: number): void {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const directory = path.slice(0, path.length - name.length);
    let names = this.#names.get(directory);
    if (names === undefined) this.#names.set(directory, names = new Map());
    names.set(name, (names.get(name) ?? 0) + weight);
  }

  /** Returns the weights of a directory's files, by its path: `""`, or one that ends in a slash. */
  in(directory: string): NameWeights | undefined {
    return this.#names.get(directory);
  }
}
