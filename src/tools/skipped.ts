/** Counts, by reason, of what a call could not read below the start. */
import type { ErrorCode } from "../errors.ts";
import type { Counts, Pacer } from "../pacing/pacer.ts";
import type { ToolContext } from "../tool.ts";
import type { WalkStep } from "../walk/walk_options.ts";

/**
 * The reason why a directory, a `.gitignore` file or the index of a repository was passed over, or `hidden` entries
 * or `ignored` ones were left out. Without the index (`unreadable_index`), tracked files may be missing that a rule ignores.
 */
export type SkipReason =
  | "hidden"
  | "ignored"
  | "io_error"
  | "name_too_long"
  | "outside_root"
  | "permission_denied"
  | "unaddressable"
  | "unreadable_gitignore"
  | "unreadable_index"
  | "vanished";

export type Skipped = Readonly<Record<string, number>>;

export type ReadFailure = Exclude<
  SkipReason,
  "hidden" | "ignored" | "unreadable_gitignore" | "unreadable_index"
>;

const READ_FAILURES: Readonly<Partial<Record<ErrorCode, ReadFailure>>> = {
  link_loop: "vanished",
  name_too_long: "name_too_long",
  not_a_directory: "vanished",
  not_found: "vanished",
  outside_scope: "outside_root",
  permission_denied: "permission_denied",
  unaddressable: "unaddressable",
};

export function skipReasonOf(code: ErrorCode): ReadFailure {
  return READ_FAILURES[code] ?? "io_error";
}

export class UnreadTally {
  readonly #counts = new Map<SkipReason, number>();

  visit(step: WalkStep): void {
    if (step.type === "error") this.add(skipReasonOf(step.error.code));
  }

  add(reason: SkipReason, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  addAll(counts: Skipped): void {
    for (const [reason, count] of Object.entries(counts)) this.add(reason as SkipReason, count);
  }

  addCounts({ sameNames, unreadRules, unreadIndexes }: Counts): void {
    this.add("unaddressable", sameNames);
    this.add("unreadable_gitignore", unreadRules);
    this.add("unreadable_index", unreadIndexes.size);
  }

  report({ onSkipped }: Pick<ToolContext, "onSkipped">): void {
    if (!this.isEmpty) onSkipped?.(this.counts);
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  get counts(): Skipped {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a < b ? -1 : 1));
  }

  /** The sum of the counts without `vanished`: that is no longer there to be read. */
  get total(): number {
    return [...this.#counts].reduce((sum, [reason, n]) => reason === "vanished" ? sum : sum + n, 0);
  }
}

/** Returns the count of entries that a call does not tell from others, if there are any. */
export function sameNamesIn({ counts: { sameNames } }: Pacer): Skipped {
  return sameNames > 0 ? { unaddressable: sameNames } : {};
}

export function skippedLines(skipped: Readonly<Record<string, number | undefined>>): string[] {
  const counts = Object.entries(skipped).flatMap(([reason, n]) => n ? `${n} ${reason}` : []);
  return counts.length === 0 ? [] : [`skipped: ${counts.join(", ")}`];
}
