import type { EntryKind } from "../../../directory/entry_key.ts";
import type { WalkedDirectory, WalkStep } from "../../../walk/walk_options.ts";
import type { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";

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
 * `visitOther` is called with the steps that are no entries.
 */
export async function* entryBatches(
  walk: Pick<Walk, "run">,
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

const MAX_ENTRIES = 200_000;

/** Maximum cost of the rules of such a walk: some 0.3 s of the costliest, and more than common rules cost. */
const MAX_MATCHED = 250_000_000;

/**
 * Returns the bounds of a walk that looks for advice, such as suggestions and the counts of hints. They count work, so
 * that equal trees get equal advice.
 */
export function adviceLimits(
  { maxScanned = MAX_ENTRIES }: Pick<StartedCall, "maxScanned">,
): { readonly maxScanned: number; readonly maxMatched: number } {
  return { maxScanned: Math.min(MAX_ENTRIES, maxScanned), maxMatched: MAX_MATCHED };
}
