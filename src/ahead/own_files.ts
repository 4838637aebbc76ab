/** Which entries of a directory make rules, as one digit. */
import type { OwnFiles } from "../gitignore/rules.ts";

const GITIGNORE = 1;
const GIT = 2;
const UNKNOWN = 4;

/** Where none makes rules. */
export const NO_OWN_FILES: OwnFiles = { gitignore: false, git: false };

/** The digit for them; `undefined` where that is not known. */
export function ownNumber(own: OwnFiles | undefined): number {
  return own === undefined ? UNKNOWN : (own.gitignore ? GITIGNORE : 0) + (own.git ? GIT : 0);
}

/** What {@linkcode ownNumber} gave a number for. */
export function ownFiles(number: number): OwnFiles | undefined {
  if (number === UNKNOWN) return undefined;
  return { gitignore: (number & GITIGNORE) !== 0, git: (number & GIT) !== 0 };
}
