/** Reads arguments that a model wrote as JSON text. */
import { sentenceSafe } from "../text/line_safe.ts";

/** Maximum length of JSON text, in UTF-16 units: about twice that of the longest arguments. To mend takes longer. */
const [MAX_JSON_LENGTH, MAX_MENDED_LENGTH] = [8 * 1024 * 1024, 1024 * 1024];

/** Matches a string, whether it ends or not, or a comma before a closing bracket. */
const STRING_OR_LAST_COMMA = /("(?:[^"\\]+|\\[^]?)*"?)|,(?=\s*[}\]])/g;

/**
 * Parses JSON text, or else what it is without a Markdown fence, commas before closing brackets, and one bracket too
 * many at its end. Blank text is no arguments; what cannot be parsed stays text, for {@linkcode jsonProblem}.
 */
export function parsedText(text: string): unknown {
  if (text.length > MAX_JSON_LENGTH) return text;
  try {
    return JSON.parse(text);
  } catch {
    const plain = text.trim().replace(/^```(?:json)?|```$/g, "").trim();
    if (plain === "") return {};
    if (plain.length > MAX_MENDED_LENGTH) return plain;
    const tidy = plain.replace(STRING_OR_LAST_COMMA, "$1");
    const form = [tidy, tidy.replace(/[}\]]$/, "")].find((each) => jsonProblem(each) === undefined);
    return form === undefined ? plain : JSON.parse(form);
  }
}

/** Returns what is wrong with a text as JSON, if anything. Text that is too long is not parsed. */
export function jsonProblem(text: string): string | undefined {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return sentenceSafe((error as Error).message);
  }
}
