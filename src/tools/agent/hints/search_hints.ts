/** What may help a search: arguments that would find more, and what it left out. */
import { DirscopeError } from "../../../errors.ts";
import { isInGitDirectory, type Verdict, Verdicts } from "../../../gitignore/verdicts.ts";
import { paced } from "../../../pacing/paced.ts";
import type { Scope } from "../../../scope/scope.ts";
import { clipLine } from "../../../text/line_safe.ts";
import type { WalkedDirectory } from "../../../walk/steps.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import type { Page } from "../../discovery/paged_tool.ts";
import type { Advice, DiscoveryResult } from "../../discovery/result.ts";
import { countIgnoredMatches } from "./ignored_matches.ts";
import {
  CASE_INSENSITIVE_CHANGE,
  type Limit,
  type RelaxableSearch,
  relaxableSearchOf,
  RELAXING_CHANGES,
  type Variant,
} from "./relaxable_search.ts";
import { sourceOf } from "../rule_source.ts";
import { type EntryRun, walkedRuns } from "../walked_runs.ts";

/** Hints for the first page of a search. */
export async function searchHints(
  result: DiscoveryResult,
  call: StartedCall,
  page: Page | undefined,
): Promise<Advice> {
  const { count, truncated } = result;
  const search = relaxableSearchOf(result, call.scope);
  if (search === undefined || truncated && count === 0) return {};
  try {
    const hints = count > 0
      ? await ignoredHints(search, call, page, truncated)
      : await changeHints(search, call, page);
    return hints.length === 0 ? {} : { hints };
  } catch (error) {
    // The answer stands without advice.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

/** What a search that found something left out. */
async function ignoredHints(
  search: RelaxableSearch,
  call: StartedCall,
  page: Page | undefined,
  isTruncated: boolean,
): Promise<string[]> {
  const { count, isExact, first } = await countIgnoredMatches(page?.ignored ?? [], search, call);
  if (first === undefined) return [];
  const isSingular = count === 1 && isExact && !isTruncated;
  const number = isExact && !isTruncated ? `${count}` : `>= ${count}`;
  return [
    `${number} more ${isSingular ? "is" : "are"} ignored by git${firstReason(call.scope, first)}`,
  ];
}

/** What would match with other arguments: at most one more walk, with a scan budget of its own. */
async function changeHints(
  search: RelaxableSearch,
  call: StartedCall,
  page: Page | undefined,
): Promise<string[]> {
  const { original, relaxed } = search;
  const rewrites = search.rewrites();
  if (!search.isLimited && rewrites.length === 0 && !page?.ignored?.length) return [];
  const all = [original, ...relaxed, ...rewrites].map((each) => [each.change, each] as const);
  const found = await countByChange(new Map(all).values().toArray(), search, call);
  const changes = changesToOffer(relaxed, rewrites, found);
  return changes.map((change) => hintText(change, found, call.scope));
}

/** What changes of one argument would find. */
interface ChangeCounts {
  /** How many entries, by change. */
  readonly counts: Map<string, number>;
  /** Git's verdict on the first entry that nothing excludes but git. */
  firstIgnored: Verdict | undefined;
  /** Whether the scan budget has not run out. */
  isExact: boolean;
}

/** Walks the tree once for all variants of a search. */
async function countByChange(
  variants: readonly Variant[],
  search: RelaxableSearch,
  { scope, pacer, maxScanned }: StartedCall,
): Promise<ChangeCounts> {
  const start = scope.enterDirectory(search.root);
  const verdicts = search.usesGitignore ? await Verdicts.below(scope, start, pacer) : undefined;
  const found: ChangeCounts = { counts: new Map(), firstIgnored: undefined, isExact: true };
  const walk = new Walk(scope, start, { order: "name", maxScanned }, pacer);
  const runs = walkedRuns(walk, ({ type }) => found.isExact &&= type !== "stopped");
  const here = memoizedByDirectory((directory) => ({
    selections: variants.map((variant) => [variant, variant.in(directory)] as const),
    limitsOf: search.limitsIn(directory),
  }));
  const countEntry = async (name: string, { directory, kind }: EntryRun): Promise<void> => {
    const { selections, limitsOf } = here(directory);
    const fits = selections.filter(([, selects]) => selects(name, kind));
    const [path, isDirectory] = [directory.prefix + name, kind === "directory"];
    const verdict = await verdicts?.of(path, isDirectory);
    const isLeftOut = verdict?.isIgnored || verdict && isInGitDirectory(path, isDirectory);
    const limits = [...limitsOf(kind), ...isLeftOut ? ["ignored"] as const : []];
    for (const change of new Set(fits.map(([variant]) => changeThatFinds(variant, limits)))) {
      if (change === undefined) continue;
      found.counts.set(change, (found.counts.get(change) ?? 0) + 1);
      if (change === RELAXING_CHANGES.ignored) found.firstIgnored ??= verdict;
    }
  };
  for await (const some of runs) {
    for (const run of some) {
      const { selections } = here(run.directory);
      for await (const name of paced(run.names, pacer)) {
        if (selections.some(([, selects]) => selects(name, run.kind))) await countEntry(name, run);
      }
    }
  }
  return found;
}

/** Memoizes a function of a directory for consecutive calls with the same one. */
function memoizedByDirectory<T>(
  make: (directory: WalkedDirectory) => T,
): (directory: WalkedDirectory) => T {
  let last: WalkedDirectory | undefined;
  let value: T;
  return (directory) => {
    if (directory !== last) value = make(last = directory);
    return value;
  };
}

/** The one change that finds an entry whose name fits a variant, and which these limits exclude. */
function changeThatFinds(
  { change, lifted }: Variant,
  excluding: readonly Limit[],
): string | undefined {
  const [limit, ...more] = excluding.filter((each) => !lifted.includes(each));
  if (limit === undefined) return change;
  return change === "" && more.length === 0 ? RELAXING_CHANGES[limit] : undefined;
}

/** The changes that would find something; what was meant literally comes first. */
function changesToOffer(
  relaxed: readonly Variant[],
  rewrites: readonly Variant[],
  { counts }: ChangeCounts,
): string[] {
  const countOf = (change: string): number => counts.get(change) ?? 0;
  const literal = [...relaxed.map(({ change }) => change), ...Object.values(RELAXING_CHANGES)];
  // A reading that finds as much as one before it says nothing new.
  const knownCounts = new Set([0, ...relaxed.map(({ change }) => countOf(change))]);
  const rewritten = rewrites.map(({ change }) => change).filter((change) => {
    const isNew = !knownCounts.has(countOf(change));
    knownCounts.add(countOf(change));
    return isNew;
  });
  return [...literal.filter((each) => countOf(each) > 0), ...rewritten.slice(0, MAX_REWRITE_HINTS)];
}

function hintText(
  change: string,
  { counts, firstIgnored, isExact }: ChangeCounts,
  scope: Scope,
): string {
  const count = counts.get(change)!;
  const number = isExact ? `${count}` : `>= ${count}`;
  const isSingular = count === 1 && isExact;
  if (change === CASE_INSENSITIVE_CHANGE) {
    return `${number} ${isSingular ? "differs" : "differ"} only by case`;
  }
  if (change === RELAXING_CHANGES.depth) {
    return `${number} ${isSingular ? "lies" : "lie"} deeper than max_depth`;
  }
  const reason = change === RELAXING_CHANGES.ignored ? firstReason(scope, firstIgnored!) : "";
  return `${number} would match with ${change}${reason}`;
}

/** The most other readings of a search to offer. */
const MAX_REWRITE_HINTS = 3;

/** Why the first is left out; nothing where the host hides the file that says so. */
function firstReason(scope: Scope, { isIgnored, decidingRule }: Verdict): string {
  if (!isIgnored) return " (first: in .git)";
  const file = sourceOf(scope, decidingRule!);
  const { line, pattern } = decidingRule!.rule;
  return file === undefined ? "" : ` (first: ${file}:${line} ${clipLine(pattern)})`;
}
