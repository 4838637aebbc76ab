import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { Walk } from "../../src/walk/walk.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { readsOf } from "../support/disk_reads.ts";
import type { ToolContext } from "../../src/tool.ts";
import { type Tree, withTree } from "../support/tree.ts";
import { SteeredWorkers } from "../support/walk_workers.ts";
import { whenOld } from "../support/when_old.ts";

const { list_dir } = TOOLSETS.tree;

/** Calls that open directories in each order, with rules and without. */
const CALLS: Readonly<Record<string, (context: ToolContext) => Promise<unknown>>> = {
  list_dir: (context) => list_dir.execute({ path: ".", recursive: true }, context),
  find_files: (context) => TOOLSETS.agent.find_files.execute({ extensions: ["h"] }, context),
  overview: (context) => TOOLSETS.agent.overview.execute({}, context),
};

/** Directories in directories, some of them ignored. */
const FOREST: Tree = {
  ".gitignore": "*.o\nskipped/\n",
  ...Object.fromEntries(
    ["a", "b", "c"].flatMap((outer) =>
      ["d", "e", "f"].flatMap((inner) =>
        ["x.h", "y.o", "deep/z.h", "skipped/w.h"].map((name) => [`${outer}/${inner}/${name}`, ""])
      )
    ),
  ),
};

const TREE = { "a/1": "", "a/b/2": "", "c/3": "" };

Deno.test("a directory whose identity and times are as they were is not read again", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      const context = { cwd, roots: [cwd], cache: new TreeCache() };
      const look = () => readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
      const first = await look();
      assertEquals(first.reads.length, 4);
      assertEquals(await look(), { result: first.result, reads: [] });
      Deno.utimeSync(`${cwd}/a/b`, 1, 1);
      assertEquals((await look()).reads, [`${cwd}/a/b`]);
    })));

Deno.test("what workers read is kept as well: a second look reads nothing, and asks nobody", () =>
  withTree(FOREST, (cwd) =>
    whenOld(async () => {
      for (const [name, call] of Object.entries(CALLS)) {
        for (let seed = 0; seed < 4; seed++) {
          const cache = new TreeCache({ snapshots: null });
          const look = async () => {
            const workers = new SteeredWorkers({ size: 2, seed, after: 4 * seed });
            const context = { cwd, roots: [cwd], cache, workers };
            const { result, reads } = await readsOf(() => call(context));
            return { result, reads: reads.toSorted(), asked: workers.asked };
          };
          const first = await look();
          assert(first.asked > 0, `${name}: no worker was asked`);
          assertEquals(first.reads, [...new Set(first.reads)]);
          assertEquals(await look(), { result: first.result, reads: [], asked: 0 }, name);
          Deno.utimeSync(`${cwd}/b/d`, 1, 1 + seed);
          assertEquals((await look()).reads, [`${cwd}/b/d`], name);
        }
      }
    })));

Deno.test("workers read what is known but does not count yet: it was met on another way", () =>
  withTree({ "a/b/1/x": "", "a/b/2/y": "", "a/b/3/z": "" }, (cwd) =>
    whenOld(async () => {
      const cache = new TreeCache();
      const look = async (path: string) => {
        const workers = new SteeredWorkers({ size: 1, seed: 1 });
        const context = { cwd, roots: [cwd], cache, workers };
        const args = { path, recursive: true };
        const { reads } = await readsOf(() => list_dir.execute(args, context));
        return { reads: reads.length, isHelped: workers.asked > 0 };
      };
      await look("a/b");
      assertEquals(await look("a"), { reads: 5, isHelped: true });
      assertEquals(await look("a"), { reads: 0, isHelped: false });
    })));

Deno.test("what the host hides in a known directory does not make a long walk short", () => {
  const hidden = Array.from({ length: 200 }, (_, i) => [`a/${i}.o`, ""]);
  return withTree({ ...FOREST, ...Object.fromEntries(hidden) }, (cwd) =>
    whenOld(async () => {
      const cache = new TreeCache();
      const workers = new SteeredWorkers({ size: 1, seed: 1, after: 20 });
      const context = { cwd, roots: [cwd], cache, policy: { hide: ["*.o"] } };
      for (const path of ["a", "a", "."]) {
        await list_dir.execute({ path, recursive: true }, { ...context, workers });
      }
      assert(workers.asked > 0);
    }));
});

Deno.test("what changed shortly before it was read is read again", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      // From here on, no time passes.
      const changed = Date.now();
      Date.now = () => changed;
      for (const path of ["", "/a", "/a/b", "/c"]) {
        Deno.utimeSync(cwd + path, changed / 1000, changed / 1000);
      }
      const context = { cwd, roots: [cwd], cache: new TreeCache() };
      const look = () => readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
      assertEquals((await look()).reads.length, 4);
      assertEquals((await look()).reads.length, 4);
    })));

/** A disk that puts a link to `outside` in the place of a directory of `root` while `p/a` is read first. */
function swappedWhileRead(folder: string, name: string): Disposable {
  const place = `${folder}/root/${name}`;
  let isRead = false;
  return failingDisk({
    readDirSync(path, proceed) {
      if (!path.endsWith("/p/a") || isRead) return proceed();
      isRead = true;
      Deno.renameSync(place, `${folder}/${name}`);
      Deno.symlinkSync("../outside", place);
      const entries = [...proceed()];
      Deno.removeSync(place);
      Deno.renameSync(`${folder}/${name}`, place);
      return entries[Symbol.iterator]();
    },
  });
}

for (const seed of [undefined, 0, 1, 2, 3]) {
  const reader = seed === undefined ? "" : `, read by a worker (${seed}) or not`;
  const title =
    "a directory that took another's place for the time of one read shows in no later call";
  Deno.test(
    title + reader,
    () =>
      withTree({ "root/p/a/inside": "", "outside/a/secret": "" }, (folder) =>
        whenOld(async () => {
          const cwd = `${folder}/root`;
          for (const path of [cwd, `${cwd}/p`]) Deno.utimeSync(path, 1, 1);
          const cache = new TreeCache();
          const look = () =>
            list_dir.execute({ path: ".", recursive: true }, {
              cwd,
              roots: [cwd],
              cache,
              ...seed !== undefined && { workers: new SteeredWorkers({ size: 1, seed }) },
            });
          const swapped = await (async () => {
            using _disk = swappedWhileRead(folder, "p");
            return await look();
          })();
          assertEquals(swapped, "p/\n  a/\n    secret", "what a race may show");
          assertEquals(await look(), "p/\n  a/\n    inside");
          assertEquals(await look(), "p/\n  a/\n    inside");
        })),
  );
}

Deno.test("what one call read wrongly is not confirmed by another that was on its way before", () =>
  withTree({ "root/g/p/a/inside": "", "outside/p/a/secret": "" }, (folder) =>
    whenOld(async () => {
      const cwd = `${folder}/root`;
      for (const path of ["", "/g", "/g/p", "/g/p/a"]) Deno.utimeSync(cwd + path, 1, 1);
      const cache = new TreeCache();
      const look = () =>
        list_dir.execute({ path: ".", recursive: true }, { cwd, roots: [cwd], cache });
      await look();
      await look();
      Deno.writeTextFileSync(`${cwd}/g/p/a/more`, "");
      const scope = new Scope({ cwd, roots: [cwd], cache });
      const other = new Walk(scope, scope.enterDirectory("."), { order: "name" }, new Pacer());
      await other.run((step) => step.type !== "entry" || step.name !== "a");
      {
        using _disk = swappedWhileRead(folder, "g");
        assertEquals(await look(), "g/\n  p/\n    a/\n      secret", "what a race may show");
      }
      await other.run(() => true);
      const whole = "g/\n  p/\n    a/\n      inside\n      more";
      assertEquals(await look(), whole);
      assertEquals(await look(), whole);
    })));

Deno.test("what a host hides is asked of what was kept, too", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      const cache = new TreeCache();
      const look = (hide: string[]) =>
        list_dir.execute({ path: ".", recursive: true }, {
          cwd,
          roots: [cwd],
          cache,
          policy: { hide },
        });
      assertEquals(await look(["b"]), "a/\n  1\nc/\n  3");
      assertEquals(await look(["c"]), "a/\n  1\n  b/\n    2");
      assertEquals(await look([]), "a/\n  1\n  b/\n    2\nc/\n  3");
    })));

Deno.test("a file system that is not known to be local is never trusted", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      const context = { cwd, roots: [cwd], cache: new TreeCache() };
      using _disk = failingDisk({ lstatSync: (_path, proceed) => ({ ...proceed(), dev: 0x99 }) });
      const look = () => readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
      assertEquals((await look()).reads.length, 4);
      assertEquals((await look()).reads.length, 4);
    })));

Deno.test("two calls at once over what was kept get all of it", () =>
  withTree({ "d/b": "", "d/a": "", "d/c": "", "e/x": "", "f": "" }, (cwd) =>
    whenOld(async () => {
      const { agent } = TOOLSETS;
      const context = { cwd, roots: [cwd] };
      const calls = (given: object) =>
        Promise.all([
          agent.find_files.execute({}, { ...context, ...given }),
          list_dir.execute({ path: ".", recursive: true }, { ...context, ...given }),
          agent.glob_search.execute({ pattern: "**/a" }, { ...context, ...given }),
        ]);
      const expected = await calls({});
      const cache = new TreeCache();
      for (let look = 0; look < 3; look++) assertEquals(await calls({ cache }), expected);
    })));

Deno.test("what has no room is read again", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      const cache = new TreeCache({ maxBytes: 1500 });
      const context = { cwd, roots: [cwd], cache };
      const look = () => readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
      const first = await look();
      const second = await look();
      assertEquals(second.result, first.result);
      assertNotEquals(second.reads, []);
    })));
