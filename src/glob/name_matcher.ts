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
  const text = literalText(tokens);
  switch (strategyFor(tokens)) {
    case "literal":
      return Object.assign((name: string) => name === text, { isLiteral: true });
    case "prefix":
      return (name) => name.startsWith(text);
    case "suffix":
      return (name) => name.endsWith(text);
    case "tokens":
      return tokenMatcher(tokens, codesOf);
  }
}

type MatchStrategy = "literal" | "prefix" | "suffix" | "tokens";

function strategyFor(tokens: readonly Token[]): MatchStrategy {
  const others = tokens.filter(({ type }) => type !== "literal");
  if (others.length === 0) return "literal";
  if (others.length > 1 || others[0]!.type !== "star") return "tokens";
  if (tokens[0]!.type === "star") return "suffix";
  return tokens.at(-1)!.type === "star" ? "prefix" : "tokens";
}

function literalText(tokens: readonly Token[]): string {
  return tokens.map((token) => token.type === "literal" ? String.fromCodePoint(token.code) : "")
    .join("");
}

function tokenMatcher(
  tokens: readonly Token[],
  codesOf: (name: string) => CodeSequence,
): NameMatcher {
  // Every token but a star needs a character, so shorter names cannot match.
  const shortest = tokens.filter(({ type }) => type !== "star").length;
  const matches = (name: string): boolean => {
    const codes = codesOf(name);
    return codes.length >= shortest && matchTokens(tokens, codes);
  };
  return Object.assign(matches, { cost: tokens.length });
}
