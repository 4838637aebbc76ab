/**
 * Characters that would end a line, hide in it, look like another or reverse it. They are written out so that they can
 * check `src/`, which asks Unicode's property for most of them; the ranges are those of Unicode 17's
 * DerivedCoreProperties.txt.
 */
export const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\0-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\p{Cs}]/u;
