import { isInGitDirectory, type Verdict, Verdicts } from "../../../gitignore/verdicts.ts";
import { scopedChild } from "../../../scope/scoped_path.ts";
import { descend, type WalkedDirectory } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { StartedCall } from "../../call.ts";
import type { IgnoredIn } from "../../discovery/paged_tool.ts";
import type { SearchPlan } from "../../discovery/search_pages.ts";
import { adviceLimits, entryBatches } from "../entry_batches.ts";

/** The entries that match a search but lie in `.git` directories or are ignored by git. */
interface IgnoredMatches {
  readonly count: number;
  /** The number of them that are or lie in `.git` directories. */
  readonly countInGit: number;
  /** True if all were counted. */
  readonly isExact: boolean;
  /** Git's verdict on the first of them; one that git ignores comes before those in the `.git` of a root. */
  readonly first: Verdict | undefined;
}

interface CountOptions {
  readonly plan: SearchPlan;
  /** Maximum entries of ignored directories to read. */
  readonly maxScanned: number;
  /** Set if the `.git` directories beside the ignored entries count too: one may hold thousands of objects. */
  readonly includesGit: boolean;
}

/** Counts the matches among and below the ignored entries that a search met. */
export async function countIgnoredMatches(
  ignored: readonly IgnoredIn[],
  { includesGit, ...options }: CountOptions,
  call: StartedCall,
): Promise<IgnoredMatches> {
  const counter = new IgnoredMatchCounter(options, call);
  for (const each of ignored) await counter.add(each, false);
  // Last, so that the bound on entries is spent on what git ignores.
  if (includesGit) { for (const each of ignored) await counter.add(each, true); }
  const { count, countInGit, isExact, first } = counter;
  const verdict = first && await verdictOn(first, call);
  return { count, countInGit, isExact, first: verdict };
}

/** A match, by its path from a directory that is not ignored. */
interface IgnoredMatch {
  readonly directory: WalkedDirectory;
  readonly path: string;
  readonly isDirectory: boolean;
}

class IgnoredMatchCounter {
  count = 0;
  countInGit = 0;
  isExact = true;
  first: IgnoredMatch | undefined;
  readonly #plan: SearchPlan;
  readonly #call: StartedCall;
  /** Entries that may still be read. */
  #remaining: number;

  constructor({ plan, maxScanned }: Pick<CountOptions, "plan" | "maxScanned">, call: StartedCall) {
    this.#plan = plan;
    this.#call = call;
    this.#remaining = Math.min(maxScanned, adviceLimits(call).maxScanned);
  }

  /** Adds the ignored entries of one directory: its `.git` directory, or all others. */
  async add({ directory, ignored }: IgnoredIn, isGit: boolean): Promise<void> {
    const { directories, others, firstOther } = ignored;
    const { select, prune, maxDepth = Infinity } = this.#plan;
    if (firstOther !== undefined && !isGit) {
      this.#addMatches({ directory, path: firstOther, isDirectory: false }, others);
    }
    const names = directories.filter((name) => isInGitDirectory(name, true) === isGit);
    for (const name of names.sort(compareCodePoints)) {
      const path = directory.prefix + name;
      if (select(directory)(name, "directory")) {
        this.#addMatches({ directory, path: name, isDirectory: true }, 1);
      }
      const inner = descend(directory, name, scopedChild(directory.path, name));
      if (inner.depth <= maxDepth && !prune(path)) await this.#addBelow(inner, directory);
    }
  }

  async #addBelow(inner: WalkedDirectory, directory: WalkedDirectory): Promise<void> {
    if (this.#remaining <= 0) {
      this.isExact = false;
      return;
    }
    const { scope, pacer } = this.#call;
    const before = pacer.counts.entries;
    const options = { ...this.#plan, order: "path", maxScanned: this.#remaining } as const;
    const walk = new Walk(scope, inner, options, pacer);
    const batches = entryBatches(walk, ({ type }) => this.isExact &&= type !== "stopped");
    for await (const batch of batches) {
      for (const { directory: { prefix }, names, kind } of batch) {
        const isDirectory = kind === "directory";
        const path = prefix.slice(directory.prefix.length) + names[0];
        this.#addMatches({ directory, path, isDirectory }, names.length);
      }
    }
    this.#remaining -= pacer.counts.entries - before;
  }

  /** Adds matches in one directory, of one kind. */
  #addMatches(first: IgnoredMatch, count: number): void {
    this.count += count;
    if (isInGitDirectory(first.path, first.isDirectory)) this.countInGit += count;
    this.first ??= first;
  }
}

async function verdictOn(
  { directory, path, isDirectory }: IgnoredMatch,
  { scope, pacer }: StartedCall,
): Promise<Verdict> {
  return await (await Verdicts.below(scope, directory.path, pacer)).of(path, isDirectory);
}
