/** The places of lines that are known by their numbers, such as those of a trace. */
import type { Steps } from "../../../pacing/paced_steps.ts";
import { Definitions } from "../contents/definitions.ts";
import type { TaskPlace } from "./task_reason.ts";
import { toldText } from "./told_line.ts";

/** A file whose lines are told. */
export interface ToldFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** False if numbers of lines alone may be told. */
  readonly withText: boolean;
}

/** Returns the places of lines of a file; of those past its end, and of empty ones, none. Long ones are cut around a word. */
export function* placesAt(
  { path, lines: texts, withText }: ToldFile,
  lines: readonly number[],
  word = "",
): Steps<TaskPlace[]> {
  if (lines.length === 0) return [];
  const definitions = yield* Definitions.read(texts, path);
  const places: TaskPlace[] = [];
  for (const line of lines) {
    const text = texts[line - 1];
    if (!text?.trim()) continue;
    yield;
    const around = withText ? definitions.enclosing(line) : undefined;
    places.push({
      line,
      ...withText && { text: toldText(text, [word.toLowerCase()]) },
      words: [],
      ...around && { in: around },
    });
  }
  return places;
}
