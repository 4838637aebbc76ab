import { type EntryKey, kindOf, nameOf } from "../directory/entry_key.ts";
import { filterInSteps, type Steps } from "../pacing/steps.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { HiddenEntries } from "../scope/visibility.ts";

/** What the host hides in one directory, counted as it is left out. */
export class HiddenTally {
  /** How many entries were left out. */
  count = 0;
  readonly #entries: HiddenEntries;

  private constructor(entries: HiddenEntries) {
    this.#entries = entries;
  }

  /** Of a directory in which the host may hide something. */
  static in(scope: Scope, path: ScopedPath): HiddenTally | undefined {
    const entries = scope.visibility?.in(path);
    return entries && new HiddenTally(entries);
  }

  /** Whether an entry is hidden. */
  has(name: string, isDirectory: boolean): boolean {
    return this.#entries.has(name, isDirectory);
  }

  /** Leaves out of some keys what is hidden. */
  *leaveOut(keys: readonly EntryKey[]): Steps<EntryKey[]> {
    const isShown = (key: EntryKey): boolean => !this.has(nameOf(key), kindOf(key) === "directory");
    const shown = yield* filterInSteps(keys, isShown, this.#entries.matchCost);
    this.count += keys.length - shown.length;
    return shown;
  }
}
