/**
 * What every pattern dialect here comes down to: a sequence of tokens, matched against a whole text in
 * time linear in tokens × text. No regular expression is involved, so no pattern can stall it.
 *
 * @module
 */

/** One element of a pattern: one character of the text, or with `star` any number of them. */
export type Token =
  | { readonly type: "literal"; readonly code: number }
  | { readonly type: "any" }
  | { readonly type: "star" }
  | { readonly type: "class"; readonly has: (code: number) => boolean };

/** A text as a sequence of codes. A string is one, of UTF-16 units. */
export interface Codes {
  readonly length: number;
  charCodeAt(index: number): number;
}

/** A text as code points: the string itself, where its units are code points. */
export function codePointsOf(text: string): Codes {
  if (!hasSurrogates(text)) return text;
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  return { length: codes.length, charCodeAt: (index) => codes[index]! };
}

/** Whether the tokens match the whole text. */
export function matchTokens(tokens: readonly Token[], text: Codes): boolean {
  let [t, at] = [0, 0];
  // Where to go on after a failure: at the last star, which then takes one character more. An earlier
  // star need never be tried again: what matched up to the last one matched as early as it could.
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
  switch (token.type) {
    case "literal":
      return token.code === code;
    case "class":
      return token.has(code);
    default:
      return token.type === "any";
  }
}

function hasSurrogates(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xf800) === 0xd800) return true;
  }
  return false;
}

/** Whether a name matches. */
export type NameMatcher = (name: string) => boolean;

/** Compiles tokens that match a whole name; the usual shapes are answered without the tokens. */
export function nameMatcher(
  tokens: readonly Token[],
  codesOf: (name: string) => Codes = codePointsOf,
): NameMatcher {
  const literals = tokens.map((token) =>
    token.type === "literal" ? String.fromCodePoint(token.code) : undefined
  );
  const stars = tokens.filter(({ type }) => type === "star").length;
  const text = literals.join("");
  const isSimple = tokens.every(({ type }) => type === "literal" || type === "star");
  if (isSimple && stars === 0) return (name) => name === text;
  if (isSimple && stars === 1 && tokens[0]!.type === "star") return (name) => name.endsWith(text);
  if (isSimple && stars === 1 && tokens.at(-1)!.type === "star") {
    return (name) => name.startsWith(text);
  }
  // A name that is shorter than what must be there need not be looked at.
  const shortest = tokens.length - stars;
  return (name) => {
    const codes = codesOf(name);
    return codes.length >= shortest && matchTokens(tokens, codes);
  };
}
