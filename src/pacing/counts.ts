import type { Progress } from "../tool.ts";

/** Counters of a call: entries read so far, and files that could not be read. None ever decreases. */
export class Counts implements Progress {
  /** Directories read. Only the reader of directories increases it. */
  directories = 0;
  /** Entries read, without those that the policy hides. */
  entries = 0;
  /** Entries that the policy hides in the directories that were read. */
  hidden = 0;
  /** `.gitignore` files that could not be read. Only their reader increases it. */
  unreadRules = 0;
  /** The repositories whose index a verdict needed and could not be read. */
  readonly unreadIndexes: Set<string> = new Set();
}
