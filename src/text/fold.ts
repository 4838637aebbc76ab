/** The forms in which names, and texts to find in names, are compared. */
import { comparedForm, foldUnicodeCase } from "./line_safe.ts";

export const NON_ASCII: RegExp = /[^\0-\x7f]/;

export const asIs = (text: string): string => text;

/** Returns the function that makes texts equal which count as equal: of any case, of either Unicode form. */
export function foldOf(isCaseSensitive: boolean, isAnyForm: boolean): (text: string) => string {
  const caseOf = isCaseSensitive ? asIs : foldUnicodeCase;
  return isAnyForm ? (text) => caseOf(comparedForm(text)) : caseOf;
}
