/** Characters for property tests. */
import fc from "fast-check";

/** Number of code points that are surrogates, and the first of them. */
const [SURROGATES, FIRST_SURROGATE] = [0x800, 0xd800];

/**
 * Any character: what `fc.string({ unit: "binary" })` is made of, seed by seed. Fast-check's own unit fills a table
 * of all the million that there are, which takes a second in every test file.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (text) => {
    if (typeof text !== "string" || [...text].length !== 1 || !text.isWellFormed()) {
      throw new Error("not one character");
    }
    const code = text.codePointAt(0)!;
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
