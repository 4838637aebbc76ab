import { assertEquals, assertNotEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { readsOf } from "../support/disk_reads.ts";
import { withTree } from "../support/tree.ts";
import { whenOld } from "../support/when_old.ts";

const { list_dir } = TOOLSETS.tree;

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

Deno.test("what changed shortly before it was read is read again", () =>
  withTree(TREE, async (cwd) => {
    const context = { cwd, roots: [cwd], cache: new TreeCache() };
    const look = () => readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
    assertEquals((await look()).reads.length, 4);
    assertEquals((await look()).reads.length, 4);
  }));

Deno.test("a directory that took another's place for the time of one read shows in no later call", () =>
  withTree({ "root/p/a/inside": "", "outside/a/secret": "" }, (folder) =>
    whenOld(async () => {
      const cwd = `${folder}/root`;
      for (const path of [cwd, `${cwd}/p`]) Deno.utimeSync(path, 1, 1);
      const cache = new TreeCache();
      const look = () =>
        list_dir.execute({ path: ".", recursive: true }, { cwd, roots: [cwd], cache });
      const swapped = await (async () => {
        using _disk = failingDisk({
          readDirSync(path, proceed) {
            if (!path.endsWith("/p/a")) return proceed();
            Deno.renameSync(`${cwd}/p`, `${folder}/p`);
            Deno.symlinkSync("../outside", `${cwd}/p`);
            const entries = [...proceed()];
            Deno.removeSync(`${cwd}/p`);
            Deno.renameSync(`${folder}/p`, `${cwd}/p`);
            return entries[Symbol.iterator]();
          },
        });
        return await look();
      })();
      assertEquals(swapped, "p/\n  a/\n    secret", "what a race may show");
      assertEquals(await look(), "p/\n  a/\n    inside");
      assertEquals(await look(), "p/\n  a/\n    inside");
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
