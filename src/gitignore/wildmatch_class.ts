import { inRanges, type Range } from "../glob/tokens.ts";

function range(first: string, last = first): Range {
  return [first.charCodeAt(0), last.charCodeAt(0)];
}

const DIGITS = range("0", "9");
const UPPER_LETTERS = range("A", "Z");
const LOWER_LETTERS = range("a", "z");

const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  alnum: [DIGITS, UPPER_LETTERS, LOWER_LETTERS],
  alpha: [UPPER_LETTERS, LOWER_LETTERS],
  blank: [range(" "), range("\t")],
  cntrl: [range("\0", "\x1f"), range("\x7f")],
  digit: [DIGITS],
  graph: [range("!", "~")],
  lower: [LOWER_LETTERS],
  print: [range(" ", "~")],
  punct: [range("!", "/"), range(":", "@"), range("[", "`"), range("{", "~")],
  space: [range(" "), range("\t", "\n"), range("\r")],
  upper: [UPPER_LETTERS],
  xdigit: [DIGITS, range("A", "F"), range("a", "f")],
};

/** Scans a class from behind its `[`; `undefined` if it can match nothing. `foldsCase` adds small letters to a range. */
export function scanClass(
  pattern: string,
  start: number,
  foldsCase = false,
): { readonly has: (code: number) => boolean; readonly end: number } | undefined {
  const ranges: Range[] = [];
  let i = start;
  const isNegated = pattern[i] === "!" || pattern[i] === "^";
  if (isNegated) i++;
  let previous = 0;
  let end = 0;
  // A leading `]` is a member.
  for (let isFirst = true; isFirst || pattern[i] !== "]"; isFirst = false, i++) {
    if (i >= pattern.length) return undefined;
    let code = pattern.charCodeAt(i);
    if (pattern[i] === "\\") {
      if (++i >= pattern.length) return undefined;
      code = pattern.charCodeAt(i);
      ranges.push([code, code]);
    } else if (
      pattern[i] === "-" && previous !== 0 && i + 1 < pattern.length && pattern[i + 1] !== "]"
    ) {
      i++;
      if (pattern[i] === "\\" && ++i >= pattern.length) return undefined;
      const last = pattern.charCodeAt(i);
      ranges.push([previous, last]);
      if (foldsCase) ranges.push(lowerCaseOf(previous, last));
      code = 0;
    } else if (pattern[i] === "[" && pattern[i + 1] === ":") {
      // Many `[:` may share one end: search for it only once.
      if (end < i + 2) end = pattern.indexOf("]", i + 2);
      if (end < 0) return undefined;
      if (end > i + 2 && pattern[end - 1] === ":") {
        const name = pattern.slice(i + 2, end - 1);
        if (!Object.hasOwn(CLASSES, name)) return undefined;
        ranges.push(...CLASSES[foldsCase && name === "upper" ? "alpha" : name]!);
        i = end;
        code = 0;
      } else {
        ranges.push([code, code]);
      }
    } else {
      ranges.push([code, code]);
    }
    previous = code;
  }
  const includes = inRanges(ranges);
  return { has: (code) => includes(code) !== isNegated, end: i + 1 };
}

/** Returns the small letters of the capital ones in a range; an empty range if there are none. */
function lowerCaseOf(first: number, last: number): Range {
  return [Math.max(first, UPPER_LETTERS[0]) + 32, Math.min(last, UPPER_LETTERS[1]) + 32];
}
