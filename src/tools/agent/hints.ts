import type { EntryKind } from "../../directory/entry_key.ts";
import { DirscopeError } from "../../errors.ts";
import { rulesAbove } from "../../gitignore/rules.ts";
import { isInGitDirectory, type Verdict, Verdicts } from "../../gitignore/verdicts.ts";
import { childOf } from "../../scope/path_text.ts";
import { clipLine } from "../../text/line_safe.ts";
import type { Scope } from "../../scope/scope.ts";
import type { WalkedDirectory, WalkStep } from "../../walk/steps.ts";
import { Walk } from "../../walk/walk.ts";
import type { StartedCall } from "../discovery/invocation.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { type Limit, type Search, searchOf } from "./relaxed_search.ts";

/** An entry that the search misses only because of some limits. */
interface NearMiss {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly limits: readonly Limit[];
}

/** The near misses that the same limits exclude. */
interface Group {
  readonly limits: readonly Limit[];
  count: number;
  /** Which rule excludes the first of them, where one does. */
  readonly first: string;
}

/** How many near misses are collected between two rounds of verdicts. */
const BATCH = 1000;

/** Hints for a search without a match: at most one more walk, with a scan budget of its own. */
export async function hintsFor(result: DiscoveryResult, call: StartedCall): Promise<Advice> {
  const search = searchOf(result);
  if (search === undefined || !(search.isLimited || search.usesGitignore)) return {};
  try {
    const hints = await searchAgain(search, call);
    return hints.length === 0 ? {} : { hints };
  } catch (error) {
    // The answer stands without advice.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

async function searchAgain(
  search: Search,
  { scope, pacer, maxScanned }: StartedCall,
): Promise<string[]> {
  const start = scope.enterDirectory(search.root);
  const walk = new Walk(scope, start, { order: "name", maxScanned }, pacer);
  const verdicts = search.usesGitignore
    ? await Verdicts.below(start, await rulesAbove(scope, start, "git", pacer), pacer)
    : undefined;
  const finder = new NearMissFinder(search);
  const groups = new Map<string, Group>();
  while (!finder.isDone) {
    await finder.walkOn(walk);
    for (const { path, isDirectory, limits } of finder.take()) {
      if (pacer.isDue()) await pacer.pause();
      const verdict = await verdicts?.of(path, isDirectory);
      const isLeftOut = verdict?.isIgnored || verdict && isInGitDirectory(path, isDirectory);
      const all: readonly Limit[] = isLeftOut ? [...limits, "ignored"] : limits;
      if (all.length === 0) continue;
      const group = groups.get(all.join());
      if (group !== undefined) group.count++;
      else {
        const first = isLeftOut ? ` (first: ${reasonText(scope, verdict!)})` : "";
        groups.set(all.join(), { limits: all, count: 1, first });
      }
    }
  }
  return [...groups.values()]
    .sort((a, b) =>
      a.limits.length - b.limits.length || (a.limits.join() < b.limits.join() ? -1 : 1)
    )
    .map((group) => hintText(group, search, finder.isStopped));
}

/** Collects near misses from a walk, a batch at a time. */
class NearMissFinder {
  /** Whether the walk has ended. */
  isDone = false;
  /** Whether the scan budget ran out first. */
  isStopped = false;
  readonly #limitsIn: Search["limitsIn"];
  #met: NearMiss[] = [];

  constructor(search: Search) {
    this.#limitsIn = perDirectory((directory) => search.limitsIn(directory));
  }

  async walkOn(walk: Walk): Promise<void> {
    this.isDone = true;
    await walk.run((step) => {
      this.#visit(step);
      this.isDone = this.#met.length < BATCH;
      return this.isDone;
    });
  }

  take(): NearMiss[] {
    const met = this.#met;
    this.#met = [];
    return met;
  }

  #visit(step: WalkStep): void {
    if (step.type === "stopped") this.isStopped = true;
    if (step.type === "files") this.#meet(step.directory, step.names, "file");
    else if (step.type === "entry") this.#meet(step.directory, [step.name], step.kind);
  }

  #meet(directory: WalkedDirectory, names: readonly string[], kind: EntryKind): void {
    const limitsOf = this.#limitsIn(directory);
    for (const name of names) {
      const limits = limitsOf(name, kind);
      if (limits === undefined) continue;
      this.#met.push({ path: directory.prefix + name, isDirectory: kind === "directory", limits });
    }
  }
}

/** Memoizes a function of a directory for consecutive calls with the same one. */
function perDirectory<T>(
  make: (directory: WalkedDirectory) => T,
): (directory: WalkedDirectory) => T {
  let last: WalkedDirectory | undefined;
  let made: T;
  return (directory) => {
    if (directory !== last) {
      last = directory;
      made = make(directory);
    }
    return made;
  };
}

function reasonText(scope: Scope, { isIgnored, decided }: Verdict): string {
  if (!isIgnored) return "in .git";
  const { directory, rule } = decided!;
  const file = scope.displayedReal(childOf(directory.real, ".gitignore"));
  return `${file}:${rule.line} ${clipLine(rule.pattern)}`;
}

function hintText({ limits, count, first }: Group, search: Search, isStopped: boolean): string {
  const number = isStopped ? `>= ${count}` : `${count}`;
  const isOne = count === 1 && !isStopped;
  if (limits.join() === "case") return `${number} ${isOne ? "differs" : "differ"} only by case`;
  if (limits.join() === "depth") return `${number} ${isOne ? "lies" : "lie"} deeper than max_depth`;
  const instead = limits.map((limit) => search.instead[limit]).join(" and ");
  return `${number} would match with ${instead}${first}`;
}
