/** A glob as characters with positions, for errors that point at the character in question. */
import { DirscopeError } from "../errors.ts";

const MAX_GLOB_LENGTH = 1024;

export class PatternError extends DirscopeError {
  /**
   * @param position The index of the offending character, from 0.
   * @param fix The text to write instead, where that is clear.
   */
  constructor(reason: string, position: number, fix?: string) {
    const advice = fix === undefined ? "" : `: ${fix}`;
    super("bad_pattern", `pattern: ${reason} at character ${position + 1}${advice}`);
  }
}

export interface Character {
  readonly text: string;
  readonly position: number;
}

/** @throws {PatternError} If the pattern is empty, too long or absolute, or holds a control character or a backslash. */
export function charactersOf(pattern: string): Character[] {
  if (pattern === "") throw new PatternError("empty pattern", 0);
  // A character has at most two UTF-16 units, so this is enough to notice a pattern that is too long.
  const start = pattern.slice(0, 2 * MAX_GLOB_LENGTH + 2);
  const characters = Array.from(start, (text, position) => ({ text, position }));
  if (characters.length > MAX_GLOB_LENGTH) {
    throw new PatternError(`longer than ${MAX_GLOB_LENGTH} characters`, MAX_GLOB_LENGTH);
  }
  if (pattern.startsWith("/")) {
    throw new PatternError("absolute pattern", 0, "write it relative to root");
  }
  characters.forEach(checkCharacter);
  return characters;
}

function checkCharacter({ text, position }: Character): void {
  const code = text.codePointAt(0)!;
  if (code < 0x20 || code >= 0x7f && code < 0xa0) {
    throw new PatternError("control character", position);
  }
  if (text === "\\") {
    throw new PatternError("backslash", position, "write [*] for a literal *, [[] for [, ? for \\");
  }
}

/** @throws {PatternError} If the class is not closed before the next slash. */
export function globClassEnd(characters: readonly Character[], open: number): number {
  for (let i = open + 1; i < characters.length && characters[i]!.text !== "/"; i++) {
    if (characters[i]!.text === "]") return i;
  }
  throw new PatternError("unclosed class", characters[open]!.position);
}
