import type { EntryKind } from "../../../directory/entry_key.ts";
import { DirscopeError } from "../../../errors.ts";
import { compileGlob, type Glob } from "../../../glob/glob.ts";
import { isInPlace } from "../../../scope/file_system.ts";
import { childOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { Selection, WalkedDirectory } from "../../../walk/walk_options.ts";
import { lstatEntry, modifiedOf } from "../../discovery/entry_metadata.ts";
import { compileExcluded } from "../../discovery/excluded_globs.ts";
import {
  excludedBy,
  type FileFilter,
  fileSelector,
  KIND_FILTERS,
} from "../../discovery/filters.ts";
import type { DiscoveryResult } from "../../discovery/result.ts";
import type { Refinement } from "../../discovery/search_pages.ts";
import type { PROPERTIES as FIND_FILES } from "../../discovery/find_files.ts";
import type { PROPERTIES as GLOB_SEARCH } from "../../discovery/glob_search.ts";
import type { ArgumentsOf } from "../../schema.ts";
import { filterRewrites, patternRewrites } from "./search_rewrites.ts";

type FindFilesQuery = ArgumentsOf<typeof FIND_FILES> & Refinement;

type GlobSearchQuery = ArgumentsOf<typeof GLOB_SEARCH> & Refinement;

/** A limit of a search on entries, whatever their names. */
export type Limit = "depth" | "excluded" | "globs" | "ignored" | "kind" | "time";

/** The change of an argument that lifts each limit. */
export const LIMIT_CHANGES: Readonly<Record<Limit, string>> = {
  depth: "max_depth: null",
  excluded: "exclude_dirs: null",
  globs: "exclude: null",
  ignored: "use_gitignore: false",
  kind: 'kind: "any"',
  time: "modified_within: null",
};

/** The change that makes a search ignore case. */
export const ANY_CASE_CHANGE = "case_sensitive: false";

/** A search with changed arguments, its limits apart. */
export interface ChangedSearch {
  /** The changed arguments, as a hint quotes them; `""` for the search as it was sent. */
  readonly change: string;
  /** The limits that the change lifts. */
  readonly lifted: readonly Limit[];
  /** Returns the filter for the names in a directory. */
  in(directory: WalkedDirectory): Selection;
}

/** A search, its limits and filters apart, and its variants that may find more. */
export interface RelaxableSearch {
  readonly root: string;
  readonly usesGitignore: boolean;
  /** The search as it was sent. */
  readonly original: ChangedSearch;
  /** Relaxations: variants that match all that it matches, and more. */
  readonly relaxed: readonly ChangedSearch[];
  /** Relaxations without one text filter, where other arguments restrict it too: they match far more. */
  readonly lifts: readonly ChangedSearch[];
  /** Rewrites: variants that it may have meant. */
  rewrites(): readonly ChangedSearch[];
  /** True if it can be relaxed otherwise than by `use_gitignore: false`. */
  readonly isLimited: boolean;
  /** The depth of the deepest directories that it reads; its root is at depth 0. */
  readonly maxDepth: number;
  /** Reports whether it does not read a directory, by its path from the root. */
  prunes(path: string): boolean;
  /** True if `limitsIn` asks the disk for the time of an entry. */
  readonly hasTime: boolean;
  /** Returns the limits that exclude entries of a directory. Call it in the order of a depth-first walk. */
  limitsIn(directory: WalkedDirectory): (name: string, kind: EntryKind) => readonly Limit[];
}

/** Returns the search of a result of `find_files` or `glob_search`; other tools do not search. */
export function relaxableSearchOf(
  { operation, query }: DiscoveryResult,
  scope: Scope,
): RelaxableSearch | undefined {
  if (operation === "find_files") return fileSearch(query as unknown as FindFilesQuery, scope);
  if (operation === "glob_search") return globSearch(query as unknown as GlobSearchQuery, scope);
  return undefined;
}

function fileSearch(query: FindFilesQuery, scope: Scope): RelaxableSearch {
  const { max_depth, exclude_dirs, case_sensitive, use_gitignore } = query;
  const maxDepth = (max_depth ?? Infinity) - 1;
  const prunes = excludedBy(exclude_dirs ?? []);
  const isInExcluded = insideOfMatch(prunes);
  const anyCase = { ...query, case_sensitive: false };
  const filters = TEXT_FILTERS.filter((name) => query[name] !== null);
  const refinement = refinementOf(query, scope);
  const limitCount = [max_depth, exclude_dirs].filter((limit) => limit !== null).length +
    refinement.limitCount;
  const lifts = filters.length + limitCount < 2
    ? []
    : filters.map((name) => fileVariant({ ...query, [name]: null }, `${name}: null`));
  return {
    root: query.root,
    usesGitignore: use_gitignore,
    original: fileVariant(query),
    relaxed: case_sensitive ? [fileVariant(anyCase, ANY_CASE_CHANGE)] : [],
    lifts,
    rewrites: () => fileRewrites(query, scope.resolve(query.root)),
    isLimited: limitCount > 0 || case_sensitive || lifts.length > 0,
    maxDepth,
    hasTime: refinement.hasTime,
    prunes: (path) => prunes(path) || refinement.prunes(path),
    limitsIn(directory) {
      const { prefix, depth } = directory;
      const limits: Limit[] = [];
      if (depth > maxDepth) limits.push("depth");
      if (isInExcluded(prefix)) limits.push("excluded");
      const more = refinement.limitsIn(directory);
      return (name, kind) => [...limits, ...more(name, kind)];
    },
  };
}

/** The text filters of `find_files`, the one that is likeliest wrong first. */
const TEXT_FILTERS = ["extensions", "path_contains", "name_contains"] as const;

function fileRewrites(query: FindFilesQuery, root: string): ChangedSearch[] {
  return filterRewrites(query, root).flatMap(({ change, filter, pattern }) =>
    pattern === undefined ? [fileVariant({ ...query, ...filter }, change)] : globVariants(pattern, {
      isCaseSensitive: true,
      // glob_search has neither limit.
      lifted: ["depth", "excluded"],
      change: query.use_gitignore ? change : `${change} and ${LIMIT_CHANGES.ignored}`,
      kind: "file",
    })
  );
}

function fileVariant(filter: FileFilter, change = ""): ChangedSearch {
  const selectionIn = fileSelector(filter);
  return { lifted: [], change, in: ({ prefix }) => selectionIn(prefix) };
}

function globSearch(query: GlobSearchQuery, scope: Scope): RelaxableSearch {
  const { pattern, kind, case_sensitive: isCaseSensitive, use_gitignore } = query;
  const isOfKind = KIND_FILTERS[kind];
  const anywhere = pattern.startsWith("**/") ? [] : [`**/${pattern}`];
  const exact = compileGlob(pattern, isCaseSensitive);
  const variantOf = (each: string): ChangedSearch[] =>
    globVariants(each, { isCaseSensitive, change: `pattern: ${JSON.stringify(each)}` });
  const anyCase = { isCaseSensitive: false, change: ANY_CASE_CHANGE };
  const refinement = refinementOf(query, scope);
  return {
    root: query.root,
    usesGitignore: use_gitignore,
    original: globVariant(exact, { change: "" }),
    relaxed: [
      ...anywhere.flatMap(variantOf),
      ...isCaseSensitive ? globVariants(pattern, anyCase) : [],
    ],
    lifts: [],
    rewrites: () => patternRewrites(pattern, scope.resolve(query.root)).flatMap(variantOf),
    isLimited: anywhere.length > 0 || isCaseSensitive || kind !== "any" ||
      refinement.limitCount > 0,
    maxDepth: Infinity,
    hasTime: refinement.hasTime,
    prunes: (path) => !exact.in(path).isLive || refinement.prunes(path),
    limitsIn(directory) {
      const more = refinement.limitsIn(directory);
      return (name, each) => [...isOfKind(each) ? [] : ["kind"] as const, ...more(name, each)];
    },
  };
}

interface RefinementLimits extends Pick<RelaxableSearch, "hasTime" | "prunes" | "limitsIn"> {
  readonly limitCount: number;
}

/** Returns the limits of the arguments that both searches have in toolset `agent`. */
function refinementOf(
  { exclude = null, modified_within: time = null }: Refinement,
  scope: Scope,
): RefinementLimits {
  const excluded = compileExcluded(exclude ?? []);
  const isInExcluded = insideOfMatch(excluded.prunes);
  const since = time === null ? -Infinity : Date.parse(time);
  return {
    limitCount: (exclude === null ? 0 : 1) + (time === null ? 0 : 1),
    hasTime: time !== null,
    prunes: excluded.prunes,
    limitsIn({ path, prefix }) {
      const leavesOut = isInExcluded(prefix) ? () => true : excluded.in(prefix.slice(0, -1));
      return (name, kind) => [
        ...leavesOut(name, kind) ? ["globs"] as const : [],
        ...time === null || isModifiedSince(scope, path, name, since) ? [] : ["time"] as const,
      ];
    },
  };
}

/** Reports whether an entry was modified at a time or later; one that cannot be asked was not. */
function isModifiedSince(
  scope: Scope,
  directory: ScopedPath,
  name: string,
  since: number,
): boolean {
  const time = modifiedOf(lstatEntry(scope, { name, open: childOf(directory.open, name) }));
  return time !== null && time >= since && isInPlace(scope.fileSystem, directory);
}

interface GlobVariantOptions {
  readonly change: string;
  readonly lifted?: readonly Limit[];
  readonly kind?: keyof typeof KIND_FILTERS;
}

/** Returns the variant of a pattern; none if it is malformed. */
function globVariants(
  pattern: string,
  { isCaseSensitive, ...options }: GlobVariantOptions & { readonly isCaseSensitive: boolean },
): ChangedSearch[] {
  try {
    return [globVariant(compileGlob(pattern, isCaseSensitive), options)];
  } catch (error) {
    if (error instanceof DirscopeError) return [];
    throw error;
  }
}

function globVariant(
  glob: Glob,
  { change, lifted = [], kind = "any" }: GlobVariantOptions,
): ChangedSearch {
  const isOfKind = KIND_FILTERS[kind];
  return {
    change,
    lifted,
    in({ prefix }) {
      const here = glob.in(prefix.slice(0, -1));
      return (name, each) => isOfKind(each) && here.matches(name);
    },
  };
}

/** Makes a test of being or lying in a match. It remembers only the last one: call it in depth-first order. */
function insideOfMatch(isMatch: (path: string) => boolean): (prefix: string) => boolean {
  let match: string | undefined;
  return (prefix) => {
    if (match !== undefined && prefix.startsWith(match)) return true;
    match = isMatch(prefix.slice(0, -1)) ? prefix : undefined;
    return match !== undefined;
  };
}
