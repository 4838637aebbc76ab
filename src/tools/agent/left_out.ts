/** What a search that found something left out because git ignores it. */
import type { EntryKind } from "../../directory/entry_key.ts";
import { rulesAbove } from "../../gitignore/rules.ts";
import { isInGitDirectory, type Verdict, Verdicts } from "../../gitignore/verdicts.ts";
import { entryOf } from "../../scope/scoped_path.ts";
import { descend, type Selection, type WalkedDirectory, type WalkStep } from "../../walk/steps.ts";
import { Walk } from "../../walk/walk.ts";
import { compareCodePoints } from "../../text/compare_code_points.ts";
import type { StartedCall } from "../discovery/invocation.ts";
import type { IgnoredIn } from "../discovery/paged_tool.ts";
import { perDirectory, type Search } from "./relaxed_search.ts";

/** The matches that were left out. */
export interface LeftOut {
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
  /** Whether the search finds an entry of a directory, were it not ignored. */
  readonly #findsIn: (directory: WalkedDirectory) => Selection;
  /** How many entries may still be read. */
  #budget: number;

  constructor(search: Search, call: StartedCall) {
    this.#search = search;
    this.#call = call;
    this.#findsIn = perDirectory((directory) => {
      const selects = search.variants[0]!.in(directory);
      const limitsOf = search.limitsIn(directory);
      return (name, kind) => selects(name, kind) && limitsOf(kind).length === 0;
    });
    this.#budget = Math.min(MAX_SCANNED, call.maxScanned ?? MAX_SCANNED);
  }

  /** Adds what is ignored in one directory. */
  async add({ directory, ignored: { directories, others, firstOther } }: IgnoredIn): Promise<void> {
    if (firstOther !== undefined) {
      this.#found({ path: directory.prefix + firstOther, isDirectory: false }, others);
    }
    const { scope, pacer } = this.#call;
    for (const name of directories.toSorted(compareCodePoints)) {
      if (isInGitDirectory(name, true)) continue;
      if (pacer.isDue()) await pacer.pause();
      this.#meet(directory, name, "directory");
      const inner = descend(directory, name, entryOf(directory.path, name));
      const maxDepth = this.#search.maxDepth - inner.depth;
      if (maxDepth < 0 || this.#search.prunes(directory.prefix + name)) continue;
      if (this.#budget <= 0) {
        this.isExact = false;
        continue;
      }
      const below = perDirectory(({ path, name, prefix, depth }) => ({
        path,
        name,
        prefix: inner.prefix + prefix,
        depth: inner.depth + depth,
      }));
      const walk = new Walk(scope, inner.path, {
        order: "path",
        maxDepth,
        prune: (path) => isInGitDirectory(path, true) || this.#search.prunes(inner.prefix + path),
        maxScanned: this.#budget,
      }, pacer);
      await walk.run((step) => this.#visit(step, below(step.directory)));
    }
  }

  #visit(step: WalkStep, directory: WalkedDirectory): void {
    if (step.type === "enter") this.#budget -= step.count;
    if (step.type === "stopped") this.isExact = false;
    if (step.type === "files") {
      for (const each of step.names) {
        this.#meet(directory, each, "file");
      }
    }
    if (step.type === "entry") this.#meet(directory, step.name, step.kind);
  }

  #meet(directory: WalkedDirectory, name: string, kind: EntryKind): void {
    if (!this.#findsIn(directory)(name, kind)) return;
    this.#found({ path: directory.prefix + name, isDirectory: kind === "directory" }, 1);
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
  const rules = await rulesAbove(scope, start, "git", pacer);
  return await (await Verdicts.below(start, rules, pacer)).of(path, isDirectory);
}
