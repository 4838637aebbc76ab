import { type CodeSequence, matchTokens, toCodes, type Token } from "./tokens.ts";

export interface NameMatcher {
  (name: string): boolean;
  /** Match cost: the tokens that one character of a name may be compared with; absent where the text is compared once. */
  readonly cost?: number;
  /** True if it takes one name, or some: no wildcard. */
  readonly isLiteral?: boolean;
}

export function nameMatcher(
  tokens: readonly Token[],
  codesOf: (name: string) => CodeSequence = toCodes,
): NameMatcher {
  const text = tokens.map((each) => each.type === "literal" ? String.fromCodePoint(each.code) : "")
    .join("");
  const others = tokens.filter(({ type }) => type !== "literal");
  if (others.length === 0) {
    return Object.assign((name: string) => name === text, { isLiteral: true });
  }
  if (others.length === 1 && others[0]!.type === "star") {
    if (others[0] === tokens[0]) return (name) => name.endsWith(text);
    if (others[0] === tokens.at(-1)) return (name) => name.startsWith(text);
  }
  // Every token but a star needs a character, so shorter names cannot match.
  const shortest = tokens.filter(({ type }) => type !== "star").length;
  const matches = (name: string): boolean => {
    const codes = codesOf(name);
    return codes.length >= shortest && matchTokens(tokens, codes);
  };
  return Object.assign(matches, { cost: tokens.length });
}
