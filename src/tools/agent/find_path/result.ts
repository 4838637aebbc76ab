import { clipSafe } from "../../../arguments/argument_error.ts";
import type { OutputSchema, ToolReport } from "../../../tool.ts";
import { adviceOf, countText, pathLines, searchedText } from "../../discovery/render.ts";
import {
  type Advice,
  type CallOutcome,
  COUNT_SCHEMA,
  type DiscoveryKind,
  type ResultHead,
  TEXTS_SCHEMA,
  type UnknownRules,
} from "../../discovery/result.ts";
import { sentenceSafe } from "../../../text/line_safe.ts";
import { objectSchema } from "../../schema.ts";
import { answerSchema } from "../advice/answer_tool.ts";
import {
  UNREAD_CONTENTS_SCHEMA,
  type UnreadContents,
  unreadContentsLines,
} from "../contents/unread_contents.ts";
import {
  LINES_SCHEMA,
  placeRow,
  saidAt,
  type TaskPlace,
  type TaskReason,
} from "../rank/task_reason.ts";
import { skippedLines, type SkipReason } from "../../skipped.ts";
import { UNKNOWN_RULES_SCHEMA, unknownRuleLines } from "../advice/unknown_rules_text.ts";

/** The reasons, the strongest match first. */
export const REASONS = [
  "exact",
  "name",
  "path",
  "initials",
  "letters",
  "typo",
  "partly",
  "commits",
  "contents",
] as const;

/**
 * The reason why an entry was found: its path, its name or another end of the path is what was sent (`exact`); its name, or its path, contains every
 * word (`name`, `path`); a word is made of the initials of its words (`initials`), or a subsequence of its letters
 * (`letters`), or matches with a typo (`typo`); only a part of the query matches (`partly`); or what tells most are
 * commits that touched it, which are not quoted where the host hides paths (`commits`), or words in it (`contents`).
 */
export type Reason = typeof REASONS[number];

/** The result of `find_path`. Equal arguments on an equal tree give equal bytes. */
export type FindPathResult = CallOutcome & FindPathFields;

/** An entry that matches a query. */
export interface FoundPath {
  /** The path, relative to the working directory; absolute only if outside it. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** The kind of entry; a link is never followed. */
  readonly kind: Exclude<DiscoveryKind, "missing">;
  /** From 0 to 100: how well it fits, and a little of how likely its name is one that people work on. */
  readonly score: number;
  /**
   * The reason why it was found; of a task, the subject of the commit like it that adds most to the score, or else the
   * words of the task in the path, cut to 60 and 24 characters.
   */
  readonly why: Reason | TaskReason;
  /** Of a task: places in the file where words of it stand together, the best first. */
  readonly lines?: readonly TaskPlace[];
}

/** The entries that match one query. */
export interface FoundByQuery {
  /** The query as it was sent. */
  readonly query: string;
  /** The entries, best first. */
  readonly entries: readonly FoundPath[];
  /** Set if the best entry holds little of what was asked: what it lacks, and what to send instead. */
  readonly weak?: string;
  /** Texts asked for by the letter that stand in no file. */
  readonly unheld?: readonly string[];
  /** The number of entries that match less well and are left out, if any. */
  readonly weaker?: number;
}

/** The fields of every result, whether the call succeeded or not. */
export interface FindPathFields
  extends
    ResultHead,
    Advice,
    UnreadContents,
    Pick<UnknownRules, "rules_above_scope" | "git_directory"> {
  /** The number of entries of all queries. */
  readonly count: number;
  /** True if more entries match a query, or the scan budget ran out. */
  readonly truncated: boolean;
  /** The entries of each query, in the order in which the queries were sent. */
  readonly results: readonly FoundByQuery[];
  /** Directories and entries left out, counted by reason. */
  readonly skipped?: Readonly<Partial<Record<SkipReason, number>>>;
}

/** The fields of a call that failed. */
export const EMPTY_RESULT = { count: 0, truncated: false, results: [] } as const;

const { rules_above_scope, git_directory } = UNKNOWN_RULES_SCHEMA;

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
          why: {
            type: "string",
            description: REASONS.join(", ") + ", touched by COMMIT or name: WORDS.",
          },
          lines: LINES_SCHEMA,
        }, ["lines"]),
      },
      weak: { type: "string", description: "Why little fits, and what to send instead." },
      unheld: { ...TEXTS_SCHEMA, description: "What no file holds by the letter." },
      weaker: { ...COUNT_SCHEMA, description: "How many weaker matches were left out." },
    }, ["weak", "unheld", "weaker"]),
  },
}, {
  skipped: {
    type: "object",
    additionalProperties: COUNT_SCHEMA,
    description: "What was left out, counted by reason.",
  },
  ...UNREAD_CONTENTS_SCHEMA,
  rules_above_scope,
  git_directory,
  hints: TEXTS_SCHEMA,
});

/**
 * Returns the text of a result: what was skipped, then a line for each entry, best first, those of its places below it,
 * and a heading before each of several queries. A tab is before the reason: a path shows none.
 */
export function findPathLines(output: FindPathResult): string[] {
  const { results } = output;
  return [
    findPathHeader(output),
    ...skippedLines(output.skipped ?? {}),
    ...results.flatMap((each) => [
      ...results.length === 1 ? [] : [headingOf(output, each)],
      ...weakLines(each),
      ...pathLines(each.entries).map((line, i) => line + tailOf(each.entries[i]!)),
      ...unheldLines(each),
    ]),
    ...notesOf(output),
  ];
}

/** The reasons that a word alone does not explain. */
const REASON_TEXTS: Readonly<Record<string, string>> = {
  letters: "letters in order",
  partly: "part of the query",
};

/** Returns what follows the path of an entry: the reason, unless the places say it, and a row for each place. */
function tailOf({ why, lines = [] }: FoundPath): string {
  const reason = Object.hasOwn(REASON_TEXTS, why) ? REASON_TEXTS[why]! : why;
  const rows = lines.map((place) => `\n${placeRow(place)}`).join("");
  return why === "contents" && rows !== "" ? rows : `\t${reason}${rows}`;
}

function weakLines({ weak }: FoundByQuery): string[] {
  return weak === undefined ? [] : [`weak: ${sentenceSafe(weak)}`];
}

function unheldLines({ unheld = [] }: FoundByQuery): string[] {
  return unheld.map((text) => `no file holds "${sentenceSafe(text).replaceAll('"', '\\"')}"`);
}

/** Returns the parts of a result that the command prints apart; `undefined` for an error. */
export function findPathReport(output: FindPathResult): ToolReport | undefined {
  if (output.error !== undefined) return undefined;
  const { results } = output;
  const entries = results.flatMap((each) => each.entries);
  const isOne = results.length === 1;
  return {
    header: findPathHeader(output),
    lines: pathLines(entries),
    paths: entries.map(({ path }) => path),
    tails: entries.map(tailOf),
    places: entries.map(({ lines = [] }) => lines.map((place) => `${place.line}:${saidAt(place)}`)),
    ...!isOne && {
      sections: results.map((each) => ({
        heading: [headingOf(output, each), ...weakLines(each)].join("\n"),
        count: each.entries.length,
      })),
    },
    cursor: undefined,
    skipped: output.skipped ?? {},
    notes: [
      ...isOne ? results.flatMap(weakLines) : [],
      ...results.flatMap(unheldLines),
      ...notesOf(output),
    ],
  };
}

function findPathHeader(output: FindPathResult): string {
  const { operation, count, truncated, results } = output;
  const weaker = results.length === 1 ? weakerText(results[0]!) : "";
  const text = `${operation} ${searchedText(output)}: ${countText(count)}${weaker}`;
  return truncated ? `${text}, truncated` : text;
}

function headingOf({ operation }: FindPathResult, result: FoundByQuery): string {
  const { query, entries } = result;
  return `${operation} '${clipSafe(query)}': ${countText(entries.length)}${weakerText(result)}`;
}

function weakerText({ weaker }: FoundByQuery): string {
  return weaker === undefined ? "" : `, ${weaker} weaker left out`;
}

function notesOf(output: FindPathResult): string[] {
  return [...unreadContentsLines(output), ...unknownRuleLines(output), ...adviceOf(output)];
}
