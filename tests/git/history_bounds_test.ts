import { assertEquals } from "@std/assert";
import { TreeCache } from "../../mod.ts";
import { historyIn } from "../support/histories.ts";
import {
  BLOB,
  commit,
  deltaChain,
  deltaOf,
  joined,
  line,
  madeId,
  type MadeObject,
  makeRepository,
  OFFSET_DELTA,
  REFERENCE_DELTA,
  TREE,
  tree,
} from "../support/made_repository.ts";
import { withQuickTree } from "../support/tree.ts";
import { whenOld } from "../support/when_old.ts";

/** The commits that can be read, and whether that is all of them. */
type Read = readonly [commits: number, isWhole: boolean] | "unreadable";

async function assertReads(objects: readonly MadeObject[], head: string, expected: Read) {
  const test = async (root: string): Promise<void> => {
    makeRepository(root, objects, head);
    const cache = new TreeCache();
    // Without a cache, with an empty one, and with one that has everything.
    for (const reading of [{}, { cache }, { cache }]) {
      const history = await historyIn(root, { maxCommits: 100_000, ...reading });
      const read = typeof history === "object"
        ? [history.commits.length, history.isWhole] as const
        : history;
      assertEquals(read, expected);
    }
  };
  await withQuickTree({}, (root) => whenOld(() => test(root)));
}

const id = (number: number): string => madeId("commit", number);
const OTHER = madeId("other", 0);

/** Ten commits, of which the sixth has this tree, and what it needs. The newest four can be read in any case. */
function withTree(...[own, ...besides]: readonly MadeObject[]): readonly MadeObject[] {
  return [...line(10, (number) => number === 5 ? { tree: own! } : {}), ...besides];
}

/** Trees in each other, the first the outermost. */
function nested(depth: number): MadeObject[] {
  return Array.from({ length: depth }, (_, i) =>
    tree(madeId("nested", i), [
      i === depth - 1
        ? ["100644", "file", madeId("blob", 99)]
        : ["40000", "d", madeId("nested", i + 1)],
    ]));
}

function files(count: number): MadeObject {
  const entries = Array.from({ length: count }, (_, i) => {
    return ["100644", `f${String(i).padStart(7, "0")}`, madeId("blob", i)] as const;
  });
  return tree(OTHER, entries);
}

const LOOP = { type: REFERENCE_DELTA, bytes: deltaOf(10, 10, joined("")) };
const PLAIN = tree(OTHER, [["100644", "other", madeId("blob", 1)]]);

/** What is odd, what is then read, the objects, and the newest commit: the tenth, if it is not said. */
const TREES: readonly (readonly [
  what: string,
  read: Read,
  objects: readonly MadeObject[],
  newest?: number,
])[] = [
  ["is like all others", [10, true], withTree(PLAIN)],
  ["is missing", [3, false], withTree(PLAIN).filter(({ id }) => id !== OTHER)],
  ["is of 2 MB and more", [3, false], withTree(files(60_000))],
  [
    "has 50,000 entries: passed over as it comes and as it goes",
    [10, true],
    withTree(files(50_000)),
  ],
  ["differs by 500 paths, itself the last", [10, true], withTree(files(499))],
  ["differs by more", [10, true], withTree(files(500))],
  [
    "is the top of the longest chain of deltas",
    [10, true],
    withTree(...deltaChain(4095).reverse()),
  ],
  ["is the top of a longer one", [3, false], withTree(...deltaChain(4096).reverse())],
  ["lies 256 deep", [10, true], withTree(...nested(256))],
  ["lies deeper", [3, false], withTree(...nested(258))],
  ["has a name as long as a path may be", [10, true], withTree(named("n".repeat(4096)))],
  ["has a longer one", [3, false], withTree(named("n".repeat(4097)))],
  ["has an empty name", [3, false], withTree(named(""))],
  ["has a mode that is no number", [3, false], withTree(named("x", "1o0644"))],
  ["is cut", [3, false], withTree({ ...PLAIN, bytes: PLAIN.bytes.slice(0, -1) })],
  ["has entries in no order", [10, true], withTree(unsorted())],
  ["states a size that is too small", [3, false], withTree({ ...PLAIN, stated: 10 })],
  ["states a size that is too large", [3, false], withTree({ ...PLAIN, stated: 100 })],
  ["states an enormous size", [3, false], withTree({ ...PLAIN, stated: 2 ** 60 })],
  ["is 100 MB of zeros that state 33 bytes", [3, false], withTree(bomb())],
  ["is a blob", [3, false], withTree({ ...PLAIN, type: BLOB })],
  ["is of a kind that does not exist", [3, false], withTree({ ...PLAIN, type: 5 })],
  ["is a delta against itself", [3, false], withTree({ ...LOOP, id: OTHER, base: OTHER })],
  [
    "is a delta against a delta against it",
    [3, false],
    withTree({ ...LOOP, id: OTHER, base: madeId("x", 1) }, {
      ...LOOP,
      id: madeId("x", 1),
      base: OTHER,
    }),
  ],
  [
    "is a delta against nothing",
    [3, false],
    withTree({ ...LOOP, id: OTHER, base: madeId("x", 1) }),
  ],
  [
    "is a delta against what is before the pack",
    [3, false],
    withTree({ ...LOOP, type: OFFSET_DELTA, id: OTHER, base: 2 ** 30 }),
  ],
  [
    "is a delta against its own place",
    [3, false],
    withTree({ ...LOOP, type: OFFSET_DELTA, id: OTHER, base: 0 }),
  ],
];

function named(name: string, mode = "100644"): MadeObject {
  return tree(OTHER, [[mode, name, madeId("blob", 1)]]);
}

function unsorted(): MadeObject {
  return tree(OTHER, [["100644", "z", madeId("blob", 1)], ["100644", "a", madeId("blob", 1)]]);
}

function bomb(): MadeObject {
  return { id: OTHER, type: TREE, bytes: new Uint8Array(100_000_000), stated: 33 };
}

/** Ten commits, and ones besides that have no parents. */
function octopus(parents: number): readonly MadeObject[] {
  const others = Array.from({ length: parents }, (_, i) => madeId("arm", i));
  return [
    ...line(10, (number) => number === 5 ? { commit: { parents: [id(4), ...others] } } : {}),
    ...others.map((each) => commit(each, madeId("tree", 0))),
  ];
}

const MEGABYTE = "m".repeat(2 ** 20);

const COMMITS: typeof TREES = [
  ["none is odd", [10, true], line(10)],
  ["one has 64 parents", [72, true], octopus(63)],
  ["one has 65 parents", [3, false], octopus(64)],
  ["one is larger than 2 MB", [3, false], line(10, messageAt(5, MEGABYTE.repeat(2)))],
  ["one is its own parent", [5, true], line(10, parentAt(5, 5))],
  ["one has a descendant for a parent", [5, true], line(10, parentAt(5, 8))],
  ["the newest is odd", "unreadable", line(10, messageAt(9, MEGABYTE.repeat(2)))],
  [
    "one is no commit",
    [3, false],
    line(10).map((each) => each.id === id(5) ? { ...each, bytes: joined("tree x\n") } : each),
  ],
  // What is whole are 31 commits of slightly more than a megabyte, and the one that is compared with the last.
  [
    "they are more than 32 MB",
    [30, false],
    line(40, () => ({ commit: { message: MEGABYTE } })),
    39,
  ],
  // Three times 4,993 pairs of trees, and seven commits of which four are read; then three times 5,000.
  ["they are 14,983 objects, and the next too many", [3, false], wide(7, 4992), 6],
  ["they are 10,005 objects, and the next too many", [2, false], wide(7, 5000), 6],
];

/** Commits whose trees hold so many others, of which each differs from the one before, and is as empty. */
function wide(length: number, count: number): readonly MadeObject[] {
  const empty = (number: number): string => madeId("empty", number % 2);
  const trees = line(length, (number) => {
    const entries = Array.from({ length: count }, (_, i) => {
      return ["40000", String(i).padStart(5, "0"), empty(number)] as const;
    });
    return { tree: tree(madeId("tree", number), entries) };
  });
  return [...trees, tree(empty(0), []), tree(empty(1), [])];
}

function messageAt(at: number, message: string) {
  return (number: number) => number === at ? { commit: { message } } : {};
}

function parentAt(at: number, parent: number) {
  return (number: number) => number === at ? { commit: { parents: [id(parent)] } } : {};
}

const ROWS = [
  ...TREES.map(([what, ...row]) => [`of ten, where a tree ${what}`, ...row] as const),
  ...COMMITS.map(([what, ...row]) => [`of many, where ${what}`, ...row] as const),
];

for (const [what, expected, objects, newest = 9] of ROWS) {
  Deno.test(`commits before a bound are read, ${what}`, async () => {
    await assertReads(objects, id(newest), expected);
  });
}
