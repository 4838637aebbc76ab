/** A search with its limits lifted, which tells for each entry which limits exclude it. */
import type { EntryKind } from "../../directory/entry_key.ts";
import { DirscopeError } from "../../errors.ts";
import { compileGlob, type Glob } from "../../glob/glob.ts";
import type { WalkedDirectory } from "../../walk/steps.ts";
import { excludes, type FileFilter, fileSelector, KIND_FILTERS } from "../discovery/filters.ts";
import type { DiscoveryResult } from "../discovery/result.ts";

/** What excludes an entry that the search would otherwise find. */
export type Limit = "anywhere" | "case" | "depth" | "excluded" | "ignored" | "kind";

/** The arguments of `find_files` that limit it. */
type FindFilesQuery = FileFilter & {
  readonly root: string;
  readonly max_depth: number | null;
  readonly exclude_dirs: readonly string[] | null;
  readonly use_gitignore: boolean;
};

/** The arguments of `glob_search` that limit it. */
interface GlobSearchQuery {
  readonly root: string;
  readonly pattern: string;
  readonly kind: keyof typeof KIND_FILTERS;
  readonly case_sensitive: boolean;
  readonly use_gitignore: boolean;
}

/** A search with its limits lifted. */
export interface Search {
  readonly root: string;
  readonly usesGitignore: boolean;
  /** Whether it has limits besides `.gitignore`. */
  readonly isLimited: boolean;
  /**
   * Tells which limits exclude an entry of a directory; `undefined` where it would not match without
   * them either.
   */
  limitsIn(
    directory: WalkedDirectory,
  ): (name: string, kind: EntryKind) => readonly Limit[] | undefined;
  /** The argument that lifts each limit. */
  readonly instead: Readonly<Record<Limit, string>>;
}

/** The search behind a result of `find_files` or `glob_search`; other tools do not search. */
export function searchOf({ operation, query }: DiscoveryResult): Search | undefined {
  if (operation === "find_files") return fileSearch(query as unknown as FindFilesQuery);
  if (operation === "glob_search") return globSearch(query as unknown as GlobSearchQuery);
  return undefined;
}

function fileSearch(query: FindFilesQuery): Search {
  const strict = fileSelector(query);
  const loose = fileSelector({ ...query, case_sensitive: false });
  const maxDepth = query.max_depth ?? Infinity;
  const excluded = query.exclude_dirs ?? [];
  const isIn = insideOf(excludes(excluded));
  return {
    root: query.root,
    usesGitignore: query.use_gitignore,
    isLimited: maxDepth < Infinity || excluded.length > 0 || query.case_sensitive,
    limitsIn({ prefix, depth }) {
      const shared: Limit[] = [];
      if (depth >= maxDepth) shared.push("depth");
      if (isIn(prefix)) shared.push("excluded");
      const [looseHere, strictHere] = [loose(prefix), strict(prefix)];
      return (name, kind) => {
        if (!looseHere(name, kind)) return undefined;
        return strictHere(name, kind) ? shared : ["case", ...shared];
      };
    },
    instead: INSTEAD,
  };
}

function globSearch(query: GlobSearchQuery): Search {
  const { pattern, kind: wanted, case_sensitive } = query;
  const isOfKind = KIND_FILTERS[wanted];
  const deep = pattern.startsWith("**/") ? pattern : `**/${pattern}`;
  const here = compileGlob(pattern, false);
  const anywhere = compileIfValid(deep, false) ?? here;
  const strict = compileIfValid(deep, case_sensitive) ?? compileGlob(pattern, case_sensitive);
  return {
    root: query.root,
    usesGitignore: query.use_gitignore,
    isLimited: deep !== pattern || case_sensitive || wanted !== "any",
    limitsIn({ prefix }) {
      const [h, a, s] = [here, anywhere, strict].map((glob) => glob.in(prefix.slice(0, -1)));
      return (name, kind) => {
        if (!a!.matches(name)) return undefined;
        const limits: Limit[] = [];
        if (!h!.matches(name)) limits.push("anywhere");
        if (!s!.matches(name)) limits.push("case");
        if (!isOfKind(kind)) limits.push("kind");
        return limits;
      };
    },
    instead: { ...INSTEAD, anywhere: `pattern: ${JSON.stringify(deep)}` },
  };
}

function compileIfValid(pattern: string, isCaseSensitive: boolean): Glob | undefined {
  try {
    return compileGlob(pattern, isCaseSensitive);
  } catch (error) {
    if (error instanceof DirscopeError) return undefined;
    throw error;
  }
}

/**
 * Whether a directory is one of those, or lies in one. It must be asked in the order of a depth-first walk:
 * only the last match is remembered.
 */
function insideOf(isOne: (path: string) => boolean): (prefix: string) => boolean {
  let found: string | undefined;
  return (prefix) => {
    if (found !== undefined && prefix.startsWith(found)) return true;
    found = isOne(prefix.slice(0, -1)) ? prefix : undefined;
    return found !== undefined;
  };
}

const INSTEAD: Readonly<Record<Limit, string>> = {
  anywhere: "pattern",
  case: "case_sensitive: false",
  depth: "max_depth: null",
  excluded: "exclude_dirs: null",
  ignored: "use_gitignore: false",
  kind: 'kind: "any"',
};
