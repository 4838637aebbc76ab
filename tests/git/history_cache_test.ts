import { assert, assertEquals, assertRejects } from "@std/assert";
import { TreeCache } from "../../mod.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { BusyPacer } from "../support/counted_pacer.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { gitIn, importInto } from "../support/git.ts";
import { historyIn, type HistoryOptions, importStream } from "../support/histories.ts";
import { line, madeId, makeRepository, tree } from "../support/made_repository.ts";
import { GIT, needing, openBelow, PROC } from "../support/machine.ts";
import { withQuickTree } from "../support/tree.ts";

/** Reads a history, and tells which files of objects were opened, how often. */
async function opened(root: string, reading: HistoryOptions) {
  const paths: string[] = [];
  using _disk = failingDisk(watching(["openSync"], ({ path }) => void paths.push(path)));
  const history = await historyIn(root, reading);
  return { history, files: paths.filter((path) => path.includes("/objects/")) };
}

Deno.test({
  ...needing(
    GIT,
    "what a cache has kept is not read again, and a new commit costs what it brought",
  ),
  fn: () =>
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
    }),
});

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
    const larger = tree(madeId("large", 1), [...entries, ["100644", "g", madeId("blob", 1)]]);
    const objects = line(2, (number) => ({ tree: number === 0 ? large : larger }));
    makeRepository(root, objects, madeId("commit", 1));
    const pacer = new BusyPacer();
    const history = await historyIn(root, { pacer });
    assertEquals(typeof history === "object" && history.commits[0]?.paths, ["g"]);
    // Four objects, and one look for every 256 of the entries.
    assert(pacer.pauses >= 4 + 5000 / 256, `${pacer.pauses} pauses`);
  }));

Deno.test({
  ...needing(PROC, "a reading that is aborted ends, with nothing left open"),
  fn: () =>
    withQuickTree({}, async (root) => {
      makeRepository(root, line(50), madeId("commit", 49));
      for (let steps = 1; steps < 60; steps += 7) {
        const controller = new AbortController();
        const pacer = new StoppedPacer(controller, steps);
        await assertRejects(() => historyIn(root, { pacer }), DOMException);
      }
      assertEquals(openBelow(root), []);
    }),
});

/** A pacer of a call that is aborted at a pause. */
class StoppedPacer extends Pacer {
  #left: number;
  readonly #controller: AbortController;

  constructor(controller: AbortController, pauses: number) {
    super({ signal: controller.signal });
    this.#controller = controller;
    this.#left = pauses;
  }

  override isDue(): boolean {
    return true;
  }

  override pause(): Promise<void> {
    if (--this.#left === 0) this.#controller.abort();
    this.check();
    return Promise.resolve();
  }
}
