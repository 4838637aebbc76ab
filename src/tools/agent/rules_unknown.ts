/** What is not known of the rules, in words. */
import type { UnknownRules } from "../../gitignore/unknown_rules.ts";
import type { Counts } from "../../pacing/counts.ts";
import { COUNT_SCHEMA } from "../discovery/result.ts";
import { skippedLines } from "../skipped.ts";

/** What is not known of the rules that git would follow. */
export interface NotKnown extends UnknownRules, UnreadFiles {}

/** All of it in words; no line where all is known. */
export function notKnownLines(
  { rules_above_scope, git_directory, unreadable_gitignore, unreadable_index }: NotKnown,
): string[] {
  return [
    ...rules_above_scope === undefined ? [] : [git_directory === undefined ? ABOVE : OUTSIDE],
    ...skippedLines({
      ...unreadable_gitignore !== undefined && { unreadable_gitignore },
      ...unreadable_index !== undefined && { unreadable_index },
    }),
  ];
}

const ABOVE = "No .git was found within the scope: .gitignore files above it are not known.";
const OUTSIDE =
  "The .git here leads out of the scope: its info/exclude and what it tracks are not known.";

/** What of git's own files could not be read, counted; absent where nothing is. */
interface UnreadFiles {
  /** How many `.gitignore` files, `info/exclude` among them. */
  readonly unreadable_gitignore?: number;
  /** Of how many repositories the index: tracked files in them may count as ignored. */
  readonly unreadable_index?: number;
}

/** What a call could not read of git's own files. */
export function unreadOf({ unreadRules, unreadIndexes }: Counts): UnreadFiles {
  return {
    ...unreadRules > 0 && { unreadable_gitignore: unreadRules },
    ...unreadIndexes.size > 0 && { unreadable_index: unreadIndexes.size },
  };
}

/** The JSON Schema of the optional fields that tell of both. */
export const NOT_KNOWN_SCHEMA = {
  rules_above_scope: { const: "unknown" },
  git_directory: { const: "outside_scope" },
  unreadable_gitignore: COUNT_SCHEMA,
  unreadable_index: COUNT_SCHEMA,
} as const satisfies Record<keyof NotKnown, unknown>;
