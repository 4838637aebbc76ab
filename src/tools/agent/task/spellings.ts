import { baseNameOf, partsOf } from "../../../scope/path_text.ts";

/** Maximum layers stripped from around a path: `"(src/a.ts:12),"` has four. */
const MAX_LAYERS = 8;

/** Minimum last parts of a path on another machine that identify it here. */
const MIN_TAIL_PARTS = 2;

const MAX_TAIL_PARTS = 32;

/** Matches the start of a path that is not relative to the working directory. */
const FOREIGN_PREFIX = /^(?:[~$%/\\]|[a-z]:|file:|https?:)/i;

type Stripper = (text: string) => string;

function replacing(pattern: RegExp, replacement = ""): Stripper {
  return (text) => text.replace(pattern, replacement);
}

/** Strips a position of digits; it is tried before what cuts a name at any space, `#`, `?` or colon. */
const withoutPosition: Stripper = replacing(
  /(?::\d+){1,2}$|#L\d+(?:-L?\d+)?$|\(\d+(?:[,:] ?\d+)?\)$/,
);

/** Strip what prose, editors, compilers and shells put around a path or into it. */
const SURROUNDINGS: readonly Stripper[] = [
  withoutPosition,
  (text) => text.trim(),
  // A link of Markdown.
  replacing(/^\[[^\]]*\]\(([^()]+)\)$/, "$1"),
  replacing(/^(["'`])(.+)\1$/, "$2"),
  (text) => trimmed(text, "\"'`“”‘’«»"),
  (text) => text.endsWith("*") && text.startsWith("*") ? trimmed(text, "*") : text,
  replacing(/^<(.+)>$|^\((.+)\)$/, "$1$2"),
  replacing(/^@/),
  replacing(/^file:(?:\/\/(?:localhost)?)?/i),
  withoutPosition,
  // Escapes of a shell, and Windows.
  replacing(/\\(?=[^\w\\/.])/g),
  replacing(/\\+/g, "/"),
  replacing(/[,.;!?…>]$/),
  // The fragment and the query of a URL.
  replacing(/#[\w:,.-]*$/),
  replacing(/\?[^/?]*$/),
  // Other positions: `:12-20`, `:name`, `::test`, `, line 12`.
  withoutColon,
  replacing(/,? lines? \d+(?:[-–]\d+)?$/i),
  (text) => isUnbalanced(text) ? text.slice(0, -1) : text,
  decodeUrl,
];

/** Strip home directories, variables, drives and roots, which this tree does not have. */
const FOREIGN_ROOTS: readonly Stripper[] = [
  replacing(/^(?:~\w*|\$\w+|\$\{\w+\}|\$\(pwd\)|%\w+%)(?=\/)/i),
  replacing(/^[a-z]:(?=\/)/i),
  replacing(/^\/+/),
];

/** Matches most paths, of which nothing is stripped. */
const PLAIN = /^\w[\w./-]*\w$/;

/** Returns the spellings of a path by its text alone, from the one that was sent to the one most stripped. */
export function spellingsOf(path: string): string[] {
  if (PLAIN.test(path)) return [path];
  const found = new Set([path]);
  const slashed = path.replace(/\\+/g, "/");
  // A backslash is a separator or, beside a slash or before a space, rather an escape.
  const hasEscapes = path.includes("/") || path.includes("\\ ");
  const [likelier, other] = hasEscapes ? [path, slashed] : [slashed, path];
  const barest = addStripped(likelier, found);
  if (other !== likelier) addStripped(other, found);
  const others = [...found].filter((each) => each !== path && each !== barest);
  return [...new Set([path, ...others, barest])].filter((each) => !each.includes("\0"));
}

/** Adds a text and what is left of it after each step. Returns the last. */
function addStripped(path: string, found: Set<string>): string {
  let text = path;
  const strip = (strippers: readonly Stripper[]): void => {
    for (const stripLayer of strippers) {
      const rest = stripLayer(text);
      // A path that names no entry is no spelling.
      if (/^(?:\.{0,2}\/)*\.{0,2}$/.test(rest)) continue;
      text = rest;
      found.add(text);
    }
  };
  found.add(text);
  for (let i = 0, before = ""; i < MAX_LAYERS && before !== text; i++) {
    before = text;
    strip(SURROUNDINGS);
  }
  strip(FOREIGN_ROOTS);
  return text;
}

/** Returns a path without the `a/` or `b/` that it has in a diff; `undefined` if it has neither. */
export function withoutDiffPrefix(text: string): string | undefined {
  return /^[ab]\/./.test(text) ? text.slice(2) : undefined;
}

/** Returns the names of directories that a path may start with by mistake, folded. */
export function baseNamesOf(directories: readonly string[]): Set<string> {
  return new Set(directories.map((each) => baseNameOf(each).toLowerCase()));
}

/** Returns the rest of a path after each part that has one of these names; `.` for such a name alone, or at a foreign end. */
export function tailsBelow(text: string, names: ReadonlySet<string>): string[] {
  const parts = partsOf(text);
  const most = parts.length - (parts.length === 1 || isForeign(text) ? 0 : 1);
  const ends = parts.slice(0, most).flatMap((part, i) =>
    names.has(part.toLowerCase()) ? [i + 1] : []
  );
  return ends.slice(0, MAX_TAIL_PARTS).map((end) => parts.slice(end).join("/") || ".");
}

export function tailsOf(text: string): string[] {
  const parts = partsOf(text);
  const tails: string[] = [];
  for (let length = MIN_TAIL_PARTS; length < parts.length && length <= MAX_TAIL_PARTS; length++) {
    tails.unshift(parts.slice(-length).join("/"));
  }
  return tails;
}

/** Reports whether a path starts at no directory of this tree: at a root, a drive or a home directory. */
export function isForeign(path: string): boolean {
  return FOREIGN_PREFIX.test(path.trim());
}

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

/** Returns the text up to the first colon of its last part, unless a space follows: `lib: read twice` is a sentence. */
function withoutColon(text: string): string {
  const colon = text.indexOf(":", Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 2);
  return colon < 0 || /\s/.test(text[colon + 1] ?? "") ? text : text.slice(0, colon);
}

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
