import { entryKindOf, nameOf } from "../../../directory/entry_key.ts";
import { type Verdict, Verdicts } from "../../../gitignore/verdicts.ts";
import { scopedChild } from "../../../scope/scoped_path.ts";
import { descend, type WalkedDirectory } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { StartedCall } from "../../call.ts";
import type { IgnoredIn } from "../../discovery/paged_tool.ts";
import type { SearchPlan } from "../../discovery/search_plan.ts";
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

/** A match, by its path from a directory that is not ignored. */
interface IgnoredMatch {
  readonly directory: WalkedDirectory;
  readonly path: string;
  readonly isDirectory: boolean;
}

/** Counts the matches among and below the ignored entries that a search met. */
export async function countIgnoredMatches(
  ignoredIn: readonly IgnoredIn[],
  { plan, maxScanned, includesStores }: CountOptions,
  call: StartedCall,
): Promise<IgnoredMatches> {
  const { scope, pacer } = call;
  const { select, prune, maxDepth = Infinity } = plan;
  const stores = new Set<string>();
  let [count, countInStores, isExact] = [0, 0, true];
  let first: IgnoredMatch | undefined;
  let remaining = Math.min(maxScanned, adviceLimits(call).maxScanned);
  const add = (match: IgnoredMatch, more = 1): void => {
    count += more;
    first ??= match;
  };
  const addBelow = async (inner: WalkedDirectory, directory: WalkedDirectory): Promise<void> => {
    if (remaining <= 0) {
      isExact = false;
      return;
    }
    const before = pacer.counts.entries;
    const options = { ...plan, order: "path", maxScanned: remaining } as const;
    const walk = new Walk(scope, inner, options, pacer);
    for await (const batch of entryBatches(walk, ({ type }) => isExact &&= type !== "stopped")) {
      for (const { directory: { prefix }, names, kind } of batch) {
        const path = prefix.slice(directory.prefix.length) + names[0];
        add({ directory, path, isDirectory: kind === "directory" }, names.length);
      }
    }
    remaining -= pacer.counts.entries - before;
  };
  const addDirectory = async (directory: WalkedDirectory, name: string): Promise<void> => {
    if (select(directory)(name, "directory")) add({ directory, path: name, isDirectory: true });
    const inner = descend(directory, name, scopedChild(directory.path, name));
    const isRead = inner.depth <= maxDepth && !prune(directory.prefix + name);
    if (isRead) await addBelow(inner, directory);
  };
  for (const { directory, ignored: { firstOther, others, directories } } of ignoredIn) {
    if (firstOther !== undefined) {
      add({ directory, path: firstOther, isDirectory: false }, others);
    }
    for (const name of directories.toSorted(compareCodePoints)) await addDirectory(directory, name);
  }
  // Last, so that the bound on entries is spent on what git ignores.
  for (const { directory, ignored } of includesStores ? ignoredIn : []) {
    for (const key of ignored.stores.toSorted(compareCodePoints)) {
      const [name, kind, before] = [nameOf(key), entryKindOf(key), count];
      if (kind === "directory") await addDirectory(directory, name);
      else if (select(directory)(name, kind)) add({ directory, path: name, isDirectory: false });
      countInStores += count - before;
      if (count > before) stores.add(name);
    }
  }
  const verdict = first && await verdictOn(first, call);
  return { count, countInStores, stores, isExact, first: verdict };
}

async function verdictOn(
  { directory, path, isDirectory }: IgnoredMatch,
  { scope, pacer }: StartedCall,
): Promise<Verdict> {
  return await (await Verdicts.below(scope, directory.path, pacer)).of(path, isDirectory);
}
