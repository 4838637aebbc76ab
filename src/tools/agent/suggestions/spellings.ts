/** What a path may be once what does not belong to it is taken off. It looks at the text alone. */

/** How often what surrounds a path is taken off: `"(src/a.ts:12),"` has four layers. */
const MAX_LAYERS = 8;

/** Takes one thing off, or gives the text back as it is. */
type Stripper = (text: string) => string;

function replacing(pattern: RegExp, replacement = ""): Stripper {
  return (text) => text.replace(pattern, replacement);
}

/** What prose, editors, compilers and shells put around a path or into it. */
const SURROUNDINGS: readonly Stripper[] = [
  (text) => text.trim(),
  // A link of Markdown.
  replacing(/^\[[^\]]*\]\(([^()]+)\)$/, "$1"),
  (text) => trimmed(text, "\"'`“”‘’«»"),
  (text) => text.endsWith("*") && text.startsWith("*") ? trimmed(text, "*") : text,
  replacing(/^<(.+)>$|^\((.+)\)$/, "$1$2"),
  replacing(/^@/),
  replacing(/^file:(?:\/\/(?:localhost)?)?/i),
  // The part of a page, a query.
  replacing(/#[\w:,.-]*$/),
  replacing(/\?[^/?]*$/),
  // A place: `:12`, `:12:5`, `:12-20`, `:name`, `::test`, `(12,5)`, `, line 12`.
  withoutColon,
  replacing(/\(\d+(?:[,:] ?\d+)?\)$/),
  replacing(/,? lines? \d+(?:[-–]\d+)?$/i),
  replacing(/[,.;!?…>]$/),
  (text) => isUnbalanced(text) ? text.slice(0, -1) : text,
  decodeUrl,
  // Escapes of a shell, and Windows.
  replacing(/\\(?=[^\w\\/.])/g),
  replacing(/\\+/g, "/"),
];

/** What names a place that another machine, shell or program has, and this tree has not. */
const FOREIGN_ROOTS: readonly Stripper[] = [
  replacing(/^(?:~\w*|\$\w+|\$\{\w+\}|\$\(pwd\)|%\w+%)(?=\/)/i),
  replacing(/^[a-z]:(?=\/)/i),
  replacing(/^\/+/),
];

/** The spellings of a path, as it was sent first, and the barest last. */
export function spellingsOf(path: string): string[] {
  const found = new Set([path]);
  let text = path;
  const strip = (strippers: readonly Stripper[]): void => {
    for (const take of strippers) {
      const rest = take(text);
      // What would leave nothing is no layer.
      if (/^[/.]*$/.test(rest)) continue;
      text = rest;
      found.add(text);
    }
  };
  for (let i = 0, before = ""; i < MAX_LAYERS && before !== text; i++) {
    before = text;
    strip(SURROUNDINGS);
  }
  strip(FOREIGN_ROOTS);
  return [...found].filter((each) => !each.includes("\0"));
}

/** Whether a path is rather a pattern. */
export function isPattern(path: string): boolean {
  return /\*|\?(?=.)|\{[^{},]*,[^{}]*\}/.test(path);
}

/** Takes characters off both ends, in linear time as a regular expression would not. */
function trimmed(text: string, characters: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text[start]!)) start++;
  while (end > start && characters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** The text up to the first colon of its last part. */
function withoutColon(text: string): string {
  const colon = text.indexOf(":", Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 2);
  return colon < 0 ? text : text.slice(0, colon);
}

/** Whether a text ends in a bracket that nothing opens. */
function isUnbalanced(text: string): boolean {
  const opening = { ")": "(", "]": "[", "}": "{" }[text.at(-1) ?? ""];
  return opening !== undefined && text.split(opening).length < text.split(text.at(-1)!).length;
}

function decodeUrl(text: string): string {
  try {
    return /%[\da-f]{2}/i.test(text) ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
