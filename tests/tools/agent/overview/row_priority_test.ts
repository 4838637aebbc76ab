import { assert, assertEquals, assertLess } from "@std/assert";
import fc from "fast-check";
import { Pacer } from "../../../../src/pacing/pacer.ts";
import { NOTHING_OMITTED } from "../../../../src/tools/agent/overview/tree_counter.ts";
import {
  CountedDirectory,
  type PlannedRow,
  priceOf,
} from "../../../../src/tools/agent/overview/counted_directory.ts";
import {
  EXPANSION_PRICE,
  prioritizedRows,
  SUMMARY_PRICE,
} from "../../../../src/tools/agent/overview/row_priority.ts";
import type { Scores } from "../../../../src/tools/agent/overview/scores.ts";

const SEED = 20_261_123;

/** A file, or a directory with its entries. */
interface Entry {
  readonly name: string;
  readonly score: number;
  readonly inside?: readonly Entry[];
}

const letters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 25 });
const score = fc.oneof(fc.double({ min: 0.001, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1));

const file: fc.Arbitrary<Entry> = fc.record({ name: letters, score });

/** A directory holds a file at least, so that none shares a row with another. */
const directory = (inside: fc.Arbitrary<Entry>): fc.Arbitrary<Entry> =>
  fc.record({
    name: letters,
    score,
    inside: fc.tuple(file, fc.array(inside, { maxLength: 2 })).map(([first, rest]) => [
      first,
      ...rest,
    ]),
  });

const entries = fc.array(fc.oneof(file, directory(fc.oneof(file, directory(file)))), {
  minLength: 2,
  maxLength: 3,
}).filter((all) => all.some(({ inside }) => inside === undefined) && sizeOf(all) <= 8);

function sizeOf(all: readonly Entry[]): number {
  return all.reduce((sum, { inside = [] }) => sum + 1 + sizeOf(inside), 0);
}

/** A job that needs another one done first; the first job in a directory also pays for expanding it. */
interface Job {
  readonly path: string;
  readonly parent: string;
  readonly score: number;
  readonly price: number;
}

/** Returns the order of rows for entries in `d`, and the entries as jobs. */
async function ordered(
  all: readonly Entry[],
): Promise<{ order: string[]; jobs: Map<string, Job> }> {
  const root = new CountedDirectory("", undefined);
  const directories = [root];
  const jobs = new Map<string, Job>();
  const scores = new Map<CountedDirectory, Map<string, number>>();
  const build = (name: string, inside: readonly Entry[], parent: CountedDirectory) => {
    const each = new CountedDirectory(name, parent);
    each.uncounted = undefined;
    parent.directories = [...parent.directories, each];
    parent.entryCount++;
    directories.push(each);
    scores.set(each, new Map());
    const below: [string, readonly Entry[]][] = [];
    for (const [i, entry] of inside.entries()) {
      const own = `${i}${entry.name}`;
      const price = priceOf(own) + (entry.inside === undefined ? 0 : SUMMARY_PRICE);
      const path = each.prefix + own;
      jobs.set(path, { path, parent: each.prefix.slice(0, -1), score: entry.score, price });
      scores.get(each)!.set(own, entry.score);
      if (entry.inside === undefined) {
        each.files = [...each.files, own];
        each.entryCount++;
      } else below.push([own, entry.inside]);
    }
    for (const [own, inside] of below) build(own, inside, each);
  };
  build("d", all, root);
  directories.sort((a, b) => depthOf(a) - depthOf(b));
  for (const [i, each] of directories.entries()) each.index = i;
  const known = {
    ofFiles: (each: CountedDirectory) => each.files.map((name) => scores.get(each)!.get(name)!),
    ofOther: () => 0,
    ofRow: ({ parent, name }: CountedDirectory) => scores.get(parent!)?.get(name) ?? 1,
  } as unknown as Scores;
  const tree = { root, directories, omitted: NOTHING_OMITTED };
  const rows = await prioritizedRows(tree, known, { marks: undefined, pacer: new Pacer() });
  const pathOf = ({ owner, name }: PlannedRow) => owner.prefix + name;
  const [first, ...order] = rows.map(pathOf);
  assertEquals(first, "d");
  return { order, jobs };
}

function depthOf({ prefix }: CountedDirectory): number {
  return prefix.split("/").length;
}

/** Returns the sum of each row's score times the price of all rows up to it. */
function delayOf(order: readonly string[], jobs: ReadonlyMap<string, Job>): number {
  const expanded = new Set<string>();
  let [paid, sum] = [0, 0];
  for (const path of order) {
    const { parent, price, score } = jobs.get(path)!;
    paid += price + (expanded.has(parent) ? 0 : EXPANSION_PRICE);
    expanded.add(parent);
    sum += score * paid;
  }
  return sum;
}

/** Returns the least sum of all orders in which each row follows that of its directory. */
function leastDelay(jobs: ReadonlyMap<string, Job>): number {
  let least = Infinity;
  const visit = (order: readonly string[]): void => {
    if (order.length === jobs.size) least = Math.min(least, delayOf(order, jobs));
    for (const { path, parent } of jobs.values()) {
      if (order.includes(path) || parent !== "d" && !order.includes(parent)) continue;
      visit([...order, path]);
    }
  };
  visit([]);
  return least;
}

Deno.test("prioritizedRows(): no other order in which rows follow those of their directories has a smaller delay", async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (all) => {
      const { order, jobs } = await ordered(all);
      assertEquals(order.toSorted(), [...jobs.keys()].sort());
      for (const [i, path] of order.entries()) {
        const { parent } = jobs.get(path)!;
        assert(parent === "d" || order.indexOf(parent) < i, path);
      }
      assertLess(delayOf(order, jobs) - leastDelay(jobs), 1e-9);
    }),
    { seed: SEED, numRuns: 120 },
  );
});
