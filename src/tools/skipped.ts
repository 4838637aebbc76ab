/** What a call could not read below the start, counted by reason. */
import type { ErrorCode } from "../errors.ts";
import type { Counts } from "../pacing/counts.ts";
import type { ToolContext } from "../tool.ts";
import type { WalkStep } from "../walk/steps.ts";

/**
 * Why a directory, a `.gitignore` file or the index of a repository was passed over, or `hidden` entries were
 * left out. Without the index (`unreadable_index`), tracked files may be missing that a rule ignores.
 */
export type SkipReason =
  | "hidden"
  | "io_error"
  | "name_too_long"
  | "outside_root"
  | "permission_denied"
  | "unaddressable"
  | "unreadable_gitignore"
  | "unreadable_index"
  | "vanished";

/** Why something could not be read. */
type UnreadReason = Exclude<SkipReason, "hidden">;

/** Counts by reason. */
export type Skipped = Readonly<Record<string, number>>;

const SKIP_REASONS: Readonly<Partial<Record<ErrorCode, UnreadReason>>> = {
  link_loop: "vanished",
  name_too_long: "name_too_long",
  not_a_directory: "vanished",
  not_found: "vanished",
  outside_scope: "outside_root",
  permission_denied: "permission_denied",
  unaddressable: "unaddressable",
};

/** Counts by reason, in the order of the reasons. */
export function sortedByReason(counts: ReadonlyMap<string, number>): Skipped {
  return Object.fromEntries([...counts].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Why a directory that could not be read is passed over. */
export function skipReasonOf(
  code: ErrorCode,
): Exclude<UnreadReason, "unreadable_gitignore" | "unreadable_index"> {
  return SKIP_REASONS[code] as ReturnType<typeof skipReasonOf> | undefined ?? "io_error";
}

/** Counts what a walk could not read. */
export class UnreadTally {
  readonly #counts = new Map<UnreadReason, number>();

  /** Counts the directory of a step that could not be read. */
  visit(step: WalkStep): void {
    if (step.type === "error") this.add(skipReasonOf(step.error.code));
  }

  /** Counts more. */
  add(reason: UnreadReason, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** Counts what git's verdicts would have needed. */
  addRules({ unreadRules, unreadIndexes }: Pick<Counts, "unreadRules" | "unreadIndexes">): void {
    this.add("unreadable_gitignore", unreadRules);
    this.add("unreadable_index", unreadIndexes.size);
  }

  /** Tells the host, if there is anything to tell. */
  report({ onSkipped }: Pick<ToolContext, "onSkipped">): void {
    if (!this.isEmpty) onSkipped?.(this.counts);
  }

  /** Whether there is nothing to tell. */
  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** The counts by reason. */
  get counts(): Skipped {
    return sortedByReason(this.#counts);
  }

  /** How many could not be read; what vanished is no longer there to be read. */
  get total(): number {
    return [...this.#counts].reduce((sum, [reason, n]) => reason === "vanished" ? sum : sum + n, 0);
  }
}

/** The line that tells the counts; nothing where there are none. */
export function skippedLines(skipped: Skipped): string[] {
  const counts = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return counts.length === 0 ? [] : [`skipped: ${counts.join(", ")}`];
}
