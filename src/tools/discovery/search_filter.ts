/** The filters of searches, made of data. */
import { compileGlob } from "../../glob/glob.ts";
import type { PathOrder } from "../../walk/steps.ts";
import { excludes, type FileFilter, fileSelector, filterCost, KIND_FILTERS } from "./filters.ts";

/** What a search looks for. */
type Search =
  | (FileFilter & { readonly type: "files"; readonly exclude_dirs: readonly string[] | null })
  | {
    readonly type: "glob";
    readonly pattern: string;
    readonly kind: keyof typeof KIND_FILTERS;
    readonly case_sensitive: boolean;
  };

/** What makes a walk yield just what a search looks for. */
type SearchFilter = Pick<PathOrder, "select" | "selectCost" | "prune">;

/**
 * Makes the filter of a search.
 *
 * @throws {PatternError} If its glob is malformed.
 */
export function searchFilter(filter: Search): SearchFilter {
  if (filter.type === "files") {
    const selectionIn = fileSelector(filter);
    const { exclude_dirs } = filter;
    return {
      ...exclude_dirs && { prune: excludes(exclude_dirs) },
      select: ({ prefix }) => selectionIn(prefix),
      selectCost: filterCost(filter),
    };
  }
  const glob = compileGlob(filter.pattern, filter.case_sensitive);
  const isKind = KIND_FILTERS[filter.kind];
  return {
    prune: (path) => !glob.in(path).isLive,
    select: ({ prefix }) => {
      const here = glob.in(prefix.slice(0, -1));
      return (name, kind) => isKind(kind) && here.matches(name);
    },
    selectCost: glob.matchCost,
  };
}
