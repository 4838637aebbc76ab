/** The result of `overview`, and its text. */
import { lineSafe } from "../../../text/line_safe.ts";
import type { OutputSchema } from "../../../tool.ts";
import { adviceOf } from "../../discovery/render.ts";
import {
  type Advice,
  type CallOutcome,
  COUNT_SCHEMA,
  type ResultHead,
  TEXTS_SCHEMA,
  type UnknownRules,
} from "../../discovery/result.ts";
import { objectSchema } from "../../schema.ts";
import { skippedLines } from "../../skipped.ts";
import { NO_HISTORY } from "../rank/recent_history.ts";
import { answerSchema, countsSchema } from "../advice/answer_tool.ts";
import { UNKNOWN_RULES_SCHEMA, unknownRuleLines } from "../advice/unknown_rules_text.ts";
import { NOTHING_OMITTED, type Omitted } from "./tree_counter.ts";
import {
  UNREAD_CONTENTS_SCHEMA,
  type UnreadContents,
  unreadContentsLines,
} from "../contents/unread_contents.ts";
import { LINES_SCHEMA, type TaskPlace } from "../rank/task_reason.ts";
import type { Totals } from "./counted_directory.ts";
import { totalsText } from "./row_text.ts";

/** The result of `overview`. Equal arguments and equal trees give equal bytes. */
export type OverviewResult = CallOutcome & OverviewFields;

/** A file that a task concerns, and why. */
export interface LikelyFile {
  /** Its path from the directory that is shown. */
  readonly path: string;
  /** Why, as `find_path` says it. */
  readonly why: string;
  /** Where words of the task stand together in it. */
  readonly lines?: readonly TaskPlace[];
}

/** The fields of every result, whether the call succeeded or not. */
export interface OverviewFields extends ResultHead, UnknownRules, UnreadContents, Advice {
  /** True if some entry has no row of its own: the token budget or the scan budget ran out. */
  readonly truncated: boolean;
  /** The tree, and a last line that counts the omitted entries. Empty if the call failed. */
  readonly text: string;
  /** Counts of all entries below the directory, without the omitted ones. */
  readonly totals: Readonly<Totals>;
  /** Counts of the omitted entries, by reason. What lies below them is not counted. */
  readonly omitted: Readonly<Omitted>;
  /** Estimated tokens of `text`, rather too many than too few; never above `max_tokens`. */
  readonly estimated_tokens: number;
  /** Number of last commits read, merges left out: 500 at most, 1,000 with a query; `null` if none could be read. */
  readonly commits: number | null;
  /** Why none could be read; present where `commits` is `null` and the call succeeded. */
  readonly no_history?:
    | "none"
    | "no_commit"
    | "outside_scope"
    | "partial_clone"
    | "reftable"
    | "unreadable";
  /** The files marked #1 to #5, the likeliest first, with paths as other results have them; absent if none is. */
  readonly marked?: readonly LikelyFile[];
  /** Present if the scan budget ran out: the counts cover the directories that were read. */
  readonly totals_are_lower_bounds?: true;
}

/** The fields that `overview` adds to the head of a result. */
export type OverviewBody = Omit<OverviewFields, Exclude<keyof (ResultHead & Advice), "hints">>;

/** The body of a failed call. */
export const EMPTY_OVERVIEW: OverviewBody = {
  truncated: false,
  text: "",
  totals: { files: 0, dirs: 0, links: 0, others: 0 },
  omitted: NOTHING_OMITTED,
  estimated_tokens: 0,
  commits: null,
};

/** The JSON Schema of an {@linkcode OverviewResult}. */
export const OUTPUT_SCHEMA: OutputSchema = answerSchema({
  truncated: { type: "boolean", description: "Whether some entry has no line of its own." },
  text: { type: "string", description: "The tree." },
  totals: countsSchema(EMPTY_OVERVIEW.totals),
  omitted: countsSchema(EMPTY_OVERVIEW.omitted, ["hidden_by_host"]),
  estimated_tokens: COUNT_SCHEMA,
  commits: {
    type: ["integer", "null"],
    minimum: 0,
    description:
      "How many of the last commits were read, up to 500, or 1,000 with a query; merges do not count. Null where none can be read.",
  },
}, {
  no_history: { enum: Object.keys(NO_HISTORY), description: "Why no commit could be read." },
  marked: {
    type: "array",
    items: objectSchema(
      { path: { type: "string" }, why: { type: "string" }, lines: LINES_SCHEMA },
      ["lines"],
    ),
    description: "The likeliest files, best first.",
  },
  totals_are_lower_bounds: { const: true, description: "The scan budget ran out." },
  ...UNREAD_CONTENTS_SCHEMA,
  ...UNKNOWN_RULES_SCHEMA,
  hints: TEXTS_SCHEMA,
});

/** Returns the text of a result: a line of totals, and the tree. */
export function overviewLines(output: OverviewResult): string[] {
  const { text, omitted: { hidden_by_host }, unreadable_gitignore, unreadable_index } = output;
  return [
    `${headingOf(output)}; ${historyText(output)}`,
    // Before a long tree: they may say that it is not the one to read, or that it shows what git ignores.
    ...adviceOf(output),
    ...skippedLines({ unreadable_gitignore, unreadable_index }),
    ...text === "" ? [] : [text],
    ...hidden_by_host === undefined ? [] : [`hidden by the host: ${hidden_by_host}`],
    ...unreadContentsLines(output),
    ...unknownRuleLines(output),
  ];
}

/** Returns the totals of a directory as a line. */
function headingOf(output: OverviewResult): string {
  const { operation, root, totals, totals_are_lower_bounds } = output;
  const bound = totals_are_lower_bounds ? ">= " : "";
  return `${operation} ${lineSafe(root)}: ${bound}${totalsText(totals) || "empty"}`;
}

/** Returns how many commits were read and, if they say little of a task, what ranks its rows. */
function historyText({ commits, no_history, query }: OverviewResult): string {
  const text = commits === null
    ? `no history read${no_history === undefined ? "" : ` (${NO_HISTORY[no_history]})`}`
    : `${commits} commit${commits === 1 ? "" : "s"} read`;
  // The first commit, or the last of a shallow clone, says nothing of any file.
  if (query.query === null || (commits ?? 0) > 1) return text;
  return `${text}: ranked ${commits === null ? "" : "mostly "}by names and place`;
}
