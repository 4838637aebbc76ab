import { DirscopeError, undefinedIfRefused } from "../../../errors.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import type { Verdict } from "../../../gitignore/verdicts.ts";
import type { Scope } from "../../../scope/scope.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { clipLine } from "../../../text/line_safe.ts";
import type { Hint } from "../../advice.ts";
import type { StartedCall } from "../../call.ts";
import type { IgnoredIn } from "../../discovery/paged_tool.ts";
import type { PagedSearch } from "../../discovery/search_plan.ts";
import type { DiscoveryResult } from "../../discovery/result.ts";
import { countMatches } from "./count_matches.ts";
import { countIgnoredMatches } from "./ignored_matches.ts";
import { anywhere } from "./pattern_hint.ts";
import { sourceOf, unknownRuleLines } from "./unknown_rules_text.ts";

/** The result of a search, its call, and its first page. */
interface FinishedSearch {
  readonly result: DiscoveryResult;
  readonly call: StartedCall;
  readonly ignored: readonly IgnoredIn[];
  readonly search: PagedSearch;
}

/**
 * Returns hints at the first page of a search: changes that find more, what git's rules left out, what was sent to be
 * left out and was not there, and `.gitignore` files that are not known. What a search by time would find is not counted.
 */
export async function searchHints(search: FinishedSearch): Promise<Hint[]> {
  const { result: { query, count, truncated }, search: { useless } } = search;
  const isCounted = query.modified_within === null && (count > 0 || !truncated);
  try {
    return [
      ...isCounted ? [...await changeHints(search), ...await ignoredHints(search)] : [],
      ...truncated ? [] : useless,
      ...await unknownRuleHints(search),
    ];
  } catch (error) {
    // Advice is optional: its failure must not replace the result.
    if (error instanceof DirscopeError) return [];
    throw error;
  }
}

/** Another value of an argument. */
type Change = readonly [argument: string, value: unknown];

/** Returns hints at the changes that find more than the search, counted in one walk. */
async function changeHints({ result, call, search }: FinishedSearch): Promise<Hint[]> {
  const { query, count, truncated } = result;
  const isMore = count > 0;
  const changes = isMore ? changesForSome(query) : changesForNone(query);
  const planned = changes.flatMap(([argument, value]) => {
    const plan = undefinedIfRefused(() => search.planWith({ [argument]: value }));
    return plan === undefined ? [] : [{ argument, value, plan }];
  });
  if (planned.length === 0 || isMore && truncated) return [];
  const plans = planned.map(({ plan }) => plan);
  const { counts, isExact } = await countMatches(plans, query.use_gitignore === true, call);
  return planned.flatMap(({ argument, value }, i) => {
    const more = counts[i]! - count;
    const found = { count: more, isExact, isMore } as const;
    return more > 0 ? [{ kind: "change", argument, value, ...found }] : [];
  });
}

/** Returns the changes for a search without a match: a pattern at other depths, any case, any depth. */
function changesForNone(query: DiscoveryResult["query"]): Change[] {
  const { pattern } = query;
  const patterns = typeof pattern === "string" ? [anywhere(pattern), deeper(pattern)] : [];
  return [
    ...[...new Set(patterns)].filter((each) => each !== pattern)
      .map((each): Change => ["pattern", each]),
    ...query.case_sensitive === true ? [["case_sensitive", false] as const] : [],
    ...typeof query.max_depth === "number" ? [["max_depth", null] as const] : [],
  ];
}

/** Returns the changes for a search that found some: a pattern of names (`*.ts`) that may match deeper as well. */
function changesForSome({ pattern }: DiscoveryResult["query"]): Change[] {
  const isOfNames = typeof pattern === "string" && /[*?[{][^/]*$/.test(pattern) &&
    !/(?:^|\/)\*+$/.test(pattern) && deeper(pattern) !== pattern;
  return isOfNames ? [["pattern", deeper(pattern)]] : [];
}

/** Returns a pattern whose last segment matches at any depth, too. */
function deeper(pattern: string): string {
  const last = pattern.slice(pattern.lastIndexOf("/") + 1);
  const before = pattern.slice(0, pattern.length - last.length);
  return last === "**" || before.endsWith("**/") ? pattern : `${before}**/${last}`;
}

/** Maximum entries to read of what git ignores where others were found: that must not cost much more than the search. */
const MAX_IGNORED_ENTRIES = 10_000;

/** Returns a hint at the matches that git ignores. */
async function ignoredHints(
  { result, call, ignored, search: { plan } }: FinishedSearch,
): Promise<Hint[]> {
  const { truncated } = result;
  const isNone = result.count === 0;
  const matches = await countIgnoredMatches(ignored, {
    plan,
    maxScanned: isNone ? Infinity : MAX_IGNORED_ENTRIES,
    // A page that is full gives a lower bound in any case.
    includesStores: !truncated,
  }, call);
  const { count, countInStores, first } = matches;
  if (first === undefined) return [];
  const isExact = matches.isExact && !truncated;
  const reason = reasonOf(call.scope, first);
  const stores = [...matches.stores].sort(compareCodePoints);
  return isNone
    ? [{ kind: "change", argument: "use_gitignore", value: false, count, isExact, reason }]
    : [{ kind: "ignored", count, isExact, countInStores, stores, reason }];
}

/** Returns the rule that ignores the first match, in words; `""` if the policy hides the rule's file. */
function reasonOf(scope: Scope, { isIgnored, decidingRule, store }: Verdict): string {
  if (!isIgnored) return ` (first: in ${store})`;
  const file = sourceOf(scope, decidingRule!);
  const { line, pattern } = decidingRule!.rule;
  return file === undefined ? "" : ` (first: ${file}:${line} ${clipLine(pattern)})`;
}

/** Returns hints if rules of git are not known: what was found may be ignored. */
async function unknownRuleHints(
  { result, call: { scope, directories, pacer } }: FinishedSearch,
): Promise<string[]> {
  if (result.query.use_gitignore !== true || result.count === 0) return [];
  const ancestries = directories.map((each) => ancestryOf(scope, scope.enterDirectory(each)));
  return unknownRuleLines(await unknownRulesOf(scope, ancestries, pacer));
}
