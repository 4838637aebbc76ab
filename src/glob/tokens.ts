import { firstNotBelow } from "../binary_search.ts";

/**
 * The common form of every pattern dialect here: a list of tokens, matched against a whole text in
 * O(tokens × text). It uses no regular expression, so no pattern causes backtracking.
 */
export type Token =
  | { readonly type: "literal"; readonly code: number }
  | { readonly type: "any" }
  | { readonly type: "star" }
  | { readonly type: "class"; readonly has: (code: number) => boolean };

export const STAR_TOKEN: Token = { type: "star" };
export const ANY_TOKEN: Token = { type: "any" };

/** A text as a sequence of codes. A string is one, of UTF-16 units. */
export interface CodeSequence {
  readonly length: number;
  charCodeAt(index: number): number;
}

/** Splits a text into code points. A string without surrogates is returned as it is. */
export function toCodes(text: string): CodeSequence {
  if (!/[\ud800-\udfff]/.test(text)) return text;
  const codes = Array.from(text, codePointOf);
  return { length: codes.length, charCodeAt: (index) => codes[index]! };
}

export function codePointOf(character: string): number {
  return character.codePointAt(0)!;
}

export type Range = readonly [first: number, last: number];

/** Compiles a test whether a code is in one of the ranges. It merges them, since a class can be long. */
export function inRanges(ranges: readonly Range[]): (code: number) => boolean {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (last < first) continue;
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return (code) => {
    const at = firstNotBelow(0, merged.length, (i) => merged[i]![1] < code);
    return at < merged.length && merged[at]![0] <= code;
  };
}

export function matchTokens(tokens: readonly Token[], text: CodeSequence): boolean {
  let [t, at] = [0, 0];
  // After a mismatch, the last star takes one character more. Earlier stars need no retry: the
  // tokens between them and the last star already matched as early as possible.
  let [star, starAt] = [-1, 0];
  while (at < text.length) {
    const token = tokens[t];
    if (token?.type === "star") {
      [star, starAt] = [t, at];
      t++;
    } else if (token !== undefined && matchesOne(token, text.charCodeAt(at))) {
      t++;
      at++;
    } else if (star >= 0) {
      t = star + 1;
      at = ++starAt;
    } else {
      return false;
    }
  }
  while (tokens[t]?.type === "star") t++;
  return t === tokens.length;
}

function matchesOne(token: Token, code: number): boolean {
  if (token.type === "literal") return token.code === code;
  return token.type === "class" ? token.has(code) : token.type === "any";
}
