/** Maximum layers stripped from around a path: `"(src/a.ts:12),"` has four. */
const MAX_LAYERS = 8;

/** Strips one thing off a text, or returns it unchanged. */
type Stripper = (text: string) => string;

function replacing(pattern: RegExp, replacement = ""): Stripper {
  return (text) => text.replace(pattern, replacement);
}

/** Strip what prose, editors, compilers and shells put around a path or into it. */
const SURROUNDINGS: readonly Stripper[] = [
  (text) => text.trim(),
  // A link of Markdown.
  replacing(/^\[[^\]]*\]\(([^()]+)\)$/, "$1"),
  (text) => trimmed(text, "\"'`“”‘’«»"),
  (text) => text.endsWith("*") && text.startsWith("*") ? trimmed(text, "*") : text,
  replacing(/^<(.+)>$|^\((.+)\)$/, "$1$2"),
  replacing(/^@/),
  replacing(/^file:(?:\/\/(?:localhost)?)?/i),
  // The fragment and the query of a URL.
  replacing(/#[\w:,.-]*$/),
  replacing(/\?[^/?]*$/),
  // A position: `:12`, `:12:5`, `:12-20`, `:name`, `::test`, `(12,5)`, `, line 12`.
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

/** Strip home directories, variables, drives and roots, which this tree does not have. */
const FOREIGN_ROOTS: readonly Stripper[] = [
  replacing(/^(?:~\w*|\$\w+|\$\{\w+\}|\$\(pwd\)|%\w+%)(?=\/)/i),
  replacing(/^[a-z]:(?=\/)/i),
  replacing(/^\/+/),
];

/** Returns the spellings of a path by its text alone, from the one that was sent to the one most stripped. */
export function spellingsOf(path: string): string[] {
  const found = new Set([path]);
  let text = path;
  const strip = (strippers: readonly Stripper[]): void => {
    for (const stripLayer of strippers) {
      const rest = stripLayer(text);
      // A path of nothing but slashes and dots is no spelling.
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

/** Reports whether a path is likely meant as a glob pattern. */
export function isPattern(path: string): boolean {
  return /\*|\?(?=.)|\{[^{},]*,[^{}]*\}/.test(path);
}

/** Trims characters off both ends in linear time; a regular expression would not. */
function trimmed(text: string, characters: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text[start]!)) start++;
  while (end > start && characters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Returns the text up to the first colon of its last part. */
function withoutColon(text: string): string {
  const colon = text.indexOf(":", Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 2);
  return colon < 0 ? text : text.slice(0, colon);
}

/** Reports whether a text ends in a bracket without an opening one. */
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
