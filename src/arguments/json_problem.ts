import { formatValue } from "./argument_error.ts";

/** Matches one token of JSON but a string, or one character of a number. */
const TOKEN = /[\s{}[\]:,\d+\-.eE]|true|false|null/y;

/** How much a message shows of the text before a problem. */
const SHOWN_BEFORE = 20;

/** Returns what is wrong with a text that is not JSON, and where: the same on every runtime. */
export function jsonProblem(text: string): string {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    const where = (): string =>
      `after ${formatValue(text.slice(Math.max(0, i - SHOWN_BEFORE), i))}`;
    if (char === '"') isInString = !isInString;
    else if (isInString) {
      if (char < " ") {
        const escape = JSON.stringify(char).slice(1, -1);
        return `a raw control character in a string, ${where()}; send it as ${escape}`;
      }
      if (char === "\\") i++;
    } else {
      TOKEN.lastIndex = i;
      const [token] = TOKEN.exec(text) ?? [];
      if (token === undefined) return `${formatValue(char)} outside of a string, ${where()}`;
      i += token.length - 1;
      if (/[{[]/.test(token)) depth++;
      else if (/[}\]]/.test(token)) depth--;
    }
  }
  if (isInString) return "its last string has no end";
  return depth > 0 ? "its end is missing" : "its commas, colons or brackets are wrong";
}
