import { DirscopeError } from "../../../errors.ts";
import { isInGitDirectory, type Verdict, Verdicts } from "../../../gitignore/verdicts.ts";
import { paced } from "../../../pacing/paced.ts";
import type { Scope } from "../../../scope/scope.ts";
import { clipLine } from "../../../text/line_safe.ts";
import type { WalkedDirectory } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import type { Page } from "../../discovery/paged_tool.ts";
import type { Advice, DiscoveryResult } from "../../discovery/result.ts";
import { countIgnoredMatches } from "./ignored_matches.ts";
import {
  ANY_CASE_CHANGE,
  type ChangedSearch,
  type Limit,
  LIMIT_CHANGES,
  type RelaxableSearch,
  relaxableSearchOf,
} from "./relaxable_search.ts";
import { sourceOf } from "../rule_source.ts";
import { type EntryBatch, entryBatches } from "../entry_batches.ts";

/** Returns hints for the first page of a search: changes that find more, or what git's rules left out. */
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
    // Advice is optional: its failure must not replace the result.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

/** Returns a hint at the matches that git ignores, for a search that found others. */
async function ignoredHints(
  search: RelaxableSearch,
  call: StartedCall,
  page: Page | undefined,
  isTruncated: boolean,
): Promise<string[]> {
  // A page that is full gives a lower bound in any case.
  const options = { search, call, includesGit: !isTruncated };
  const matches = await countIgnoredMatches(page?.ignored ?? [], options);
  const { count, countInGit, first } = matches;
  if (first === undefined) return [];
  const isExact = matches.isExact && !isTruncated;
  const number = isExact ? `${count}` : `>= ${count}`;
  const isSingular = count === 1 && isExact;
  const belong = countInGit === 1 && isExact ? "belongs to .git" : "belong to .git";
  if (countInGit === count) return [`${number} more ${belong}`];
  const inGit = countInGit === 0 || !isExact ? "" : `, ${countInGit} of which ${belong}`;
  return [
    `${number} more ${isSingular ? "is" : "are"} ignored by git${
      firstReason(call.scope, first)
    }${inGit}`,
  ];
}

/** Returns hints at the changes that find matches. Makes at most one more walk, with its own scan budget. */
async function changeHints(
  search: RelaxableSearch,
  call: StartedCall,
  page: Page | undefined,
): Promise<string[]> {
  const { original, relaxed, lifts } = search;
  const rewrites = search.rewrites();
  if (!search.isLimited && rewrites.length === 0 && !page?.ignored?.length) return [];
  const variants = [original, ...relaxed, ...rewrites, ...lifts].map((each) =>
    [each.change, each] as const
  );
  const results = await countByChange(new Map(variants).values().toArray(), search, call);
  const changes = changesToOffer(search, rewrites, results);
  return changes.map((change) => hintText(change, results, call.scope));
}

/** The matches that changed arguments find. */
interface ChangeCounts {
  /** Number of entries by change. */
  readonly counts: Map<string, number>;
  /** Git's verdict on the first entry that nothing excludes but git. */
  firstIgnored: Verdict | undefined;
  /** True if the scan budget has not run out. */
  isExact: boolean;
}

/** Counts the matches of all variants of a search in one walk. */
async function countByChange(
  variants: readonly ChangedSearch[],
  search: RelaxableSearch,
  { scope, pacer, maxScanned }: StartedCall,
): Promise<ChangeCounts> {
  const start = scope.enterDirectory(search.root);
  const verdicts = search.usesGitignore ? await Verdicts.below(scope, start, pacer) : undefined;
  const results: ChangeCounts = { counts: new Map(), firstIgnored: undefined, isExact: true };
  const walk = new Walk(scope, start, { order: "name", maxScanned }, pacer);
  const runs = entryBatches(walk, ({ type }) => results.isExact &&= type !== "stopped");
  const selectionsIn = byDirectory((directory) => ({
    selections: variants.map((variant) => [variant, variant.in(directory)] as const),
    limitsOf: search.limitsIn(directory),
  }));
  const countEntry = async (name: string, { directory, kind }: EntryBatch): Promise<void> => {
    const { selections, limitsOf } = selectionsIn(directory);
    const fits = selections.filter(([, selects]) => selects(name, kind));
    const [path, isDirectory] = [directory.prefix + name, kind === "directory"];
    const verdict = await verdicts?.of(path, isDirectory);
    const isIgnored = verdict?.isIgnored || verdict && isInGitDirectory(path, isDirectory);
    const limits = [...limitsOf(name, kind), ...isIgnored ? ["ignored"] as const : []];
    for (const change of new Set(fits.map(([variant]) => changeThatFinds(variant, limits)))) {
      if (change === undefined) continue;
      results.counts.set(change, (results.counts.get(change) ?? 0) + 1);
      if (change === LIMIT_CHANGES.ignored) results.firstIgnored ??= verdict;
    }
  };
  for await (const batch of runs) {
    for (const run of batch) {
      const { selections } = selectionsIn(run.directory);
      for await (const name of paced(run.names, pacer)) {
        if (selections.some(([, selects]) => selects(name, run.kind))) await countEntry(name, run);
      }
    }
  }
  return results;
}

/** Memoizes a function of a directory for consecutive calls with the same one. */
function byDirectory<T>(make: (directory: WalkedDirectory) => T): typeof make {
  let last: WalkedDirectory | undefined;
  let value: T;
  return (directory) => {
    if (directory !== last) value = make(last = directory);
    return value;
  };
}

/** Returns the change that finds an entry whose name matches a variant; `undefined` if it takes two. */
function changeThatFinds(
  { change, lifted }: ChangedSearch,
  limits: readonly Limit[],
): string | undefined {
  const [limit, ...more] = limits.filter((each) => !lifted.includes(each));
  if (limit === undefined) return change;
  return change === "" && more.length === 0 ? LIMIT_CHANGES[limit] : undefined;
}

/** Returns the changes that find matches: relaxations and lifted limits, then rewrites, then lifted filters. */
function changesToOffer(
  { relaxed, lifts }: RelaxableSearch,
  rewrites: readonly ChangedSearch[],
  { counts }: ChangeCounts,
): string[] {
  const countOf = (change: string): number => counts.get(change) ?? 0;
  const literal = [...relaxed.map(({ change }) => change), ...Object.values(LIMIT_CHANGES)];
  // A rewrite that finds as many as one before it likely finds the same.
  const knownCounts = new Set([0, ...relaxed.map(({ change }) => countOf(change))]);
  const rewritten = rewrites.map(({ change }) => change).filter((change) => {
    const isNew = !knownCounts.has(countOf(change));
    knownCounts.add(countOf(change));
    return isNew;
  });
  const changes = [
    ...literal.filter((each) => countOf(each) > 0),
    ...rewritten.slice(0, MAX_REWRITE_HINTS),
  ];
  // Without its only text filter a search matches nearly all: that says something only where nothing else does.
  if (lifts.length === 1 && changes.length > 0) return changes;
  return [...changes, ...lifts.map(({ change }) => change).filter((each) => countOf(each) > 0)];
}

function hintText(
  change: string,
  { counts, firstIgnored, isExact }: ChangeCounts,
  scope: Scope,
): string {
  const count = counts.get(change)!;
  const number = isExact ? `${count}` : `>= ${count}`;
  const isSingular = count === 1 && isExact;
  if (change === ANY_CASE_CHANGE) {
    return `${number} ${isSingular ? "differs" : "differ"} only by case`;
  }
  if (change === LIMIT_CHANGES.depth) {
    return `${number} ${isSingular ? "lies" : "lie"} deeper than max_depth`;
  }
  const reason = change === LIMIT_CHANGES.ignored ? firstReason(scope, firstIgnored!) : "";
  return `${number} would match with ${change}${reason}`;
}

/** Maximum rewrites to offer. */
const MAX_REWRITE_HINTS = 3;

/** Returns the rule that ignores the first match, in words; `""` if the policy hides the rule's file. */
function firstReason(scope: Scope, { isIgnored, decidingRule }: Verdict): string {
  if (!isIgnored) return " (first: in .git)";
  const file = sourceOf(scope, decidingRule!);
  const { line, pattern } = decidingRule!.rule;
  return file === undefined ? "" : ` (first: ${file}:${line} ${clipLine(pattern)})`;
}
