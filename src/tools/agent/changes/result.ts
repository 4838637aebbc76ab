/** The result of `changes`, and its text. */
import { lineSafe } from "../../../text/line_safe.ts";
import type { OutputSchema } from "../../../tool.ts";
import { skippedLines, type SkipReason } from "../../skipped.ts";
import { adviceOf } from "../../discovery/render.ts";
import {
  type Advice,
  type CallOutcome,
  COUNT_SCHEMA,
  type ResultHead,
  TEXTS_SCHEMA,
} from "../../discovery/result.ts";
import { answerSchema, countsSchema } from "../answer_tool.ts";
import { changeCountsText, type ChangeTotals, NO_CHANGE } from "./change_totals.ts";

/** The result of `changes`. */
export type ChangesResult = CallOutcome & ChangesFields;

/** The fields of every result, whether the call succeeded or not. */
export interface ChangesFields extends ResultHead, Advice {
  /** The new snapshot's name, for the next `since`; `null` if it was not saved, or the walk ended early. */
  readonly snapshot: string | null;
  /** True if the changes are not known: the counts are then 0. */
  readonly fresh: boolean;
  /** The snapshot that was taken for the latest: any client of the store may have made it. Absent if one was sent. */
  readonly since?: string;
  /** Counts of changed entries: each counts once. A renamed one, or one of another kind now, counts as modified. */
  readonly totals: Readonly<ChangeTotals>;
  /** How many of the removed entries exist: git ignores them now. Absent if there are none. */
  readonly ignored?: number;
  /** How many of the modified entries have another path now. Absent if there are none. */
  readonly renamed?: number;
  /** Entries that were not compared, counted by reason: what the snapshot left out among them. Absent if there are none. */
  readonly skipped?: Readonly<Partial<Record<SkipReason, number>>>;
  /** The changes, by directory. */
  readonly text: string;
  /** True if some change has no line of its own. */
  readonly truncated: boolean;
  /** Estimated tokens of `text`, rather too many than too few; never above `max_tokens`. */
  readonly estimated_tokens: number;
}

/** The fields that `changes` adds to the head of a result. */
export type ChangesBody = Omit<ChangesFields, Exclude<keyof (ResultHead & Advice), "hints">>;

/** The body of a failed call, or of one that cannot compare. */
export const UNKNOWN_CHANGES: ChangesBody = {
  snapshot: null,
  fresh: true,
  totals: NO_CHANGE,
  text: "",
  truncated: false,
  estimated_tokens: 0,
};

/** The JSON Schema of a {@linkcode ChangesResult}. */
export const OUTPUT_SCHEMA: OutputSchema = answerSchema({
  snapshot: { type: ["string", "null"], description: "What to send as since next time." },
  fresh: { type: "boolean", description: "Whether it cannot be told what changed." },
  totals: countsSchema(NO_CHANGE),
  text: { type: "string", description: "What changed, by directory." },
  truncated: { type: "boolean", description: "Whether some change has no line of its own." },
  estimated_tokens: COUNT_SCHEMA,
}, {
  since: { type: "string", description: "The latest snapshot, where none was sent." },
  ignored: { ...COUNT_SCHEMA, description: "How many of the removed exist, but are ignored now." },
  renamed: { ...COUNT_SCHEMA, description: "How many of the modified were renamed." },
  skipped: {
    type: "object",
    additionalProperties: COUNT_SCHEMA,
    description: "What was not compared, counted by reason.",
  },
  hints: TEXTS_SCHEMA,
});

/** Returns the text of a result: a line of totals, the changes, and the snapshot. */
export function changesLines(output: ChangesResult): string[] {
  const { operation, root, query, snapshot, fresh, totals, skipped = {}, text } = output;
  const { ignored = 0, renamed = 0, since } = output;
  const from = since === undefined ? "" : ` since ${since}`;
  const base = query.since === null ? "this is its first snapshot" : "look again";
  const summary = fresh ? ["what changed is not known", ...snapshot === null ? [] : [base]] : [
    `${changeCountsText({ ...totals, ignored, renamed }) || "no change"}${from}`,
    ...skippedLines(skipped, "not compared"),
  ];
  const lines = [
    `${operation} ${lineSafe(root)}: ${summary.join("; ")}`,
    ...text === "" ? [] : [text],
  ];
  return [...lines, ...adviceOf(output), ...snapshotLines(output)];
}

/** Returns the last line of a text, with the snapshot's name, if there is one. */
export function snapshotLines({ snapshot }: { readonly snapshot?: string | null }): string[] {
  return snapshot == null ? [] : [`snapshot: ${snapshot}`];
}
