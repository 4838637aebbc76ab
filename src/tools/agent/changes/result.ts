/** What `changes` resolves to, and its text. */
import { lineSafe } from "../../../text/line_safe.ts";
import type { OutputSchema } from "../../../tool.ts";
import {
  type CallOutcome,
  COUNT_SCHEMA,
  type ResultHead,
  type Suggestions,
} from "../../discovery/result.ts";
import { answerSchema, countsSchema } from "../answer_tool.ts";
import { type ChangeTotals, changeTotalsText, NO_CHANGE } from "./change_totals.ts";

/** What `changes` resolves to. */
export type ChangesResult = CallOutcome & ChangesFields;

/** What every result has, whether the call succeeded or not. */
export interface ChangesFields extends ResultHead, Suggestions {
  /** What to send as `since` next time; `null` where the host keeps none, or not all could be read. */
  readonly snapshot: string | null;
  /** Whether it cannot be told what changed: the counts then mean nothing. */
  readonly fresh: boolean;
  /** How many entries changed; a renamed one, or one of another kind now, counts as modified. */
  readonly totals: Readonly<ChangeTotals>;
  /** What changed, by directory. */
  readonly text: string;
  /** Whether some change has no line of its own. */
  readonly truncated: boolean;
  /** What `text` costs a model, rather too many than too few; never above `max_tokens`. */
  readonly estimated_tokens: number;
}

/** What `changes` adds to the head of a result. */
export type ChangesBody = Omit<ChangesFields, keyof (ResultHead & Suggestions)>;

/** Where nothing can be told. */
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
});

/** The text of an answer: a line of totals, the changes, and the snapshot. */
export function changesLines(output: ChangesResult): string[] {
  const { operation, root, fresh, totals, text } = output;
  const summary = fresh
    ? "what changed is not known; look again"
    : changeTotalsText(totals) || "no change";
  const lines = [`${operation} ${lineSafe(root)}: ${summary}`, ...text === "" ? [] : [text]];
  return [...lines, ...snapshotLines(output)];
}

/** The line that ends a text with the name of a snapshot, if there is one. */
export function snapshotLines({ snapshot }: { readonly snapshot?: string | null }): string[] {
  return snapshot == null ? [] : [`snapshot: ${snapshot}`];
}
