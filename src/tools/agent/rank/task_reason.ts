import { sentenceSafe } from "../../../text/line_safe.ts";
import { objectSchema } from "../../schema.ts";

/** The reason why a task concerns a file: a commit like it, words of its path, what it says, or the symbol that it defines or uses. It is safe for a line. */
export type TaskReason =
  | `touched by "${string}"`
  | `name: ${string}`
  | `${"defines" | "uses"} ${string}`
  | "contents";

/** A place in a file, for a reader who knows the task. */
export interface TaskPlace {
  /** The line to read from, as `sed -n` counts lines: from 1 on. */
  readonly line: number;
  /** The text of the line, cut and safe for a line; absent where the host lets no text be told. */
  readonly text?: string;
  /** Words of the task that stand there, the rarest first, as the task spells them. */
  readonly words: readonly string[];
  /** The definition that the line is in or begins, if that is sure: its name, its first and its last line. */
  readonly in?: { readonly name: string; readonly from: number; readonly to: number };
}

const LINE_SCHEMA = { type: "integer", minimum: 1 } as const;

/** The JSON Schema of the places of a file. */
export const LINES_SCHEMA = {
  type: "array",
  maxItems: 10,
  items: objectSchema({
    line: LINE_SCHEMA,
    text: { type: "string" },
    words: { type: "array", items: { type: "string" } },
    in: objectSchema({ name: { type: "string" }, from: LINE_SCHEMA, to: LINE_SCHEMA }),
  }, ["text", "in"]),
  description:
    "Where to read, best first: what the lines say, and the definitions that they are in.",
} as const;

/** Maximum characters of a subject, and of the words of a path. */
const MAX_SUBJECT_LENGTH = 60;
const MAX_WORDS_LENGTH = 24;
/** Maximum words of a path. */
const MAX_WORDS = 3;

/** Returns the reason of a file that a commit touched, by its subject. */
export function touchedBy(subject: string): TaskReason {
  return `touched by "${clip(subject, MAX_SUBJECT_LENGTH).replaceAll('"', '\\"')}"`;
}

/** Returns the reason of a file whose path has words of the task. */
export function namedBy(words: readonly string[]): TaskReason {
  return `name: ${clip(words.slice(0, MAX_WORDS).join(" "), MAX_WORDS_LENGTH)}`;
}

/** Cuts a text, after a word if it has several, and makes it safe for a line. */
function clip(text: string, maxLength: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxLength) return sentenceSafe(text);
  const start = characters.slice(0, maxLength + 1).join("").replace(/\s+\S*$/, "");
  return `${sentenceSafe(Array.from(start).slice(0, maxLength).join(""))}…`;
}

/** Returns a place as a mark has it: its line, and the words there. */
export function placeText({ line, words }: TaskPlace): string {
  return [line, ...words.map(sentenceSafe)].join(" ");
}

/** Returns what stands at a place, or the words where no text is told. It is safe for a line. */
export function saidAt({ text, words }: TaskPlace): string {
  return text ?? sentenceSafe(words.join(" "));
}

/** Returns the row of a place, below that of its file: no path begins with a space. */
export function placeRow(place: TaskPlace): string {
  const said = saidAt(place);
  return `  ${whereText(place)}${said === "" ? "" : `: ${said}`}`;
}

function whereText({ line, in: around }: TaskPlace): string {
  if (around === undefined) return `${line}`;
  const { name, from, to } = around;
  const lines = from === to ? `${from}` : `${from}-${to}`;
  return from === line ? lines : `${line} in ${sentenceSafe(name)} (${lines})`;
}
