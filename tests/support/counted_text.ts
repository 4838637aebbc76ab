/** Texts that count the accesses of a matcher, and patterns to count with. */
import type { CodeSequence, Token } from "../../src/glob/tokens.ts";

/** A text that counts accesses to its characters. */
export class CountedText extends String implements CodeSequence {
  looks = 0;

  override charCodeAt(index: number): number {
    this.looks++;
    return super.charCodeAt(index);
  }

  override startsWith(text: string): boolean {
    this.looks += text.length;
    return super.startsWith(text);
  }

  override endsWith(text: string): boolean {
    this.looks += text.length;
    return super.endsWith(text);
  }
}

/** The tokens of a pattern of `*`, `?`, `[a-z]` and plain text, without using the product. */
export function tokensOf(pattern: string): Token[] {
  return (pattern.match(/\[a-z\]|\*+|[^]/g) ?? []).map((part): Token => {
    if (part === "[a-z]") return { type: "class", has: (code) => code >= 0x61 && code <= 0x7a };
    if (part.startsWith("*")) return { type: "star" };
    return part === "?" ? { type: "any" } : { type: "literal", code: part.charCodeAt(0) };
  });
}

/** Costly patterns, the letter to repeat as a name, and whether they match it. */
export const COUNTED: [string, string, boolean][] = [
  ["*a".repeat(60) + "b", "a", false],
  ["*a".repeat(60), "a", true],
  ["[a-z]*".repeat(40) + "!", "q", false],
  ["[a-z]*".repeat(40), "q", true],
  ["?*".repeat(100) + "!", "q", false],
  ["*?".repeat(100) + "a*!", "a", false],
  ["*aaaaaaaa".repeat(12) + "b", "a", false],
  ["*".repeat(1000) + "b", "a", false],
];
