/** What may help a search: arguments that would find more, and what it left out. */
import type { EntryKind } from "../../directory/entry_key.ts";
import { DirscopeError } from "../../errors.ts";
import { rulesAbove } from "../../gitignore/rules.ts";
import { isInGitDirectory, type Verdict, Verdicts } from "../../gitignore/verdicts.ts";
import { clipLine } from "../../text/line_safe.ts";
import type { Pacer } from "../../pacing/pacer.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Selection, WalkedDirectory, WalkStep } from "../../walk/steps.ts";
import { Walk } from "../../walk/walk.ts";
import type { StartedCall } from "../discovery/invocation.ts";
import type { Page } from "../discovery/paged_tool.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { countLeftOut } from "./left_out.ts";
import { sourceOf } from "./rule_source.ts";
import {
  type Limit,
  perDirectory,
  rewritesOf,
  type Search,
  searchOf,
  type Variant,
} from "./relaxed_search.ts";

/** How many entries are looked at between two rounds of verdicts. */
const BATCH = 1000;

/** Hints for the first page of a search. */
export async function hintsFor(
  result: DiscoveryResult,
  call: StartedCall,
  page: Page | undefined,
): Promise<Advice> {
  const { count, truncated } = result;
  const search = searchOf(result);
  if (search === undefined || truncated && count === 0) return {};
  try {
    const hints = count > 0
      ? await leftOutHints(search, call, page, truncated)
      : await otherSearches({ ...search, rewrites: rewritesOf(result, call.scope) }, call, page);
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

/** A search, and what it may have meant. */
interface ReadAnew extends Search {
  readonly rewrites: readonly Variant[];
}

/** What would match with other arguments: at most one more walk, with a scan budget of its own. */
async function otherSearches(
  search: ReadAnew,
  call: StartedCall,
  page: Page | undefined,
): Promise<string[]> {
  const { isLimited, rewrites } = search;
  if (!isLimited && rewrites.length === 0 && !page?.ignored?.length) return [];
  const { scope, pacer, maxScanned } = call;
  const start = scope.enterDirectory(search.root);
  const walk = new Walk(scope, start, { order: "name", maxScanned }, pacer);
  const verdicts = search.usesGitignore
    ? await Verdicts.below(start, await rulesAbove(scope, start, "git", pacer), pacer)
    : undefined;
  const finder = new NearMissFinder(search);
  const tally = new Tally(search, scope);
  while (!finder.isDone) {
    await finder.walkOn(walk, pacer);
    for (const nearMiss of finder.take()) {
      if (pacer.isDue()) await pacer.pause();
      const { path, isDirectory } = nearMiss;
      const verdict = await verdicts?.of(path, isDirectory);
      const isLeftOut = verdict?.isIgnored || verdict && isInGitDirectory(path, isDirectory);
      tally.add(nearMiss, isLeftOut ? verdict : undefined);
    }
  }
  return tally.hints(finder.isStopped);
}

/** An entry that the search would find with other arguments. */
interface NearMiss {
  readonly path: string;
  readonly isDirectory: boolean;
  /** The variants and rewrites that its name fits. */
  readonly fits: readonly Variant[];
  /** The limits that exclude it, whatever its name. */
  readonly limits: readonly Limit[];
}

/** Collects near misses from a walk, a batch at a time. */
class NearMissFinder {
  /** Whether the walk has ended. */
  isDone = false;
  /** Whether the scan budget ran out first. */
  isStopped = false;
  readonly #here: (directory: WalkedDirectory) => {
    readonly selections: readonly (readonly [Variant, Selection])[];
    readonly limitsOf: (kind: EntryKind) => readonly Limit[];
  };
  #met: NearMiss[] = [];

  constructor({ variants, rewrites, limitsIn }: ReadAnew) {
    const all = [...variants, ...rewrites];
    this.#here = perDirectory((directory) => ({
      selections: all.map((variant) => [variant, variant.in(directory)] as const),
      limitsOf: limitsIn(directory),
    }));
  }

  async walkOn(walk: Walk, pacer: Pacer): Promise<void> {
    const runs: Run[] = [];
    let count = 0;
    this.isDone = true;
    await walk.run((step) => {
      if (step.type === "stopped") this.isStopped = true;
      const run = runOf(step);
      if (run !== undefined) runs.push(run);
      count += run?.names.length ?? 0;
      this.isDone = count < BATCH;
      return this.isDone;
    });
    for (const run of runs) await this.#meet(run, pacer);
  }

  take(): NearMiss[] {
    const met = this.#met;
    this.#met = [];
    return met;
  }

  async #meet({ directory, names, kind }: Run, pacer: Pacer): Promise<void> {
    const { selections, limitsOf } = this.#here(directory);
    for (const name of names) {
      if (pacer.isDue()) await pacer.pause();
      const fits = selections.filter(([, selects]) => selects(name, kind)).map(([each]) => each);
      if (fits.length === 0) continue;
      const isDirectory = kind === "directory";
      this.#met.push({ path: directory.prefix + name, isDirectory, fits, limits: limitsOf(kind) });
    }
  }
}

/** Entries of one kind in one directory. */
interface Run {
  readonly directory: WalkedDirectory;
  readonly names: readonly string[];
  readonly kind: EntryKind;
}

function runOf(step: WalkStep): Run | undefined {
  const { type } = step;
  if (type === "files") return { directory: step.directory, names: step.names, kind: "file" };
  if (type === "entry") return { directory: step.directory, names: [step.name], kind: step.kind };
  return undefined;
}

/** The near misses that the same limits exclude. */
interface Group {
  readonly limits: readonly Limit[];
  /** How many of them each variant fits. */
  readonly counts: Map<Variant, number>;
  /** The variants that are the first to fit one of them, and which rule ignores the first. */
  readonly firsts: Map<Variant, string>;
}

/** A hint, and what decides its place. */
interface Hint {
  readonly text: string;
  readonly lifted: readonly Limit[];
}

/** Counts what each change of the arguments would give. */
class Tally {
  readonly #search: ReadAnew;
  readonly #scope: Scope;
  readonly #groups = new Map<string, Group>();

  constructor(search: ReadAnew, scope: Scope) {
    this.#search = search;
    this.#scope = scope;
  }

  /** @param ignored Git's verdict, where the entry is left out by it. */
  add({ fits, limits: own }: NearMiss, ignored: Verdict | undefined): void {
    const limits: readonly Limit[] = ignored === undefined ? own : [...own, "ignored"];
    const key = limits.join();
    let group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, group = { limits, counts: new Map(), firsts: new Map() });
    }
    const { counts, firsts } = group;
    for (const variant of fits) counts.set(variant, (counts.get(variant) ?? 0) + 1);
    const [first] = fits;
    if (firsts.has(first!)) return;
    firsts.set(
      first!,
      ignored === undefined ? "" : firstReason(this.#scope, ignored),
    );
  }

  /** A line for each change that would find something; what was meant literally comes first. */
  hints(isStopped: boolean): string[] {
    const { variants, rewrites } = this.#search;
    const lifting: Hint[] = [];
    for (const { limits, firsts } of this.#groups.values()) {
      for (const variant of variants) {
        const first = firsts.get(variant);
        const lifted = [...variant.lifted, ...limits];
        if (first === undefined || lifted.length === 0) continue;
        const count = this.#count(variant, limits);
        lifting.push({ text: this.#text(lifted, count, isStopped) + first, lifted });
      }
    }
    lifting.sort((a, b) =>
      a.lifted.length - b.lifted.length || (a.lifted.join() < b.lifted.join() ? -1 : 1)
    );
    const meant: string[] = [];
    // A reading that finds as much as one before it says nothing new.
    const given = new Set(variants.map((variant) => this.#count(variant, [])));
    for (const variant of rewrites) {
      const count = this.#count(variant, variant.lifted);
      if (count === 0 || given.has(count)) continue;
      given.add(count);
      meant.push(`${isStopped ? ">= " : ""}${count} would match with ${variant.change}`);
    }
    return [...lifting.map(({ text }) => text), ...meant.slice(0, MAX_REWRITES)];
  }

  /** How many a call finds that looks for a variant and lifts these limits. */
  #count(variant: Variant, lifted: readonly Limit[]): number {
    let count = 0;
    for (const { limits, counts } of this.#groups.values()) {
      if (limits.every((limit) => lifted.includes(limit))) count += counts.get(variant) ?? 0;
    }
    return count;
  }

  #text(lifted: readonly Limit[], count: number, isStopped: boolean): string {
    const number = isStopped ? `>= ${count}` : `${count}`;
    const isOne = count === 1 && !isStopped;
    if (lifted.join() === "case") return `${number} ${isOne ? "differs" : "differ"} only by case`;
    if (lifted.join() === "depth") {
      return `${number} ${isOne ? "lies" : "lie"} deeper than max_depth`;
    }
    const instead = lifted.map((limit) => this.#search.instead[limit]).join(" and ");
    return `${number} would match with ${instead}`;
  }
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
