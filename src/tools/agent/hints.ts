/** What may help a search: arguments that would find more, and what it left out. */
import { DirscopeError } from "../../errors.ts";
import { isInGitDirectory, type Verdict, Verdicts } from "../../gitignore/verdicts.ts";
import { paced } from "../../pacing/paced.ts";
import type { Scope } from "../../scope/scope.ts";
import { clipLine } from "../../text/line_safe.ts";
import { Walk } from "../../walk/walk.ts";
import type { StartedCall } from "../call.ts";
import type { Page } from "../discovery/paged_tool.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { countLeftOut } from "./left_out.ts";
import {
  ANY_CASE,
  LIFTING,
  type Limit,
  perDirectory,
  type Search,
  searchOf,
  type Variant,
} from "./relaxed_search.ts";
import { sourceOf } from "./rule_source.ts";
import { walkedRuns } from "./walked_runs.ts";

/** Hints for the first page of a search. */
export async function hintsFor(
  result: DiscoveryResult,
  call: StartedCall,
  page: Page | undefined,
): Promise<Advice> {
  const { count, truncated } = result;
  const search = searchOf(result, call.scope);
  if (search === undefined || truncated && count === 0) return {};
  try {
    const hints = count > 0
      ? await leftOutHints(search, call, page, truncated)
      : await otherSearches(search, call, page);
    return hints.length === 0 ? {} : { hints };
  } catch (error) {
    // The answer stands without advice.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

/** What a search that found something left out. */
async function leftOutHints(
  search: Search,
  call: StartedCall,
  page: Page | undefined,
  isTruncated: boolean,
): Promise<string[]> {
  const { count, isExact, first } = await countLeftOut(page?.ignored ?? [], search, call);
  if (first === undefined) return [];
  const isOne = count === 1 && isExact && !isTruncated;
  const number = isExact && !isTruncated ? `${count}` : `>= ${count}`;
  return [
    `${number} more ${isOne ? "is" : "are"} ignored by git${firstReason(call.scope, first)}`,
  ];
}

/** What would match with other arguments: at most one more walk, with a scan budget of its own. */
async function otherSearches(
  search: Search,
  call: StartedCall,
  page: Page | undefined,
): Promise<string[]> {
  const { sent, relaxed } = search;
  const rewrites = search.rewrites();
  if (!search.isLimited && rewrites.length === 0 && !page?.ignored?.length) return [];
  const { scope, pacer, maxScanned } = call;
  const start = scope.enterDirectory(search.root);
  const verdicts = search.usesGitignore ? await Verdicts.below(scope, start, pacer) : undefined;
  const all = [sent, ...relaxed, ...rewrites].map((each) => [each.change, each] as const);
  const variants = new Map(all).values().toArray();
  const found: Found = { counts: new Map(), firstIgnored: undefined };
  const here = perDirectory((directory) => ({
    selections: variants.map((variant) => [variant, variant.in(directory)] as const),
    limitsOf: search.limitsIn(directory),
  }));
  let isExact = true;
  const runs = walkedRuns(
    new Walk(scope, start, { order: "name", maxScanned }, pacer),
    ({ type }) => isExact &&= type !== "stopped",
  );
  for await (const some of runs) {
    for (const { directory, names, kind } of some) {
      const { selections, limitsOf } = here(directory);
      for await (const name of paced(names, pacer)) {
        const fits = selections.filter(([, selects]) => selects(name, kind)).map(([each]) => each);
        if (fits.length === 0) continue;
        const path = directory.prefix + name;
        const isDirectory = kind === "directory";
        const verdict = await verdicts?.of(path, isDirectory);
        const isLeftOut = verdict?.isIgnored || verdict && isInGitDirectory(path, isDirectory);
        const excluding = [...limitsOf(kind), ...isLeftOut ? ["ignored"] as const : []];
        for (const change of new Set(fits.map((variant) => changeFinding(variant, excluding)))) {
          if (change === undefined) continue;
          found.counts.set(change, (found.counts.get(change) ?? 0) + 1);
          if (change === LIFTING.ignored) found.firstIgnored ??= verdict;
        }
      }
    }
  }
  const changes = changesOf(relaxed, rewrites, found);
  return changes.map((change) => hintText(change, found, { isExact, scope }));
}

/** What changes of one argument would find. */
interface Found {
  /** How many entries, by change. */
  readonly counts: Map<string, number>;
  /** Git's verdict on the first entry that nothing excludes but git. */
  firstIgnored: Verdict | undefined;
}

/** The one change that finds an entry whose name fits a variant, and which these limits exclude. */
function changeFinding(
  { change, lifted }: Variant,
  excluding: readonly Limit[],
): string | undefined {
  const [limit, ...more] = excluding.filter((each) => !lifted.includes(each));
  if (limit === undefined) return change;
  return change === "" && more.length === 0 ? LIFTING[limit] : undefined;
}

/** The changes that would find something; what was meant literally comes first. */
function changesOf(
  relaxed: readonly Variant[],
  rewrites: readonly Variant[],
  { counts }: Found,
): string[] {
  const countOf = (change: string): number => counts.get(change) ?? 0;
  const literal = [...relaxed.map(({ change }) => change), ...Object.values(LIFTING)];
  // A reading that finds as much as one before it says nothing new.
  const given = new Set([0, ...relaxed.map(({ change }) => countOf(change))]);
  const meant = rewrites.map(({ change }) => change).filter((change) => {
    const isNew = !given.has(countOf(change));
    given.add(countOf(change));
    return isNew;
  });
  return [...literal.filter((each) => countOf(each) > 0), ...meant.slice(0, MAX_REWRITES)];
}

function hintText(
  change: string,
  { counts, firstIgnored }: Found,
  { isExact, scope }: { readonly isExact: boolean; readonly scope: Scope },
): string {
  const count = counts.get(change)!;
  const number = isExact ? `${count}` : `>= ${count}`;
  const isOne = count === 1 && isExact;
  if (change === ANY_CASE) return `${number} ${isOne ? "differs" : "differ"} only by case`;
  if (change === LIFTING.depth) {
    return `${number} ${isOne ? "lies" : "lie"} deeper than max_depth`;
  }
  const reason = change === LIFTING.ignored ? firstReason(scope, firstIgnored!) : "";
  return `${number} would match with ${change}${reason}`;
}

/** The most other readings of a search to offer. */
const MAX_REWRITES = 3;

/** Why the first is left out; nothing where the host hides the file that says so. */
function firstReason(scope: Scope, { isIgnored, decided }: Verdict): string {
  if (!isIgnored) return " (first: in .git)";
  const file = sourceOf(scope, decided!);
  const { line, pattern } = decided!.rule;
  return file === undefined ? "" : ` (first: ${file}:${line} ${clipLine(pattern)})`;
}
