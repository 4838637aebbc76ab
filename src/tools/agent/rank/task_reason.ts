import { sentenceSafe } from "../../../text/line_safe.ts";
import { objectSchema } from "../../schema.ts";

/** The reason why a task concerns a file: a commit like it, words of its path, or what it says. It is safe for a line. */
export type TaskReason = `touched by "${string}"` | `name: ${string}` | "contents";

/** A place in a file, for a reader who knows the task. */
export interface TaskPlace {
  /** The line to read from, as `sed -n` counts lines: from 1 on. */
  readonly line: number;
  /** Words of the task that stand there, the rarest first, as the task spells them. */
  readonly words: readonly string[];
}

/** The JSON Schema of the places of a file. */
export const LINES_SCHEMA = {
  type: "array",
  maxItems: 2,
  items: objectSchema({
    line: { type: "integer", minimum: 1 },
    words: { type: "array", items: { type: "string" } },
  }),
  description: "Where words of the task stand together, best first.",
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

/** Returns the text of a place: its line, and the words there. */
export function placeText({ line, words }: TaskPlace): string {
  return [line, ...words.map(sentenceSafe)].join(" ");
}
