/** What is not known of the rules, in words. */
import type { UnknownRules } from "../../gitignore/unknown_rules.ts";
import type { Counts } from "../../pacing/counts.ts";
import { COUNT_SCHEMA } from "../discovery/result.ts";
import { skippedLines } from "../skipped.ts";

/** What is not known of the rules that git would follow. */
export interface NotKnown extends UnknownRules, UnreadFiles {}

/** All of it in words; no line where all is known. */
export function notKnownLines(unknown: NotKnown): string[] {
  return [...unknownRulesLines(unknown), ...unreadLines(unknown)];
}

/** A sentence on what lies outside the scope, if anything does. */
export function unknownRulesLines({ rules_above_scope, git_directory }: UnknownRules): string[] {
  if (rules_above_scope === undefined) return [];
  return [git_directory === undefined ? ABOVE : OUTSIDE];
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

/** The line that tells it, if there is anything to tell. */
function unreadLines({ unreadable_gitignore, unreadable_index }: UnreadFiles): string[] {
  return skippedLines({
    ...unreadable_gitignore !== undefined && { unreadable_gitignore },
    ...unreadable_index !== undefined && { unreadable_index },
  });
}

/** The JSON Schema of the optional fields that tell of both. */
export const NOT_KNOWN_SCHEMA = {
  rules_above_scope: { const: "unknown" },
  git_directory: { const: "outside_scope" },
  unreadable_gitignore: COUNT_SCHEMA,
  unreadable_index: COUNT_SCHEMA,
} as const satisfies Record<keyof NotKnown, unknown>;
