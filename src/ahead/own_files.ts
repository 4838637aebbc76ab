/** Which entries of a directory make rules, as one character. */
import type { OwnFiles } from "../gitignore/rules.ts";

const UNKNOWN = "?";

/** Writes which they are; `undefined` if that is not known. */
export function writeOwn(own: OwnFiles | undefined): string {
  return own === undefined ? UNKNOWN : String((own.gitignore ? 1 : 0) + (own.git ? 2 : 0));
}

/** Reads what {@linkcode writeOwn} wrote. */
export function readOwn(written: string | undefined): OwnFiles | undefined {
  if (written === undefined || written === UNKNOWN) return undefined;
  const bits = Number(written);
  return { gitignore: (bits & 1) !== 0, git: (bits & 2) !== 0 };
}
