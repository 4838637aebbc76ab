import { undefinedIfRefused } from "../../../errors.ts";
import {
  isAbsolute,
  isWithinAsNamed,
  partsBetween,
  resolvePath,
  rootOf,
} from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { existingKindOf } from "./existing_kind.ts";
import { baseNamesOf, isForeign, tailsBelow, tailsOf } from "../task/spellings.ts";

export interface PathFromBase {
  /** The absolute path; the base if the path lies outside the scope. */
  readonly path: string;
  /** The directory from which paths are compared. */
  readonly base: string;
  /** The parts of the path: from the base, or all. */
  readonly parts: readonly string[];
}

/** Returns the existing directories that requested paths may be relative to: the working directory, and the roots. */
export function basesOf(scope: Scope): string[] {
  return [...new Set([scope.cwd, ...scope.roots])].filter((path) =>
    undefinedIfRefused(() => scope.enterDirectory(path)) !== undefined
  );
}

/**
 * Returns a path without what is no part of it, such as quotes or `:12`, as relative to a base; `undefined` if nothing is
 * left or there is no base.
 *
 * @param spellings Those of the path, from the one that was sent to the barest.
 */
export function pathFromBase(
  spellings: readonly string[],
  scope: Scope,
  bases: readonly string[],
): PathFromBase | undefined {
  // An absolute path inside needs no further stripping.
  const isInside = (text: string): boolean =>
    isAbsolute(text) && baseOf(scope.resolve(text), bases) !== undefined;
  const text = spellings.findLast(isInside) ?? spellings.at(-1)!;
  const path = scope.resolve(text);
  const outside = resolvePath("/", text);
  const inside = baseOf(path, bases);
  const base = inside ?? bases[0];
  const parts = inside === undefined
    ? partsBetween(outside, rootOf(outside))
    : partsBetween(path, inside);
  if (parts.length === 0 || base === undefined) return undefined;
  return { path: inside === undefined ? base : path, base, parts };
}

function baseOf(path: string, bases: readonly string[]): string | undefined {
  return bases.find((base) => isWithinAsNamed(path, base));
}

/**
 * Returns the existing path that a missing one spells differently: quoted, with a line number, starting with the
 * root's name, or copied from another machine.
 */
export function existingSpelling(
  spellings: readonly string[],
  scope: Scope,
  bases: readonly string[],
): string | undefined {
  const path = spellings[0]!;
  const requested = scope.resolve(path);
  const isElsewhere = isForeign(path) || baseOf(requested, bases) === undefined;
  const fromEach = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => bases.map((base) => resolvePath(base, text)));
  const variants = [
    ...fromEach(spellings),
    ...bases.flatMap((base) => {
      const tails = spellings.flatMap((each) => tailsBelow(each, baseNamesOf([base])));
      return tails.map((tail) => resolvePath(base, tail));
    }),
    ...isElsewhere ? fromEach(tailsOf(spellings.at(-1)!)) : [],
  ];
  return variants.find((found) =>
    found !== requested && existingKindOf(scope, found) !== undefined
  );
}
