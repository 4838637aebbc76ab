import { assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { Walk } from "../../src/walk/walk.ts";
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
      const listReads = () =>
        readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
      const first = await listReads();
      assertEquals(first.reads.length, 4);
      assertEquals(await listReads(), { result: first.result, reads: [] });
      Deno.utimeSync(`${cwd}/a/b`, 1, 1);
      assertEquals((await listReads()).reads, [`${cwd}/a/b`]);
      using _disk = failingDisk({
        lstatSync(path, proceed) {
          const info = proceed();
          return path === `${cwd}/c` ? { ...info, ino: info.ino! + 1 } : info;
        },
      });
      assertEquals((await listReads()).reads, [`${cwd}/c`]);
    })));

Deno.test("a directory that changed shortly before it was read is read again", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      // The clock stands still from here on.
      const changed = Date.now();
      Date.now = () => changed;
      for (const path of ["", "/a", "/a/b", "/c"]) {
        Deno.utimeSync(cwd + path, changed / 1000, changed / 1000);
      }
      const context = { cwd, roots: [cwd], cache: new TreeCache() };
      const listReads = () =>
        readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
      assertEquals((await listReads()).reads.length, 4);
      assertEquals((await listReads()).reads.length, 4);
    })));

/** A disk that replaces a directory of `root` by a link to `outside` while one in it is first read. */
function swappedWhileRead(folder: string, name: string, read = "/p/a"): Disposable {
  const replaced = `${folder}/root/${name}`;
  let isRead = false;
  return failingDisk({
    readDirSync(path, proceed) {
      if (!path.endsWith(read) || isRead) return proceed();
      isRead = true;
      Deno.renameSync(replaced, `${folder}/aside`);
      Deno.symlinkSync(`${folder}/outside`, replaced);
      const entries = [...proceed()];
      Deno.removeSync(replaced);
      Deno.renameSync(`${folder}/aside`, replaced);
      return entries[Symbol.iterator]();
    },
  });
}

Deno.test("a directory that replaced another during one read shows in no later call", () =>
  withTree({ "root/p/a/inside": "", "outside/a/secret": "" }, (folder) =>
    whenOld(async () => {
      const cwd = `${folder}/root`;
      for (const path of [cwd, `${cwd}/p`]) Deno.utimeSync(path, 1, 1);
      const context = { cwd, roots: [cwd], cache: new TreeCache() };
      const listReads = () => list_dir.execute({ path: ".", recursive: true }, context);
      const swapped = await (async () => {
        using _disk = swappedWhileRead(folder, "p");
        return await listReads();
      })();
      assertEquals(swapped, "p/\n  a/\n    secret", "what a race may show");
      assertEquals(await listReads(), "p/\n  a/\n    inside");
      assertEquals(await listReads(), "p/\n  a/\n    inside");
    })));

Deno.test("behind a link, such a directory shows in no later call either", () =>
  withTree(
    { "root/p/": "", "root/q/r/a/inside": "", "outside/a/secret": "" },
    (folder) =>
      whenOld(async () => {
        const cwd = `${folder}/root`;
        Deno.symlinkSync("../q/r/a", `${cwd}/p/l`);
        for (const path of ["", "/p", "/q", "/q/r", "/q/r/a"]) Deno.utimeSync(cwd + path, 1, 1);
        const context = { cwd, roots: [cwd], cache: new TreeCache() };
        const args = { path: "p", recursive: true, follow_folder_symlinks: true };
        const listReads = () => list_dir.execute(args, context);
        await listReads();
        Deno.utimeSync(`${cwd}/q/r/a`, 2, 2);
        {
          using _disk = swappedWhileRead(folder, "q/r", "/r/a");
          assertEquals(await listReads(), "l/\n  secret", "what a race may show");
        }
        for (let i = 0; i < 3; i++) assertEquals(await listReads(), "l/\n  inside");
      }),
  ));

Deno.test("a listing that one call read wrongly is not confirmed by a call that had begun before", () =>
  withTree({ "root/g/p/a/inside": "", "outside/p/a/secret": "" }, (folder) =>
    whenOld(async () => {
      const cwd = `${folder}/root`;
      for (const path of ["", "/g", "/g/p", "/g/p/a"]) Deno.utimeSync(cwd + path, 1, 1);
      const cache = new TreeCache();
      const listReads = () =>
        list_dir.execute({ path: ".", recursive: true }, { cwd, roots: [cwd], cache });
      await listReads();
      await listReads();
      Deno.writeTextFileSync(`${cwd}/g/p/a/more`, "");
      const scope = new Scope({ cwd, roots: [cwd], cache });
      const other = new Walk(scope, scope.enterDirectory("."), { order: "name" }, new Pacer());
      await other.run((step) => step.type !== "entry" || step.name !== "a");
      {
        using _disk = swappedWhileRead(folder, "g");
        assertEquals(await listReads(), "g/\n  p/\n    a/\n      secret", "what a race may show");
      }
      await other.run(() => true);
      const whole = "g/\n  p/\n    a/\n      inside\n      more";
      assertEquals(await listReads(), whole);
      assertEquals(await listReads(), whole);
    })));

Deno.test("listings of a file system that may not be local are always read again", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      const context = { cwd, roots: [cwd], cache: new TreeCache() };
      using _disk = failingDisk({ lstatSync: (_path, proceed) => ({ ...proceed(), dev: 0x99 }) });
      const listReads = () =>
        readsOf(() => list_dir.execute({ path: ".", recursive: true }, context));
      assertEquals((await listReads()).reads.length, 4);
      assertEquals((await listReads()).reads.length, 4);
    })));
