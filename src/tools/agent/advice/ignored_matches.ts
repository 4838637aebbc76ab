import { entryKindOf, nameOf } from "../../../directory/entry_key.ts";
import { type Verdict, Verdicts } from "../../../gitignore/verdicts.ts";
import { scopedChild } from "../../../scope/scoped_path.ts";
import { descend, type WalkedDirectory } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { StartedCall } from "../../call.ts";
import type { IgnoredIn } from "../../discovery/paged_tool.ts";
import type { SearchPlan } from "../../discovery/search_pages.ts";
import { adviceLimits, entryBatches } from "./entry_batches.ts";

/** The entries that match a search but are ignored by git, or lie in stores of version control. */
interface IgnoredMatches {
  readonly count: number;
  /** The number of them that are or lie in stores. */
  readonly countInStores: number;
  /** The names of those stores. */
  readonly stores: ReadonlySet<string>;
  /** True if all were counted. */
  readonly isExact: boolean;
  /** Git's verdict on the first of them; one that git ignores comes before those in the stores of a root. */
  readonly first: Verdict | undefined;
}

interface CountOptions {
  readonly plan: SearchPlan;
  /** Maximum entries of ignored directories to read. */
  readonly maxScanned: number;
  /** Set if the stores beside the ignored entries count too: one may hold thousands of objects. */
  readonly includesStores: boolean;
}

/** Counts the matches among and below the ignored entries that a search met. */
export async function countIgnoredMatches(
  ignored: readonly IgnoredIn[],
  { includesStores, ...options }: CountOptions,
  call: StartedCall,
): Promise<IgnoredMatches> {
  const counter = new IgnoredMatchCounter(options, call);
  for (const each of ignored) await counter.addIgnored(each);
  // Last, so that the bound on entries is spent on what git ignores.
  if (includesStores) { for (const each of ignored) await counter.addStores(each); }
  const { count, countInStores, stores, isExact, first } = counter;
  const verdict = first && await verdictOn(first, call);
  return { count, countInStores, stores, isExact, first: verdict };
}

/** A match, by its path from a directory that is not ignored. */
interface IgnoredMatch {
  readonly directory: WalkedDirectory;
  readonly path: string;
  readonly isDirectory: boolean;
}

class IgnoredMatchCounter {
  count = 0;
  countInStores = 0;
  readonly stores = new Set<string>();
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

  /** Adds the ignored entries of one directory that are no stores. */
  async addIgnored({ directory, ignored }: IgnoredIn): Promise<void> {
    const { directories, others, firstOther } = ignored;
    if (firstOther !== undefined) {
      this.#addMatches({ directory, path: firstOther, isDirectory: false }, others);
    }
    for (const name of directories.toSorted(compareCodePoints)) {
      await this.#addDirectory(directory, name);
    }
  }

  /** Adds the stores of one directory. */
  async addStores({ directory, ignored }: IgnoredIn): Promise<void> {
    for (const key of ignored.stores.toSorted(compareCodePoints)) {
      const [name, before] = [nameOf(key), this.count];
      const kind = entryKindOf(key);
      if (kind === "directory") await this.#addDirectory(directory, name);
      else if (this.#plan.select(directory)(name, kind)) {
        this.#addMatches({ directory, path: name, isDirectory: false }, 1);
      }
      this.countInStores += this.count - before;
      if (this.count > before) this.stores.add(name);
    }
  }

  async #addDirectory(directory: WalkedDirectory, name: string): Promise<void> {
    const { select, prune, maxDepth = Infinity } = this.#plan;
    if (select(directory)(name, "directory")) {
      this.#addMatches({ directory, path: name, isDirectory: true }, 1);
    }
    const inner = descend(directory, name, scopedChild(directory.path, name));
    const isRead = inner.depth <= maxDepth && !prune(directory.prefix + name);
    if (isRead) await this.#addBelow(inner, directory);
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
    this.first ??= first;
  }
}

async function verdictOn(
  { directory, path, isDirectory }: IgnoredMatch,
  { scope, pacer }: StartedCall,
): Promise<Verdict> {
  return await (await Verdicts.below(scope, directory.path, pacer)).of(path, isDirectory);
}
