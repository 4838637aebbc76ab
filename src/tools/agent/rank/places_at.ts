/** The places of lines that are known by their numbers, such as those of a trace. */
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
export function placesAt(
  { path, lines: texts, withText }: ToldFile,
  lines: readonly number[],
  word = "",
): TaskPlace[] {
  if (lines.length === 0) return [];
  const definitions = new Definitions(texts, path);
  return lines.filter((line) => texts[line - 1]?.trim()).map((line) => {
    if (!withText) return { line, words: [] };
    const around = definitions.enclosing(line);
    return {
      line,
      text: toldText(texts[line - 1]!, [word.toLowerCase()]),
      words: [],
      ...around && { in: around },
    };
  });
}
