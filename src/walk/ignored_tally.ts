import { DistinctNames } from "../directory/distinct_names.ts";
import { type EntryKey, entryKindOf, nameOf } from "../directory/entry_key.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";
import type { Ignored } from "./walk_options.ts";

/** The ignored entries of one directory, counted. */
export class IgnoredTally implements Ignored {
  readonly directories: string[] = [];
  others = 0;
  firstOther: string | undefined;
  readonly #keys = new DistinctNames();

  /** Adds an entry. */
  add(key: EntryKey): void {
    // By key, not by name: a file and a directory whose names read back equal both count.
    if (!this.#keys.isNew(key)) return;
    const name = nameOf(key);
    if (entryKindOf(key) === "directory") return void this.directories.push(name);
    this.others++;
    if (this.firstOther === undefined || compareCodePoints(name, this.firstOther) < 0) {
      this.firstOther = name;
    }
  }
}
