import type { EntryKind } from "../../directory/entry_key.ts";
import type { WalkedDirectory } from "../../walk/steps.ts";
import type { Walk } from "../../walk/walk.ts";

/** Entries of one kind in one directory. */
export interface Run {
  readonly directory: WalkedDirectory;
  readonly names: readonly string[];
  readonly kind: EntryKind;
}

/** How many entries are met before they are handed on, so that only a few are held. */
const BATCH = 1000;

/** What a walk meets, for those who take their time with it. */
export class WalkedRuns {
  /** Whether the scan budget has not run out. */
  isWhole = true;
  readonly #walk: Walk;

  constructor(walk: Walk) {
    this.#walk = walk;
  }

  /** Walks. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Run> {
    for (let isDone = false; !isDone;) {
      const runs: Run[] = [];
      let count = 0;
      isDone = true;
      await this.#walk.run((step) => {
        const { type, directory } = step;
        if (type === "stopped") this.isWhole = false;
        if (type !== "files" && type !== "entry") return true;
        const run = type === "files"
          ? { directory, names: step.names, kind: "file" as const }
          : { directory, names: [step.name], kind: step.kind };
        runs.push(run);
        count += run.names.length;
        return isDone = count < BATCH;
      });
      yield* runs;
    }
  }
}
