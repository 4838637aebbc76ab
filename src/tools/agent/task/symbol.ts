/** A name of code that a query is, with what it is a member of. */
export interface Symbol {
  readonly name: string;
  /** `Class` of `Class.method`, the outermost first. */
  readonly qualifiers: readonly string[];
  /** True if it reads like an identifier, not like a plain word, which is rather a part of a path. */
  readonly isIdentifier: boolean;
}

const IDENTIFIER = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
const QUALIFIED = new RegExp(
  `^(?:--?|[@#&*])?(${IDENTIFIER}(?:(?:\\.|::|#|->|\\\\)${IDENTIFIER})*[!?]?)(?:\\(\\)?)?$`,
  "u",
);
const SEPARATOR = /\.|::|#|->|\\/;
/** Words joined by a capital or a low line, capitals with digits, or a sign of some language. */
const MARKED = /[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}]_|^_|\$|^\p{Lu}[\p{Lu}\p{N}]*\p{N}/u;
const MAX_LENGTH = 200;
/** Shorter names stand everywhere. */
const MIN_LENGTH = 3;

/**
 * Returns the symbol that a text without spaces is; `undefined` for any other text, and for the name of a file.
 *
 * @param isFileName Reports whether a text ends as names of files do.
 */
export function symbolOf(
  text: string,
  isFileName: (text: string) => boolean,
): Symbol | undefined {
  const bare = text.trim().replace(/^(["'`])(.*)\1$/, "$2");
  const found = bare.length > MAX_LENGTH ? null : QUALIFIED.exec(bare);
  if (found === null || isFileName(found[1]!)) return undefined;
  const parts = found[1]!.split(SEPARATOR);
  const name = parts.pop()!;
  if (name.length < MIN_LENGTH) return undefined;
  return { name, qualifiers: parts, isIdentifier: parts.length > 0 || MARKED.test(name) };
}
