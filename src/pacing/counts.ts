import type { Progress } from "../tool.ts";

/** What a call has read so far, and what it could not read. None of it ever decreases. */
export class Counts implements Progress {
  /** Directories read. Only what reads directories increases it. */
  directories = 0;
  /** Entries read, without those that the host hides. */
  entries = 0;
  /** Entries that the host hides in the directories that were read. */
  hidden = 0;
  /** `.gitignore` files that could not be read. Only what reads them increases it. */
  unreadRules = 0;
  /** The repositories whose index a verdict needed and could not have. */
  readonly unreadIndexes: Set<string> = new Set();
}
