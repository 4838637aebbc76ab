/** What a search that found something left out because git ignores it. */
import { isInGitDirectory, type Verdict, Verdicts } from "../../../gitignore/verdicts.ts";
import { paced } from "../../../pacing/paced.ts";
import { entryOf } from "../../../scope/scoped_path.ts";
import { descend, type WalkedDirectory } from "../../../walk/steps.ts";
import { Walk } from "../../../walk/walk.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { StartedCall } from "../../call.ts";
import type { IgnoredIn } from "../../discovery/paged_tool.ts";
import type { Search } from "./relaxable_search.ts";
import { type Run, walkedRuns } from "../walked_runs.ts";

/** The matches that were left out. */
interface LeftOut {
  readonly count: number;
  /** Whether all were counted. */
  readonly isExact: boolean;
  /** Git's verdict on the first of them. */
  readonly first: Verdict | undefined;
}

/** The most entries of ignored directories to read for it: a search must not cost much more than it finds. */
const MAX_SCANNED = 10_000;

/** Counts what matches in the ignored entries that a search met. `.git` directories do not count. */
export async function countLeftOut(
  ignored: readonly IgnoredIn[],
  search: Search,
  call: StartedCall,
): Promise<LeftOut> {
  const counter = new Counter(search, call);
  for (const each of ignored) await counter.add(each);
  const { count, isExact, first } = counter;
  return { count, isExact, first: first && await verdictOn(first, search, call) };
}

/** A match, by its path from the root of the search. */
interface Match {
  readonly path: string;
  readonly isDirectory: boolean;
}

class Counter {
  count = 0;
  isExact = true;
  first: Match | undefined;
  readonly #search: Search;
  readonly #call: StartedCall;
  /** How many entries may still be read. */
  #budget: number;

  constructor(search: Search, call: StartedCall) {
    this.#search = search;
    this.#call = call;
    this.#budget = Math.min(MAX_SCANNED, call.maxScanned ?? MAX_SCANNED);
  }

  /** Adds what is ignored in one directory. */
  async add({ directory, ignored: { directories, others, firstOther } }: IgnoredIn): Promise<void> {
    if (firstOther !== undefined) {
      this.#found({ path: directory.prefix + firstOther, isDirectory: false }, others);
    }
    const names = directories.filter((name) => !isInGitDirectory(name, true));
    for await (const name of paced(names.sort(compareCodePoints), this.#call.pacer)) {
      this.#meet({ directory, names: [name], kind: "directory" });
      const inner = descend(directory, name, entryOf(directory.path, name));
      if (inner.depth > this.#search.maxDepth || this.#search.prunes(directory.prefix + name)) {
        continue;
      }
      if (this.#budget > 0) await this.#addBelow(inner);
      else this.isExact = false;
    }
  }

  async #addBelow(directory: WalkedDirectory): Promise<void> {
    const { maxDepth, prunes } = this.#search;
    const { scope, pacer } = this.#call;
    const walk = new Walk(scope, directory, {
      order: "path",
      maxDepth,
      prune: (path) => isInGitDirectory(path, true) || prunes(path),
      maxScanned: this.#budget,
    }, pacer);
    const before = pacer.counts.entries;
    const runs = walkedRuns(walk, ({ type }) => this.isExact &&= type !== "stopped");
    for await (const some of runs) some.forEach((run) => this.#meet(run));
    this.#budget -= pacer.counts.entries - before;
  }

  #meet({ directory, names, kind }: Run): void {
    const { sent, limitsIn } = this.#search;
    if (limitsIn(directory)(kind).length > 0) return;
    const selects = sent.in(directory);
    const found = names.filter((name) => selects(name, kind));
    const [first] = found;
    if (first === undefined) return;
    const isDirectory = kind === "directory";
    this.#found({ path: directory.prefix + first, isDirectory }, found.length);
  }

  #found(match: Match, count: number): void {
    this.count += count;
    this.first ??= match;
  }
}

async function verdictOn(
  { path, isDirectory }: Match,
  { root }: Search,
  { scope, pacer }: StartedCall,
): Promise<Verdict> {
  const start = scope.enterDirectory(root);
  return await (await Verdicts.below(scope, start, pacer)).of(path, isDirectory);
}
