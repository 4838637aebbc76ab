/**
 * Git's wildmatch, in time linear in pattern × text.
 *
 * It works on byte strings, with one character per UTF-8 byte (see {@linkcode toBytes}): as in git,
 * `?` and a class match one byte.
 */
import { nameMatcher } from "../glob/name_matcher.ts";
import type { Segment } from "../glob/path_pattern.ts";
import { ANY_TOKEN, STAR_TOKEN, type Token } from "../glob/tokens.ts";
import { NON_ASCII } from "../text/fold.ts";
import { scanClass } from "./wildmatch_class.ts";
import { parseRule, patternIn } from "./git_rule.ts";

const SLASH_CODE = 0x2f;
const utf8Encoder = new TextEncoder();

/** Encodes a text as UTF-8, with one character per byte. */
export function toBytes(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  let bytes = "";
  for (const byte of utf8Encoder.encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

export function foldAsciiText(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * @param foldsCase Set to match lower-cased text. As in git, an escaped letter and a single member of a class
 * are not folded.
 * @returns `undefined` if the pattern is malformed, and so can match nothing.
 */
export function compileWildmatch(pattern: string, foldsCase = false): Segment[] | undefined {
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  const units = foldsCase ? foldAsciiText(pattern) : pattern;
  let i = 0;
  const endSegment = (): void => {
    // A byte string is its own sequence of codes.
    segments.push(nameMatcher(tokens, (text) => text));
    tokens = [];
  };
  while (i < pattern.length) {
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
          tokens.push(STAR_TOKEN);
          break;
        }
        // Before an escaped slash, `**` needs at least one directory.
        if (pattern[i] === "\\") segments.push(() => true);
        segments.push("**");
        if (i === pattern.length) return segments;
        i += pattern[i] === "/" ? 1 : 2;
        break;
      }
      case "?":
        tokens.push(ANY_TOKEN);
        i++;
        break;
      case "[": {
        const scanned = scanClass(pattern, i + 1, foldsCase);
        if (scanned === undefined) return undefined;
        tokens.push({ type: "class", has: scanned.has });
        i = scanned.end;
        break;
      }
      case "\\": {
        const escaped = pattern.charCodeAt(i + 1);
        if (Number.isNaN(escaped)) return undefined;
        if (escaped === SLASH_CODE) endSegment();
        else tokens.push({ type: "literal", code: escaped });
        i += 2;
        break;
      }
      default:
        tokens.push({ type: "literal", code: units.charCodeAt(i) });
        i++;
    }
  }
  endSegment();
  return segments;
}

/** Reports whether a line can match no path: empty, a comment, with an empty, `.` or `..` part, or malformed. */
export function isDeadPattern(line: string): boolean {
  const { text } = parseRule(patternIn(line), 1, 0);
  return text.split("/").some((part) => /^\.{0,2}$/.test(part)) ||
    compileWildmatch(toBytes(text)) === undefined;
}
