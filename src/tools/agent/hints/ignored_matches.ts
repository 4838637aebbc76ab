import { isInGitDirectory, type Verdict, Verdicts } from "../../../gitignore/verdicts.ts";
import { paced } from "../../../pacing/paced.ts";
import { scopedChild } from "../../../scope/scoped_path.ts";
import { descend, type WalkedDirectory } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { StartedCall } from "../../call.ts";
import type { IgnoredIn } from "../../discovery/paged_tool.ts";
import type { RelaxableSearch } from "./relaxable_search.ts";
import { type EntryBatch, entryBatches } from "../entry_batches.ts";

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

/** Maximum entries of ignored directories to read: a hint must not cost much more than the search. */
const MAX_IGNORED_ENTRIES = 10_000;

interface CountOptions {
  readonly search: RelaxableSearch;
  readonly call: StartedCall;
  /** Set if the `.git` directories beside the ignored entries count too: one may hold thousands of objects. */
  readonly includesGit: boolean;
}

/** Counts the matches among and below the ignored entries that a search visited. */
export async function countIgnoredMatches(
  ignored: readonly IgnoredIn[],
  { search, call, includesGit }: CountOptions,
): Promise<IgnoredMatches> {
  const counter = new IgnoredMatchCounter(search, call);
  for (const each of ignored) await counter.add(each, false);
  // Last, so that the bound on entries is spent on what git ignores.
  if (includesGit) { for (const each of ignored) await counter.add(each, true); }
  const { count, countInGit, isExact, first } = counter;
  const verdict = first && await verdictOnMatch(first, search, call);
  return { count, countInGit, isExact, first: verdict };
}

/** A match; the path starts at the root of the search. */
interface IgnoredMatch {
  readonly path: string;
  readonly isDirectory: boolean;
}

class IgnoredMatchCounter {
  count = 0;
  countInGit = 0;
  isExact = true;
  first: IgnoredMatch | undefined;
  readonly #search: RelaxableSearch;
  readonly #call: StartedCall;
  #verdicts: Verdicts | undefined;
  /** Entries that may still be read. */
  #remaining: number;

  constructor(search: RelaxableSearch, call: StartedCall) {
    this.#search = search;
    this.#call = call;
    this.#remaining = Math.min(MAX_IGNORED_ENTRIES, call.maxScanned ?? MAX_IGNORED_ENTRIES);
  }

  /** Adds the ignored entries of one directory: its `.git` directory, or all others. */
  async add({ directory, ignored }: IgnoredIn, isGit: boolean): Promise<void> {
    const { directories, others, firstOther } = ignored;
    if (firstOther !== undefined && !isGit) {
      // Of what is limited by time, the names are needed, too.
      if (this.#search.hasTime) await this.#addWithin(directory, true);
      else this.#addMatches({ path: directory.prefix + firstOther, isDirectory: false }, others);
    }
    const names = directories.filter((name) => isInGitDirectory(name, true) === isGit);
    for await (const name of paced(names.sort(compareCodePoints), this.#call.pacer)) {
      this.#addRun({ directory, names: [name], kind: "directory" });
      const inner = descend(directory, name, scopedChild(directory.path, name));
      const { maxDepth, prunes } = this.#search;
      if (inner.depth > maxDepth || prunes(directory.prefix + name)) continue;
      await this.#addWithin(inner, false);
    }
  }

  /** Adds the entries below a directory, or of its own entries the ignored ones but directories. */
  async #addWithin(directory: WalkedDirectory, isOwn: boolean): Promise<void> {
    if (this.#remaining <= 0) {
      this.isExact = false;
      return;
    }
    const { maxDepth, prunes } = this.#search;
    const { scope, pacer } = this.#call;
    const walk = new Walk(scope, directory, {
      order: "path",
      maxDepth: isOwn ? directory.depth : maxDepth,
      prune: prunes,
      maxScanned: this.#remaining,
    }, pacer);
    const before = pacer.counts.entries;
    const runs = entryBatches(walk, ({ type }) => this.isExact &&= type !== "stopped");
    for await (const batch of runs) {
      for (const run of batch) {
        if (!isOwn) this.#addRun(run);
        else if (run.kind !== "directory") {
          this.#addRun({ ...run, names: await this.#ignoredIn(run) });
        }
      }
    }
    this.#remaining -= pacer.counts.entries - before;
  }

  /** Returns the ignored entries of a run that match by name. */
  async #ignoredIn({ directory, names, kind }: EntryBatch): Promise<readonly string[]> {
    const { scope, pacer } = this.#call;
    const start = scope.enterDirectory(this.#search.root);
    const verdicts = this.#verdicts ??= await Verdicts.below(scope, start, pacer);
    const selects = this.#search.original.in(directory);
    const ignored: string[] = [];
    for await (const name of paced(names, pacer)) {
      if (!selects(name, kind)) continue;
      if ((await verdicts.of(directory.prefix + name, false)).isIgnored) ignored.push(name);
    }
    return ignored;
  }

  #addRun({ directory, names, kind }: EntryBatch): void {
    const { original, limitsIn } = this.#search;
    const [selects, limitsOf] = [original.in(directory), limitsIn(directory)];
    const matches = names.filter((name) =>
      selects(name, kind) && limitsOf(name, kind).length === 0
    );
    const [first] = matches;
    if (first === undefined) return;
    const isDirectory = kind === "directory";
    this.#addMatches({ path: directory.prefix + first, isDirectory }, matches.length);
  }

  /** Adds matches in one directory, of one kind. */
  #addMatches(first: IgnoredMatch, count: number): void {
    this.count += count;
    if (isInGitDirectory(first.path, first.isDirectory)) this.countInGit += count;
    this.first ??= first;
  }
}

async function verdictOnMatch(
  { path, isDirectory }: IgnoredMatch,
  { root }: RelaxableSearch,
  { scope, pacer }: StartedCall,
): Promise<Verdict> {
  const start = scope.enterDirectory(root);
  return await (await Verdicts.below(scope, start, pacer)).of(path, isDirectory);
}
