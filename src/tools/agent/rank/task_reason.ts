import { sentenceSafe } from "../../../text/line_safe.ts";
import type { TaskPlace } from "./task_places.ts";

/** The reason why a task concerns a file: a commit like it, words of its path, or what it says. It is safe for a line. */
export type TaskReason = `touched by "${string}"` | `name: ${string}` | "contents";

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
