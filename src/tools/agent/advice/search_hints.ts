import { nameOf } from "../../../directory/entry_key.ts";
import { DirscopeError } from "../../../errors.ts";
import { deepestDirectory } from "../../../scope/deepest_directory.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import type { Verdict } from "../../../gitignore/verdicts.ts";
import { ancestorOf, childOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { clipLine } from "../../../text/line_safe.ts";
import type { StartedCall } from "../../call.ts";
import { existenceOf, inNamedRoots } from "../../meant_path.ts";
import { compileExcluded } from "../../discovery/excluded_globs.ts";
import type { Page } from "../../discovery/paged_tool.ts";
import { ExcludedDirectories } from "../../discovery/filters.ts";
import type { DiscoveryResult } from "../../discovery/result.ts";
import { sourceOf, unknownRuleLines } from "./unknown_rules_text.ts";
import { countMatches } from "./count_matches.ts";
import { existingKindOf } from "./existing_kind.ts";
import { suggestPaths } from "./path_suggestions.ts";
import { alternatives, isPattern } from "../task/spellings.ts";
import { argument, type Hint, hint } from "../../advice.ts";
import { globSearchHint, isGlob, patternToSend } from "./path_hints.ts";
import { countIgnoredMatches } from "./ignored_matches.ts";
import { changesForNone, changesForSome, planOf } from "./search_changes.ts";

/** The result of a search, its call, and its first page. */
interface FinishedSearch {
  readonly result: DiscoveryResult;
  readonly call: StartedCall;
  readonly page: Page;
}

/**
 * Returns hints for the first page of a search: changes that find more, what git's rules left out, globs of `exclude`
 * that left nothing out, and `.gitignore` files that are not known. What a search by time would find is not counted.
 */
export async function searchHints(
  result: DiscoveryResult,
  call: StartedCall,
  page: Page = { entries: [] },
): Promise<Hint[]> {
  if (!["find_files", "glob_search"].includes(result.operation)) return [];
  const search = { result, call, page };
  const isCounted = result.query.modified_within === null &&
    (result.count > 0 || !result.truncated);
  try {
    const hints = [
      ...isCounted ? [...await changeHints(search), ...await ignoredHints(search)] : [],
      ...textHints(result),
    ];
    return [
      ...hints.length > 0 ? hints : await missingStartHints(search),
      ...uselessExclusionHints(search),
      ...await unknownRuleHints(search),
    ];
  } catch (error) {
    // Advice is optional: its failure must not replace the result.
    if (error instanceof DirscopeError) return [];
    throw error;
  }
}

/** Returns hints at the changes that find more than the search, counted in one walk. */
async function changeHints({ result, call }: FinishedSearch): Promise<Hint[]> {
  const { query, count, truncated } = result;
  const search = { ...result, scope: call.scope };
  const roots = call.directories.map((each) => call.scope.resolve(each));
  const changes = count === 0 ? changesForNone(search, roots) : changesForSome(search);
  if (changes.length === 0 || count > 0 && truncated) return [];
  const plans = changes.map(({ plan }) => plan);
  const { counts, isExact } = await countMatches(plans, query.use_gitignore === true, call);
  return changes.flatMap(({ text }, i) => {
    const more = counts[i]! - count;
    return more > 0 ? [text(isExact ? `${more}` : `>= ${more}`)] : [];
  });
}

/** Maximum entries to read of what git ignores where others were found: that must not cost much more than the search. */
const MAX_IGNORED_ENTRIES = 10_000;

/** Returns a hint at the matches that git ignores. */
async function ignoredHints({ result, call, page }: FinishedSearch): Promise<Hint[]> {
  const isTruncated = result.truncated;
  const isNone = result.count === 0;
  const matches = await countIgnoredMatches(page.ignored ?? [], {
    plan: planOf({ ...result, scope: call.scope }),
    maxScanned: isNone ? Infinity : MAX_IGNORED_ENTRIES,
    // A page that is full gives a lower bound in any case.
    includesStores: !isTruncated,
  }, call);
  const { count, countInStores, stores, first } = matches;
  if (first === undefined) return [];
  const isExact = matches.isExact && !isTruncated;
  const number = isExact ? `${count}` : `>= ${count}`;
  const reason = firstReason(call.scope, first);
  if (isNone) {
    return [hint`${number} would match with ${argument("use_gitignore", false)}${reason}`];
  }
  const verb = countInStores === 1 && isExact ? "belongs" : "belong";
  const belong = `${verb} to ${[...stores].sort(compareCodePoints).join(", ")}`;
  if (countInStores === count) return [`${number} more ${belong}`];
  const inStores = countInStores === 0 || !isExact ? "" : `, ${countInStores} of which ${belong}`;
  return [`${number} more ${number === "1" ? "is" : "are"} ignored by git${reason}${inStores}`];
}

/** Returns the rule that ignores the first match, in words; `""` if the policy hides the rule's file. */
function firstReason(scope: Scope, { isIgnored, decidingRule, store }: Verdict): string {
  if (!isIgnored) return ` (first: in ${store})`;
  const file = sourceOf(scope, decidingRule!);
  const { line, pattern } = decidingRule!.rule;
  return file === undefined ? "" : ` (first: ${file}:${line} ${clipLine(pattern)})`;
}

/** Returns a hint for each glob of `exclude`, and for directories, that match nothing, what git ignores included. */
function uselessExclusionHints({ result, page }: FinishedSearch): Hint[] {
  const { uselessGlobs = [], uselessDirectories = new Set() } = page;
  if (result.truncated || uselessGlobs.length + uselessDirectories.size === 0) return [];
  // Stars alone say how deep to look.
  const globs = compileExcluded(uselessGlobs.filter((glob) => !/^[/*]+$/.test(glob)));
  const directories = new ExcludedDirectories([...uselessDirectories], true);
  for (const { directory: { prefix }, ignored } of page.ignored ?? []) {
    for (const name of [...ignored.directories, ...ignored.stores.map(nameOf)]) {
      const path = placeOf(prefix).below + name;
      globs.prunes(path);
      directories.prunes(path);
    }
  }
  const names = [...directories.useless].map((name) => JSON.stringify(name));
  return [
    ...globs.useless().map((glob) =>
      hint`${argument("exclude")} ${JSON.stringify(glob)} left nothing out`
    ),
    ...names.length === 0
      ? []
      : [hint`${argument("exclude_dirs")} ${clipLine(names.join(", "))} left nothing out`],
  ];
}

/** Returns a hint for a pattern below a directory that does not exist, such as `lib/*.js` from the root `lib`. */
async function missingStartHints({ result, call }: FinishedSearch): Promise<Hint[]> {
  const { query: { pattern, case_sensitive }, count, truncated } = result;
  if (count > 0 || truncated || typeof pattern !== "string") return [];
  const root = result.query.root as string;
  const parts = pattern.split("/");
  const end = parts.findIndex((part, i) => i === parts.length - 1 || /[*?[{\\]/.test(part));
  const start = parts.slice(0, end).join("/");
  const { scope, directories } = call;
  const path = scope.displayed(childOf(root, start));
  const isMissing = directories.every((each) =>
    existenceOf(scope, childOf(each, start)) === "missing"
  );
  if (start === "" || !case_sensitive || !isMissing) return [];
  const [inRoot] = inNamedRoots({ roots: directories.map((each) => scope.resolve(each)) }, start)
    .filter((each) => existingKindOf(scope, each) === "directory");
  const options = { isForListing: true, mayWalk: false };
  const { suggestions = [] } = inRoot ? {} : await suggestPaths(path, call, options);
  const [near = inRoot && scope.displayed(inRoot)] = suggestions;
  if (near === undefined && directories.length > 1) {
    return [`'${clipLine(start)}' does not exist in any root`];
  }
  const existing = (): string =>
    scope.displayed(ancestorOf(scope.resolve(path), deepestDirectory(scope, path).rest.length));
  const advice = near === undefined
    ? hint`list_dir with ${argument("path", existing())} shows what does`
    : patternToSend(parts.slice(end), near, root);
  return [hint`'${clipLine(path)}' does not exist${advice ? hint`: ${advice}` : ""}`];
}

/** Returns a hint for what is not understood: a glob as text, words, or `!`, with the arguments that take it. */
function textHints({ query, count }: DiscoveryResult): Hint[] {
  const { name_contains, path_contains, pattern } = query;
  const root = query.root as string;
  const text = name_contains ?? path_contains ?? pattern;
  if (count > 0 || typeof text !== "string") return [];
  if (text === pattern && text.startsWith("!")) return [exclusionHint(text)];
  if (text === pattern && alternatives(text) !== text) return [];
  if (isPattern(text)) {
    // The text may lie anywhere in a name, and may be a regular expression.
    const glob = `*${text.replace(/^\^|\$$/g, "")}${/.\.\w+$/.test(text) ? "" : "*"}`
      .replace(/\.?[*+]+/g, "*");
    return text === pattern ? [] : [globSearchHint(`**/${glob}`, root)];
  }
  const words = text.split("|").map((each) => each.trim()).filter((each) => each !== "");
  if (!/[\s|]/.test(text.trim()) || words.length === 0) return [];
  const args = { queries: words.slice(0, 5), ...root !== "." && { root } };
  return [`these are words: find_path takes ${JSON.stringify(args)}`];
}

/** Returns the hint for a pattern with `!`, which leaves nothing out: the arguments that do. */
export function exclusionHint(pattern: string): Hint {
  const group = /!\(([^()]*)\)/g;
  const wanted = pattern.replace(group, "*");
  const unwanted = pattern.replace(
    group,
    (_, inner: string) => inner.includes("|") ? `{${inner.replaceAll("|", ",")}}` : inner,
  );
  const [kept, left] = pattern === wanted ? ["**", pattern.slice(1)] : [wanted, unwanted];
  const areTaken = isGlob(kept) && isGlob(left);
  return areTaken
    ? hint`"!" leaves nothing out: send ${argument("pattern", kept)}, ${
      argument("exclude", [left])
    }`
    : hint`"!" leaves nothing out; ${argument("exclude")} does`;
}

/** Returns hints if rules of git are not known: what was found may be ignored. */
async function unknownRuleHints(
  { result, call: { scope, directories, pacer } }: FinishedSearch,
): Promise<string[]> {
  if (result.query.use_gitignore !== true || result.count === 0) return [];
  const unknown = {};
  for (const each of directories) {
    const ancestry = ancestryOf(scope, scope.enterDirectory(each));
    Object.assign(unknown, await unknownRulesOf(scope, ancestry, pacer));
  }
  return unknownRuleLines(unknown);
}
