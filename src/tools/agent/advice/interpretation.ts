import { undefinedIfRefused } from "../../../errors.ts";
import { type DeepestDirectory, deepestDirectory } from "../../../scope/deepest_directory.ts";
import {
  childOf,
  isAbsolute,
  isWithinAsNamed,
  resolvePath,
  rootOf,
} from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { existingKindOf, partsBelow } from "./existing_kind.ts";
import {
  baseNamesOf,
  isForeign,
  otherModuleForms,
  tailsBelow,
  tailsOf,
  withoutDiffPrefix,
} from "../task/spellings.ts";

/** A directory that requested paths may be relative to: the working directory, or a root. */
interface Base {
  /** The absolute path as given. */
  readonly path: string;
  readonly real: string;
}

export interface PathFromBase {
  /** The absolute path; the base if the path lies outside the scope. */
  readonly path: string;
  /** True if it lies outside the scope as it was sent. */
  readonly isOutside: boolean;
  /** The directory from which paths are compared. */
  readonly base: Base;
  /** The parts of the path: from the base, or all. */
  readonly parts: readonly string[];
  /** Its deepest existing directory; `undefined` outside the scope. */
  readonly deepest: DeepestDirectory | undefined;
}

/** Returns the existing directories that requested paths may be relative to. */
export function basesOf(scope: Scope): Base[] {
  return [...new Set([scope.cwd, ...scope.roots])].flatMap((path) => {
    const real = undefinedIfRefused(() => scope.enterDirectory(path))?.real;
    return real === undefined ? [] : [{ path, real }];
  });
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
  bases: readonly Base[],
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
    ? partsBelow(outside, rootOf(outside))
    : partsBelow(path, inside.path);
  if (parts.length === 0 || base === undefined) return undefined;
  return {
    path: inside === undefined ? base.path : path,
    isOutside: baseOf(scope.resolve(spellings[0]!), bases) === undefined,
    base,
    parts,
    deepest: inside && undefinedIfRefused(() => deepestDirectory(scope, path)),
  };
}

function baseOf(path: string, bases: readonly Base[]): Base | undefined {
  return bases.find((base) => isWithinAsNamed(path, base.path));
}

interface SpellingSearch {
  readonly scope: Scope;
  readonly bases: readonly Base[];
  readonly isForListing: boolean;
}

/**
 * Returns the existing path that a missing one spells differently: quoted, with a line number, starting with the
 * root's name, or copied from another machine.
 */
export function existingSpelling(
  spellings: readonly string[],
  search: SpellingSearch,
): string | undefined {
  const { scope, bases } = search;
  const path = spellings[0]!;
  const requested = scope.resolve(path);
  const isElsewhere = isForeign(path) || baseOf(requested, bases) === undefined;
  const fromEach = (texts: readonly string[]): string[] =>
    [...new Set(texts)].flatMap((text) => bases.map((base) => resolvePath(base.path, text)));
  const variants = [
    ...fromEach(spellings),
    ...bases.flatMap(({ path, real }) => {
      const names = baseNamesOf([path, real]);
      const tails = spellings.flatMap((each) => tailsBelow(each, names));
      return tails.map((tail) => resolvePath(path, tail));
    }),
    ...fromEach([
      ...spellings.flatMap((each) => outsideDiff(each, search)),
      ...otherModuleForms(spellings.at(-1)!),
      ...isElsewhere ? tailsOf(spellings.at(-1)!) : [],
    ]),
  ];
  return variants.find((found) => {
    const kind = found === requested ? undefined : existingKindOf(scope, found);
    return kind !== undefined && !(search.isForListing && kind === "link");
  });
}

/** Returns a path without the `a/` or `b/` of a diff, unless there is a directory or file of that name. */
function outsideDiff(text: string, { scope, bases }: SpellingSearch): string[] {
  const rest = withoutDiffPrefix(text);
  if (rest === undefined) return [];
  const exists = bases.some(({ path }) =>
    existingKindOf(scope, childOf(path, text[0]!)) !== undefined
  );
  return exists ? [] : [rest];
}
