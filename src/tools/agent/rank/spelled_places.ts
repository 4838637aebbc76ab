/** The places of lines that are known by their numbers, such as those of a trace. */
import type { Contents } from "../contents/contents.ts";
import { Definitions } from "../contents/definitions.ts";
import type { Spelled } from "../task/literal_finder.ts";
import type { TaskPlace } from "./task_reason.ts";
import { toldText } from "./told_line.ts";

/** Maximum places of a file that the task gives a line. */
const MAX_PLACES = 2;

/** Returns the places of lines of a file; of those past its end, and of empty ones, none. Long ones are cut around a word. */
export function placesAt(
  path: string,
  lines: readonly number[],
  contents: Contents,
  word = "",
): TaskPlace[] {
  const texts = contents.readLines(path) ?? [];
  const definitions = new Definitions(texts, path);
  return lines.filter((line) => texts[line - 1]?.trim()).map((line) => {
    if (!contents.tellsText) return { line, words: [] };
    const around = definitions.enclosing(line);
    return {
      line,
      text: toldText(texts[line - 1]!, [word.toLowerCase()]),
      words: [],
      ...around && { in: around },
    };
  });
}

/** Returns a file with the lines that the task gives it before others. */
export function spelledFirst<
  File extends Spelled & { readonly path: string; readonly lines?: readonly TaskPlace[] },
>(file: File, contents: Contents | undefined): File {
  const { path, lines = [], spelledLines = [] } = file;
  if (contents === undefined || spelledLines.length === 0) return file;
  const spelled = placesAt(path, spelledLines.slice(0, MAX_PLACES), contents);
  if (spelled.length === 0) return file;
  const others = lines.filter(({ line }) => !spelled.some((each) => each.line === line));
  return { ...file, lines: [...spelled, ...others].slice(0, MAX_PLACES) };
}
