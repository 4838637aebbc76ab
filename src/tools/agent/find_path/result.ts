/** What `find_path` resolves to, and its text. */
import { lineSafe, sentenceSafe } from "../../../text/line_safe.ts";
import type { OutputSchema, ToolReport } from "../../../tool.ts";
import { adviceOf, counted, pathLines } from "../../discovery/render.ts";
import {
  type Advice,
  type CallOutcome,
  COUNT_SCHEMA,
  type DiscoveryKind,
  type ResultHead,
  TEXTS_SCHEMA,
  type UnknownRules,
} from "../../discovery/result.ts";
import { objectSchema } from "../../schema.ts";
import { answerSchema } from "../answer_tool.ts";
import { skippedLines, type SkipReason } from "../../skipped.ts";
import { NOT_KNOWN_SCHEMA, notKnownLines } from "../rules_unknown.ts";

/** The reasons, the surest first. */
export const REASONS = [
  "exact",
  "name",
  "path",
  "initials",
  "letters",
  "typo",
  "partly",
] as const;

/**
 * Why an entry was found: its name or path is the query (`exact`); its name, or its path, holds every word (`name`,
 * `path`); words of it begin with the letters of a word (`initials`); it holds those in order, with others between
 * (`letters`), or something like a word (`typo`); it holds only some of what was asked for (`partly`).
 */
export type Reason = typeof REASONS[number];

/** What `find_path` resolves to. Equal arguments, equal tree, equal bytes. */
export type FindPathResult = CallOutcome & FindPathFields;

/** An entry that fits a query. */
export interface FoundPath {
  /** The path, relative to the working directory; absolute only if outside it. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** What it is; a link is never followed. */
  readonly kind: Exclude<DiscoveryKind, "missing">;
  /** 0 to 100: how well it fits, and a little what it is worth. */
  readonly score: number;
  /** Why it was found. */
  readonly why: Reason;
}

/** What one query found. */
export interface FoundByQuery {
  /** The query as it was sent. */
  readonly query: string;
  /** What fits it, best first. */
  readonly entries: readonly FoundPath[];
}

/** What every result has, whether the call succeeded or not. */
export interface FindPathFields
  extends ResultHead, Advice, Pick<UnknownRules, "rules_above_scope" | "git_directory"> {
  /** The number of entries of all queries. */
  readonly count: number;
  /** Whether a query fits more entries, or the scan budget ran out. */
  readonly truncated: boolean;
  /** What each query found, in the order in which they were sent. */
  readonly results: readonly FoundByQuery[];
  /** What was left out, counted by reason. */
  readonly skipped?: Readonly<Partial<Record<SkipReason, number>>>;
}

/** Where the call failed. */
export const NOTHING_FOUND = { count: 0, truncated: false, results: [] } as const;

const { rules_above_scope, git_directory } = NOT_KNOWN_SCHEMA;

/** The JSON Schema of a {@linkcode FindPathResult}. */
export const OUTPUT_SCHEMA: OutputSchema = answerSchema({
  root: { type: "string", description: "Where it looked." },
  count: COUNT_SCHEMA,
  truncated: { type: "boolean", description: "Whether there is more." },
  results: {
    type: "array",
    items: objectSchema({
      query: { type: "string" },
      entries: {
        type: "array",
        items: objectSchema({
          path: { type: "string" },
          name: { type: "string" },
          kind: { enum: ["dir", "file", "other", "symlink"] satisfies FoundPath["kind"][] },
          score: { type: "integer", minimum: 0, maximum: 100, description: "100: the best." },
          why: { enum: REASONS },
        }),
      },
    }),
  },
}, {
  skipped: {
    type: "object",
    additionalProperties: COUNT_SCHEMA,
    description: "What was left out, counted by reason.",
  },
  rules_above_scope,
  git_directory,
  hints: TEXTS_SCHEMA,
});

/** The text of an answer: a path a line, best first, and a line before each of several queries. */
export function linesOf(output: FindPathResult): string[] {
  const { results } = output;
  return [
    headerOf(output),
    ...results.flatMap((each) => [
      ...results.length === 1 ? [] : [headingOf(output, each)],
      ...pathLines(each.entries),
    ]),
    ...skippedLines(output.skipped ?? {}),
    ...notesOf(output),
  ];
}

/** Turns a result into lines; an error has none. */
export function toReport(output: FindPathResult): ToolReport | undefined {
  if (output.error !== undefined) return undefined;
  const entries = output.results.flatMap((each) => each.entries);
  return {
    header: headerOf(output),
    lines: pathLines(entries),
    paths: entries.map(({ path }) => path),
    cursor: undefined,
    skipped: output.skipped ?? {},
    notes: notesOf(output),
  };
}

function headerOf({ operation, root, count, truncated }: FindPathResult): string {
  return `${operation} ${lineSafe(root)}: ${counted(count)}${truncated ? ", truncated" : ""}`;
}

function headingOf({ operation }: FindPathResult, { query, entries }: FoundByQuery): string {
  return `${operation} '${sentenceSafe(query)}': ${counted(entries.length)}`;
}

function notesOf(output: FindPathResult): string[] {
  return [...notKnownLines(output), ...adviceOf(output)];
}
