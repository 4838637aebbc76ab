/**
 * Git's wildmatch, in time linear in pattern × text.
 *
 * It works on byte strings (one character per UTF-8 byte, see {@linkcode toBytes}), as git does:
 * `?` and a class match one byte.
 *
 * @module
 */

import type { Segment } from "../glob/path_pattern.ts";
import { nameMatcher, type Token } from "../glob/tokens.ts";

const SLASH = 0x2f;
const encoder = new TextEncoder();

/** The UTF-8 bytes of a text, one character each. */
export function toBytes(text: string): string {
  if (isAscii(text)) return text;
  let bytes = "";
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/**
 * Compiles a pattern of bytes. `**` has a meaning of its own only as a whole segment.
 *
 * @returns `undefined` if it can match nothing: a class that is not closed or unknown, or a lone
 * backslash at the end.
 */
export function compileWildmatch(pattern: string): Segment[] | undefined {
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  let i = 0;
  const endSegment = (): void => {
    segments.push(nameMatcher(tokens, codeUnitsOf));
    tokens = [];
  };
  while (i < pattern.length) {
    const code = pattern.charCodeAt(i);
    switch (pattern[i]) {
      case "/":
        endSegment();
        i++;
        break;
      case "*": {
        const from = i;
        while (pattern[i] === "*") i++;
        const isWholeSegment = i - from > 1 && (from === 0 || pattern[from - 1] === "/") &&
          (i === pattern.length || pattern[i] === "/" || pattern.startsWith("\\/", i));
        if (!isWholeSegment) {
          tokens.push({ type: "star" });
          break;
        }
        // Before a quoted slash it stands for at least one directory.
        if (pattern[i] === "\\") segments.push(() => true);
        segments.push("**");
        if (i === pattern.length) return segments;
        i += pattern[i] === "/" ? 1 : 2;
        break;
      }
      case "?":
        tokens.push({ type: "any" });
        i++;
        break;
      case "[": {
        const scanned = scanClass(pattern, i + 1);
        if (scanned === undefined) return undefined;
        tokens.push({ type: "class", has: scanned.has });
        i = scanned.end;
        break;
      }
      case "\\": {
        const escaped = pattern.charCodeAt(i + 1);
        if (Number.isNaN(escaped)) return undefined;
        if (escaped === SLASH) endSegment();
        else tokens.push({ type: "literal", code: escaped });
        i += 2;
        break;
      }
      default:
        tokens.push({ type: "literal", code });
        i++;
    }
  }
  endSegment();
  return segments;
}

/** A byte string is matched as it is. */
const codeUnitsOf = (text: string): string => text;

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x7f) return false;
  }
  return true;
}

type Range = readonly [first: number, last: number];

const range = (first: string, last = first): Range => [first.charCodeAt(0), last.charCodeAt(0)];

const DIGITS = range("0", "9");
const UPPER = range("A", "Z");
const LOWER = range("a", "z");

const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  alnum: [DIGITS, UPPER, LOWER],
  alpha: [UPPER, LOWER],
  blank: [range(" "), range("\t")],
  cntrl: [range("\0", "\x1f"), range("\x7f")],
  digit: [DIGITS],
  graph: [range("!", "~")],
  lower: [LOWER],
  print: [range(" ", "~")],
  punct: [range("!", "/"), range(":", "@"), range("[", "`"), range("{", "~")],
  space: [range(" "), range("\t", "\n"), range("\r")],
  upper: [UPPER],
  xdigit: [DIGITS, range("A", "F"), range("a", "f")],
};

/** Reads a class from behind its `[`. */
function scanClass(
  pattern: string,
  start: number,
): { has: (code: number) => boolean; end: number } | undefined {
  const ranges: Range[] = [];
  let i = start;
  const isNegated = pattern[i] === "!" || pattern[i] === "^";
  if (isNegated) i++;
  let previous = 0;
  let end = 0;
  // A `]` right at the start is a member.
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
      ranges.push([previous, pattern.charCodeAt(i)]);
      code = 0;
    } else if (pattern[i] === "[" && pattern[i + 1] === ":") {
      // Searched once: many openings may wait for the same end.
      if (end < i + 2) end = pattern.indexOf("]", i + 2);
      if (end < 0) return undefined;
      if (end > i + 2 && pattern[end - 1] === ":") {
        const name = pattern.slice(i + 2, end - 1);
        if (!Object.hasOwn(CLASSES, name)) return undefined;
        ranges.push(...CLASSES[name]!);
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
  return { has: membershipOf(ranges, isNegated), end: i + 1 };
}

/** A class can be as long as its line: its ranges are merged, so that each look-up is a short one. */
function membershipOf(ranges: readonly Range[], isNegated: boolean): (code: number) => boolean {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (last < first) continue;
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return (code) => merged.some(([first, last]) => first <= code && code <= last) !== isNegated;
}
