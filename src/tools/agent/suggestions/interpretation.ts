/** What a path that was asked for may mean, given where it can lie. */
import { deepestDirectory } from "../../../scope/deepest_directory.ts";
import {
  baseNameOf,
  childOf,
  isAbsolute,
  isWithinAsNamed,
  partsOf,
  resolvePath,
  rootOf,
} from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { existingKindOf, partsBelow, valueOrUndefined } from "./existing_kind.ts";

/** A directory that paths may have been asked for from: the working directory, or a root. */
interface Base {
  /** The absolute path as given. */
  readonly path: string;
  readonly real: string;
}

/** The deepest directory that exists on the way to a path, and the parts below it. */
export interface Deepest {
  readonly directory: ScopedPath;
  readonly rest: readonly string[];
}

/** A path that was asked for, read as lying somewhere. */
export interface Interpretation {
  /** The absolute path; the base if the path lies outside the scope. */
  readonly path: string;
  /** Where paths are compared from. */
  readonly base: Base;
  /** The parts of the path: from the base, or all. */
  readonly parts: readonly string[];
  /** How far it exists; `undefined` outside the scope. */
  readonly deepest: Deepest | undefined;
}

/** The fewest last parts of a path on another machine that tell which path it is here. */
const MIN_TAIL_PARTS = 2;

/** The most last parts of it that are looked for. */
const MAX_TAIL_PARTS = 32;

/** How a path begins that is meant for another place than the working directory. */
const FOREIGN_PREFIX = /^(?:[~$%/\\]|[a-z]:|file:|https?:)/i;

/** Where paths may have been asked for from. */
export function basesOf(scope: Scope): Base[] {
  return [...new Set([scope.cwd, ...scope.roots])].flatMap((path) => {
    const real = valueOrUndefined(() => scope.enterDirectory(path))?.real;
    return real === undefined ? [] : [{ path, real }];
  });
}

/** The readings of a path: as it was sent, and without what does not belong to it. */
export function interpretationsOf(
  spellings: readonly string[],
  scope: Scope,
  bases: readonly Base[],
): Interpretation[] {
  // An absolute path inside is bare enough.
  const isInside = (text: string): boolean =>
    isAbsolute(text) && baseOf(scope.resolve(text), bases) !== undefined;
  const barest = spellings.findLast(isInside) ??
    spellings.at(-1)!;
  const requested = interpretationOf(spellings[0]!, scope, bases);
  const bare = interpretationOf(barest, scope, bases);
  const isSame = bare.parts.join("/") === requested.parts.join("/");
  return (isSame ? [requested] : [requested, bare]).filter(({ parts }) => parts.length > 0);
}

function interpretationOf(text: string, scope: Scope, bases: readonly Base[]): Interpretation {
  const path = scope.resolve(text);
  const base = baseOf(path, bases);
  if (base === undefined) {
    const outside = resolvePath("/", text);
    const parts = partsBelow(outside, rootOf(outside));
    return { path: bases[0]!.path, base: bases[0]!, parts, deepest: undefined };
  }
  const deepest = valueOrUndefined(() => deepestDirectory(scope, path));
  return { path, base, parts: partsBelow(path, base.path), deepest };
}

/** The base that a path lies in by its text. */
function baseOf(path: string, bases: readonly Base[]): Base | undefined {
  return bases.find((base) => isWithinAsNamed(path, base.path));
}

/** Where to look for spellings, and what for. */
interface SpellingSearch {
  readonly scope: Scope;
  readonly bases: readonly Base[];
  readonly isForListing: boolean;
}

/**
 * The existing path that a missing one is but another spelling of: quoted, with a line number, from the name of
 * the root on, from another machine.
 */
export function existingSpelling(
  spellings: readonly string[],
  search: SpellingSearch,
): string | undefined {
  const { scope, bases } = search;
  const path = spellings[0]!;
  const requested = scope.resolve(path);
  const isForeign = FOREIGN_PREFIX.test(path.trim()) || baseOf(requested, bases) === undefined;
  const names = new Set(
    bases.flatMap((base) => [base.path, base.real]).map((each) => baseNameOf(each).toLowerCase()),
  );
  const variants = [
    ...spellings,
    ...spellings.flatMap((each) => tailsBelow(each, names)),
    ...spellings.flatMap((each) => withoutDiffPrefix(each, search)),
    ...isForeign ? tailsOf(spellings.at(-1)!) : [],
  ];
  for (const text of new Set(variants)) {
    for (const base of bases) {
      const found = resolvePath(base.path, text);
      const kind = found === requested ? undefined : existingKindOf(scope, found);
      if (kind !== undefined && !(search.isForListing && kind === "link")) return found;
    }
  }
  return undefined;
}

/** A path without the `a/` or `b/` of a diff, unless there is a directory or file of that name. */
function withoutDiffPrefix(text: string, { scope, bases }: SpellingSearch): string[] {
  const side = /^[ab](?=\/)/.exec(text)?.[0];
  const isThere = ({ path }: Base): boolean =>
    existingKindOf(scope, childOf(path, side!)) !== undefined;
  return side === undefined || bases.some(isThere) ? [] : [text.slice(2)];
}

/** What follows each part of a path that has one of these names; `.` where nothing does. */
function tailsBelow(text: string, names: ReadonlySet<string>): string[] {
  const parts = partsOf(text);
  return parts.flatMap((part, i) =>
    names.has(part.toLowerCase()) ? [parts.slice(i + 1).join("/") || "."] : []
  );
}

/** The last parts of a path, the longest first. */
function tailsOf(text: string): string[] {
  const parts = partsOf(text);
  const tails: string[] = [];
  for (
    let i = Math.max(1, parts.length - MAX_TAIL_PARTS);
    i <= parts.length - MIN_TAIL_PARTS;
    i++
  ) {
    tails.push(parts.slice(i).join("/"));
  }
  return tails;
}
