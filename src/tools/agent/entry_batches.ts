import type { EntryKind } from "../../directory/entry_key.ts";
import type { WalkedDirectory, WalkStep } from "../../walk/walk_options.ts";
import type { Walk } from "../../walk/walk.ts";

/** Entries of one kind in one directory. */
export interface EntryBatch {
  readonly directory: WalkedDirectory;
  readonly names: readonly string[];
  readonly kind: EntryKind;
}

/** Entries after which a batch is yielded; it bounds the memory. */
const MAX_BATCH_ENTRIES = 2048;

/**
 * Yields the entries of a walk in batches, to consumers that await between entries: a visitor of a walk cannot.
 *
 * @param visitOther Called with the steps that are no entries.
 */
export async function* entryBatches(
  walk: Walk,
  visitOther: (step: WalkStep) => void = () => {},
): AsyncGenerator<readonly EntryBatch[]> {
  for (let isDone = false; !isDone;) {
    const batches: EntryBatch[] = [];
    let count = 0;
    isDone = true;
    await walk.run((step) => {
      const { directory } = step;
      if (step.type === "files") batches.push({ directory, names: step.names, kind: "file" });
      else if (step.type === "entry") {
        batches.push({ directory, names: [step.name], kind: step.kind });
      } else {
        visitOther(step);
        return true;
      }
      count += batches.at(-1)!.names.length;
      return isDone = count < MAX_BATCH_ENTRIES;
    });
    yield batches;
  }
}
