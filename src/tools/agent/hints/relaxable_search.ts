/** A search, and what it would find with other arguments. */
import type { EntryKind } from "../../../directory/entry_key.ts";
import { DirscopeError } from "../../../errors.ts";
import { compileGlob, type Glob } from "../../../glob/glob.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { Selection, WalkedDirectory } from "../../../walk/steps.ts";
import {
  excludedBy,
  type FileFilter,
  fileSelector,
  KIND_FILTERS,
} from "../../discovery/filters.ts";
import type { DiscoveryResult } from "../../discovery/result.ts";
import type { PROPERTIES as FIND_FILES } from "../../discovery/find_files.ts";
import type { PROPERTIES as GLOB_SEARCH } from "../../discovery/glob_search.ts";
import type { ArgumentsOf } from "../../schema.ts";
import { filterRewrites, patternRewrites } from "./search_rewrites.ts";

type FindFilesQuery = ArgumentsOf<typeof FIND_FILES>;

type GlobSearchQuery = ArgumentsOf<typeof GLOB_SEARCH>;

/** A limit of a search that can be lifted, whatever the names are. */
export type Limit = "depth" | "excluded" | "ignored" | "kind";

/** The argument that lifts each limit. */
export const RELAXING_CHANGES: Readonly<Record<Limit, string>> = {
  depth: "max_depth: null",
  excluded: "exclude_dirs: null",
  ignored: "use_gitignore: false",
  kind: 'kind: "any"',
};

/** The argument that makes case not matter. */
export const CASE_INSENSITIVE_CHANGE = "case_sensitive: false";

/** One way to read what the names or paths must be. */
export interface Variant {
  /** The arguments that say so; `""` for the search as it was sent. */
  readonly change: string;
  /** The limits that these arguments do not have. */
  readonly lifted: readonly Limit[];
  /** Tells in a directory whether an entry's name fits. */
  in(directory: WalkedDirectory): Selection;
}

/** A search, with its limits apart from what it looks for. */
export interface RelaxableSearch {
  readonly root: string;
  readonly usesGitignore: boolean;
  /** What it looks for. */
  readonly original: Variant;
  /** The same, less strictly: each with one argument changed. */
  readonly relaxed: readonly Variant[];
  /** What it may have meant: one change each. */
  rewrites(): readonly Variant[];
  /** Whether it has limits besides `.gitignore`. */
  readonly isLimited: boolean;
  /** The deepest directory that the search opens; its root is at depth 0. */
  readonly maxDepth: number;
  /** Whether the search does not open a directory, by its path from the root. */
  prunes(path: string): boolean;
  /**
   * Tells in a directory which limits exclude an entry of a kind, whatever its name. It must be asked in the
   * order of a depth-first walk.
   */
  limitsIn(directory: WalkedDirectory): (kind: EntryKind) => readonly Limit[];
}

/** The search behind a result of `find_files` or `glob_search`; other tools do not search. */
export function relaxableSearchOf(
  { operation, query }: DiscoveryResult,
  scope: Scope,
): RelaxableSearch | undefined {
  if (operation === "find_files") {
    return relaxableFileSearch(query as unknown as FindFilesQuery, scope);
  }
  if (operation === "glob_search") {
    return relaxableGlobSearch(query as unknown as GlobSearchQuery, scope);
  }
  return undefined;
}

function relaxableFileSearch(query: FindFilesQuery, scope: Scope): RelaxableSearch {
  const { max_depth, exclude_dirs, case_sensitive, use_gitignore } = query;
  const maxDepth = (max_depth ?? Infinity) - 1;
  const prunes = excludedBy(exclude_dirs ?? []);
  const isIn = insideMatch(prunes);
  return {
    root: query.root,
    usesGitignore: use_gitignore,
    original: fileVariant(query),
    relaxed: case_sensitive
      ? [fileVariant({ ...query, case_sensitive: false }, CASE_INSENSITIVE_CHANGE)]
      : [],
    rewrites: () => fileRewrites(query, scope.resolve(query.root)),
    isLimited: maxDepth < Infinity || exclude_dirs !== null || case_sensitive,
    maxDepth,
    prunes,
    limitsIn({ prefix, depth }) {
      const limits: Limit[] = [];
      if (depth > maxDepth) limits.push("depth");
      if (isIn(prefix)) limits.push("excluded");
      return () => limits;
    },
  };
}

function fileRewrites(query: FindFilesQuery, root: string): Variant[] {
  return filterRewrites(query, root).flatMap(({ change, filter, pattern }) =>
    pattern === undefined ? [fileVariant({ ...query, ...filter }, change)] : globVariants(pattern, {
      isCaseSensitive: true,
      // Another tool: it has neither limit.
      lifted: ["depth", "excluded"],
      change: query.use_gitignore ? change : `${change} and ${RELAXING_CHANGES.ignored}`,
      kind: "file",
    })
  );
}

function fileVariant(filter: FileFilter, change = ""): Variant {
  const selectionIn = fileSelector(filter);
  return { lifted: [], change, in: ({ prefix }) => selectionIn(prefix) };
}

function relaxableGlobSearch(query: GlobSearchQuery, scope: Scope): RelaxableSearch {
  const { pattern, kind, case_sensitive: isCaseSensitive, use_gitignore } = query;
  const isOfKind = KIND_FILTERS[kind];
  const anywhere = pattern.startsWith("**/") ? [] : [`**/${pattern}`];
  const exact = compileGlob(pattern, isCaseSensitive);
  const like = (patterns: readonly string[]) =>
    patterns.flatMap((each) =>
      globVariants(each, { isCaseSensitive, change: patternChange(each) })
    );
  return {
    root: query.root,
    usesGitignore: use_gitignore,
    original: globVariant(exact, { change: "" }),
    relaxed: [
      ...like(anywhere),
      ...isCaseSensitive
        ? globVariants(pattern, { isCaseSensitive: false, change: CASE_INSENSITIVE_CHANGE })
        : [],
    ],
    rewrites: () => like(patternRewrites(pattern, scope.resolve(query.root))),
    isLimited: anywhere.length > 0 || isCaseSensitive || kind !== "any",
    maxDepth: Infinity,
    prunes: (path) => !exact.in(path).isLive,
    limitsIn: () => (each) => isOfKind(each) ? [] : ["kind"],
  };
}

function patternChange(pattern: string): string {
  return `pattern: ${JSON.stringify(pattern)}`;
}

/** What a pattern is changed in besides. */
interface GlobVariantOptions {
  readonly change: string;
  readonly lifted?: readonly Limit[];
  readonly kind?: keyof typeof KIND_FILTERS;
}

/** What a pattern looks for; nothing where it is malformed. */
function globVariants(
  pattern: string,
  { isCaseSensitive, ...options }: GlobVariantOptions & { readonly isCaseSensitive: boolean },
): Variant[] {
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
): Variant {
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

/**
 * Whether a directory is one of those, or lies in one. It must be asked in the order of a depth-first walk:
 * only the last match is remembered.
 */
function insideMatch(isOne: (path: string) => boolean): (prefix: string) => boolean {
  let found: string | undefined;
  return (prefix) => {
    if (found !== undefined && prefix.startsWith(found)) return true;
    found = isOne(prefix.slice(0, -1)) ? prefix : undefined;
    return found !== undefined;
  };
}
