/** Changes of one argument with which a search may find more. */
import { DirscopeError } from "../../../errors.ts";
import { baseNameOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { compileExcluded } from "../../discovery/excluded_globs.ts";
import { FIND_FILES } from "../../discovery/find_files.ts";
import { GLOB_SEARCH } from "../../discovery/glob_search.ts";
import type { DiscoveryResult } from "../../discovery/result.ts";
import { argument, type Hint, hint } from "../../advice.ts";
import { alternatives, isPattern } from "../task/spellings.ts";
import { inAnyRoot, type SearchPlan, withoutExcluded } from "../../discovery/search_pages.ts";

/** The call of a search: its tool, its arguments and its scope. */
export interface SearchCall extends Pick<DiscoveryResult, "operation" | "query"> {
  readonly scope: Scope;
}

/** A search with another value of one argument, and what its hint says. */
export interface SearchChange {
  readonly plan: SearchPlan;
  /** Returns the hint, given how many more it finds: `3`, or `>= 3`. */
  text(number: string): Hint;
}

const PLANS: Readonly<Record<string, (query: never, scope: Scope) => SearchPlan>> = {
  find_files: FIND_FILES.planOf,
  glob_search: GLOB_SEARCH.planOf,
};

/** Returns what a search finds. */
export function planOf({ operation, query, scope }: SearchCall): SearchPlan {
  const plan = PLANS[operation]!(query as never, scope);
  const globs = query.exclude as readonly string[] | null;
  return inAnyRoot(globs === null ? plan : withoutExcluded(plan, compileExcluded(globs)));
}

/** Returns the changes for a search without a match: a pattern at other depths or as text, any case, any depth. */
export function changesForNone(call: SearchCall, roots: readonly string[]): SearchChange[] {
  const { pattern, case_sensitive, max_depth, name_contains, path_contains, extensions } =
    call.query;
  const { kind = "any" } = call.query;
  const without = (name: string, none: unknown) =>
    changeTo(call, { [name]: none }, (n) => hint`${n} would match with ${argument(name, none)}`);
  const endings = [extensions ?? []].flat().map(String).filter((each) =>
    /[^\p{L}\p{N}.]/u.test(each)
  );
  const patterns = typeof pattern === "string"
    ? [anywhere(pattern), deeper(pattern), ...asText(pattern)]
    : [];
  // A path that starts with the root, as results show it.
  const [rootName, below] = /^([^/]+)\/(.+)$/s.exec(String(path_contains))?.slice(1) ?? [];
  return [
    ...rootName === undefined || !roots.some((each) => baseNameOf(each) === rootName)
      ? []
      : changeTo(call, { path_contains: below }, (n) =>
        hint`${n} would match with ${argument("path_contains", below)}, which starts from root`),
    ...[...new Set(patterns)].flatMap((each) =>
      changeTo(
        call,
        { pattern: each },
        (n) => hint`${n} would match with ${argument("pattern", each)}`,
      )
    ),
    // Such as `_test.go`, which no dot comes before.
    ...endings.slice(0, 3).flatMap((end) =>
      changeTo(
        call,
        { extensions: null, name_contains: end },
        (n) =>
          hint`${n} would match with ${argument("name_contains", end)} and no ${
            argument("extensions")
          }`,
      )
    ),
    // Beside another text, which may be what is sought.
    ...[extensions ?? []].flat().length > 0 && (name_contains || path_contains)
      ? without("extensions", [])
      : [],
    ...name_contains && path_contains ? without("path_contains", "") : [],
    ...kind === "any"
      ? []
      : changeTo(call, { kind: "any" }, (n) =>
        hint`${n} would match with ${argument("kind", "any")}`),
    ...case_sensitive !== true
      ? []
      : changeTo(call, { case_sensitive: false }, (n) =>
        hint`${n} ${n === "1" ? "differs" : "differ"} only by case (${
          argument("case_sensitive", false)
        })`),
    ...typeof max_depth !== "number"
      ? []
      : changeTo(call, { max_depth: null }, (n) =>
        hint`${n} ${n === "1" ? "lies" : "lie"} deeper than ${argument("max_depth")}`),
  ];
}

/** Returns the changes for a search that found some: a pattern of names (`*.ts`) that may match deeper as well. */
export function changesForSome(call: SearchCall): SearchChange[] {
  const { pattern } = call.query;
  const isOfNames = typeof pattern === "string" && /[*?[{][^/]*$/.test(pattern) &&
    !/(?:^|\/)\*+$/.test(pattern);
  if (!isOfNames) return [];
  const below = deeper(pattern);
  return changeTo(
    call,
    { pattern: below },
    (n) => `${n} more ${n === "1" ? "matches" : "match"} ${below}`,
  );
}

/** Returns a change; none if it changes nothing, or is refused. */
function changeTo(
  call: SearchCall,
  change: SearchCall["query"],
  text: SearchChange["text"],
): SearchChange[] {
  const { query } = call;
  if (change.pattern === query.pattern && change.pattern !== undefined) return [];
  try {
    return [{ plan: planOf({ ...call, query: { ...query, ...change } }), text }];
  } catch (error) {
    if (error instanceof DirscopeError) return [];
    throw error;
  }
}

/** Returns a pattern that matches below any directory, too. */
function anywhere(pattern: string): string {
  return pattern.startsWith("**/") ? pattern : `**/${pattern}`;
}

/** Returns a pattern whose last segment matches at any depth, too. */
function deeper(pattern: string): string {
  const last = pattern.slice(pattern.lastIndexOf("/") + 1);
  const before = pattern.slice(0, pattern.length - last.length);
  return last === "**" || before.endsWith("**/") ? pattern : `${before}**/${last}`;
}

/** Returns the patterns that one means which is a list, a name with brackets, or text of a name. */
function asText(pattern: string): string[] {
  const braced = alternatives(pattern);
  if (braced !== pattern) return [braced];
  const arms = pattern.includes("{")
    ? []
    : pattern.split(/\s*[,;|]\s*|\s+/).filter((arm) => arm !== "");
  // Braces hold no slash; each pattern takes time to count.
  if (arms.length > 1 && pattern.includes("/")) return arms.slice(0, 5);
  if (arms.length > 1) return [anywhere(`{${arms.join(",")}}`)];
  if (pattern.includes("[")) return [anywhere(pattern.replaceAll("[", "[[]"))];
  const last = pattern.slice(pattern.lastIndexOf("/") + 1);
  // A name with an extension is a whole one.
  if (isPattern(last) || /.\.\w+$/.test(last)) return [];
  return [anywhere(`${pattern.slice(0, pattern.length - last.length)}*${last}*`)];
}
