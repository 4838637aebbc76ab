import { assert, assertEquals, assertRejects } from "@std/assert";
import { TreeCache } from "../../mod.ts";
import type { NoHistory } from "../../src/git/history.ts";
import { BusyPacer } from "../support/counted_pacer.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { gitIn, importInto } from "../support/git.ts";
import { historyIn, type HistoryOptions, importStream } from "../support/histories.ts";
import { deflateSync } from "node:zlib";
import { commit, joined, line, madeId, makeRepository, tree } from "../support/made_repository.ts";
import { GIT, openBelow, PROC, testsNeeding } from "../support/machine.ts";
import { withQuickTree } from "../support/tree.ts";

const test = testsNeeding(GIT);

/** Reads a history, and tells which files of objects were opened, how often. */
async function opened(root: string, reading: HistoryOptions) {
  const paths: string[] = [];
  using _disk = failingDisk(watching(["openSync"], ({ path }) => void paths.push(path)));
  const history = await historyIn(root, reading);
  return { history, files: paths.filter((path) => path.includes("/objects/")) };
}

test("a commit's id is its content: what a cache has kept is not read again, however young, on whatever disk", () =>
  withQuickTree({}, async (root) => {
    await importInto(root, importStream(1), { unpackLimit: 100_000 });
    const cache = new TreeCache();
    const plain = await opened(root, {});
    const first = await opened(root, { cache });
    assertEquals(first, plain);
    assertEquals(await opened(root, { cache }), { history: plain.history, files: [] });
    const info = `160000,${"1".repeat(40)},new/deep/file`;
    await gitIn(root, ["read-tree", "main"]);
    await gitIn(root, ["update-index", "--add", "--cacheinfo", info]);
    await gitIn(root, ["commit", "-q", "-m", "one more"]);
    const { history, files } = await opened(root, { cache });
    assertEquals(history, await historyIn(root));
    // The commit and its three trees, and the tree of the one before.
    assertEquals(files.length, 5);
    const asMany = await opened(root, { cache, maxCommits: 3 });
    assertEquals(asMany.history, await historyIn(root, { maxCommits: 3 }));
  }));

const OBJECTS = "root/.git/objects";

/** Commits 0 to 2: the newest and its tree are loose. */
function makeMixed(folder: string): void {
  Deno.mkdirSync(`${folder}/root`);
  makeRepository(`${folder}/root`, line(2), madeId("commit", 2));
  for (const [kind, { id, bytes }] of Object.entries(newest("file"))) {
    writeLoose(folder, kind, id, bytes);
  }
}

function newest(name: string) {
  const own = tree(madeId("tree", 2), [["100644", name, madeId("blob", 2)]]);
  const parents = [madeId("commit", 1)];
  return { commit: commit(madeId("commit", 2), own.id, { parents }), tree: own };
}

function writeLoose(folder: string, kind: string, id: string, bytes: Uint8Array): void {
  const directory = `${folder}/${OBJECTS}/${id.slice(0, 2)}`;
  Deno.mkdirSync(directory, { recursive: true });
  const loose = deflateSync(joined(`${kind} ${bytes.length}\0`, bytes));
  Deno.writeFileSync(`${directory}/${id.slice(2)}`, loose);
}

/** Moves a directory or file out of the repository, and puts a link in its place. */
function moveOut(folder: string, path: string): void {
  const place = `${folder}/${OBJECTS}/${path}`.replace(/\/$/, "");
  Deno.renameSync(place, `${folder}/moved`);
  Deno.symlinkSync(`${folder}/moved`, place);
}

/** Moves all objects out of the repository, which names them as its alternate. */
function lendOut(folder: string): void {
  Deno.renameSync(`${folder}/${OBJECTS}`, `${folder}/moved`);
  Deno.mkdirSync(`${folder}/${OBJECTS}/info`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/${OBJECTS}/info/alternates`, `${folder}/moved\n`);
}

const FAN_OUT = madeId("tree", 2).slice(0, 2);

/** Ten ways out of a narrow scope: what becomes of the objects before, and after, a wide one reads them into a cache. */
const MOVES: readonly (readonly [
  what: string,
  read: readonly string[] | NoHistory,
  before: (folder: string) => void,
  after: (folder: string) => void,
])[] = [
  ["lie where they were", ["file", "file"], () => {}, () => {}],
  ["lie behind a link", "outside_scope", (folder) => moveOut(folder, ""), () => {}],
  ["lie in an alternate outside", "outside_scope", lendOut, () => {}],
  ["have their packs behind a link", [], (folder) => moveOut(folder, "pack"), () => {}],
  ["have a pack behind a link", [], (folder) => moveOut(folder, "pack/pack-0.pack"), () => {}],
  ["have a loose tree behind a link", [], (folder) => moveOut(folder, FAN_OUT), () => {}],
  [
    "have lost a pack",
    [],
    () => {},
    (folder) => Deno.removeSync(`${folder}/${OBJECTS}/pack/pack-0.idx`),
  ],
  ["have lost a loose tree", [], () => {}, (folder) => {
    Deno.removeSync(`${folder}/${OBJECTS}/${FAN_OUT}`, { recursive: true });
  }],
  ["have another loose tree", ["file", "other", "file"], () => {}, (folder) => {
    writeLoose(folder, "tree", madeId("tree", 2), newest("other").tree.bytes);
  }],
  ["have another pack besides", ["file", "other", "file"], () => {}, (folder) => {
    const pack = `${folder}/${OBJECTS}/pack`;
    const { commit, tree } = newest("other");
    makeRepository(`${folder}/other`, [commit, tree], madeId("commit", 2));
    for (const kind of ["pack", "idx"]) {
      Deno.renameSync(`${folder}/other/.git/objects/pack/pack-0.${kind}`, `${pack}/pack-1.${kind}`);
    }
  }],
];

for (const [what, expected, before, after] of MOVES) {
  Deno.test(`what a cache gives is what a fresh call would read, where objects ${what}`, () =>
    withQuickTree({}, async (folder) => {
      makeMixed(folder);
      before(folder);
      const cache = new TreeCache();
      const pathsIn = async (options: HistoryOptions): Promise<readonly string[] | NoHistory> => {
        const history = await historyIn(`${folder}/root`, options);
        return typeof history === "object"
          ? history.commits.flatMap(({ paths }) => paths)
          : history;
      };
      assertEquals(await pathsIn({ cache, scope: folder }), ["file", "file"]);
      after(folder);
      assertEquals(await pathsIn({}), expected);
      assertEquals(await pathsIn({ cache }), expected);
    }));
}

Deno.test("a cache tells repositories apart, though they have commits of one id", () =>
  withQuickTree({}, async (root) => {
    for (const [i, name] of ["a", "b"].entries()) {
      const named = tree(madeId("tree", 1), [["100644", name, madeId("blob", i)]]);
      const objects = line(2, (number) => number === 1 ? { tree: named } : {});
      Deno.mkdirSync(`${root}/${name}`);
      makeRepository(`${root}/${name}`, objects, madeId("commit", 1));
    }
    const cache = new TreeCache();
    const pathsIn = async (path: string) => {
      const history = await historyIn(`${root}/${path}`, { cache });
      return typeof history === "object" ? history.commits[0]?.paths : history;
    };
    assertEquals([await pathsIn("a"), await pathsIn("b")], [["a", "file"], ["b", "file"]]);
    // Another in its place is another, too.
    Deno.renameSync(`${root}/a`, `${root}/c`);
    Deno.renameSync(`${root}/b`, `${root}/a`);
    assertEquals([await pathsIn("a"), await pathsIn("c")], [["b", "file"], ["a", "file"]]);
  }));

Deno.test("a reading looks at the clock before every object, and within large trees", () =>
  withQuickTree({}, async (root) => {
    const entries = Array.from({ length: 5000 }, (_, i) => {
      return ["100644", `f${String(i).padStart(5, "0")}`, madeId("blob", i)] as const;
    });
    const large = tree(madeId("large", 0), entries);
    // What both begin and end with is passed at once, so the first and the last entry differ.
    const larger = tree(madeId("large", 1), [
      ["100644", "e", madeId("blob", 1)],
      ...entries,
      ["100644", "g", madeId("blob", 1)],
    ]);
    const objects = line(2, (number) => ({ tree: number === 0 ? large : larger }));
    makeRepository(root, objects, madeId("commit", 1));
    const pacer = new BusyPacer();
    const history = await historyIn(root, { pacer });
    assertEquals(typeof history === "object" && history.commits[0]?.paths, ["e", "g"]);
    // Four objects, and one look for every 256 of the entries.
    assert(pacer.pauses >= 4 + 5000 / 256, `${pacer.pauses} pauses`);
  }));

testsNeeding(PROC)(
  "a reading that is aborted ends, with nothing left open",
  () =>
    withQuickTree({}, async (root) => {
      makeRepository(root, line(50), madeId("commit", 49));
      for (let steps = 1; steps < 60; steps += 7) {
        const controller = new AbortController();
        const pacer = new BusyPacer({ signal: controller.signal });
        const pause = pacer.pause.bind(pacer);
        pacer.pause = () => {
          if (pacer.pauses === steps - 1) controller.abort();
          return pause();
        };
        await assertRejects(() => historyIn(root, { pacer }), DOMException);
      }
      assertEquals(openBelow(root), []);
    }),
);
