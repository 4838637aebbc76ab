/** Walks that workers of their own help. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { WalkPool } from "../../src/workers/walk_pool.ts";
import { leapClock } from "../support/clock.ts";
import { EagerPool } from "../support/eager_pool.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { withQuickTree, withTree } from "../support/tree.ts";

const { tree, agent } = TOOLSETS;

/** A tree of 400 directories and 800 files. */
async function withLargeTree(test: (root: string) => Promise<void>): Promise<void> {
  await withQuickTree({}, async (root) => {
    for (let i = 0; i < 20; i++) {
      for (let j = 0; j < 20; j++) {
        Deno.mkdirSync(`${root}/${i}/${j}`, { recursive: true });
        for (const name of ["é.ts", "b.h"]) Deno.writeTextFileSync(`${root}/${i}/${j}/${name}`, "");
      }
      Deno.symlinkSync("../0", `${root}/${i}/link`);
    }
    await test(root);
  });
}

Deno.test("tools give the same to the byte with workers, of which there may be as many as the host says", async () => {
  await withLargeTree(async (root) => {
    const alone = { cwd: root, roots: ["."] };
    const calls = [
      (context: object) => tree.list_dir.execute({ recursive: true }, { ...alone, ...context }),
      (context: object) => agent.overview.execute({}, { ...alone, ...context }),
      (context: object) =>
        agent.glob_search.execute({ pattern: "**/z*.h" }, { ...alone, ...context }),
    ];
    await using workers = new EagerPool({ size: 2 });
    await workers.start();
    for (const call of calls) {
      const before = workers.answered;
      assertEquals(await call({ workers }), await call({}));
      assert(workers.answered > before, "no worker helped");
    }
    assertEquals(workers.size, 2);
  });
});

Deno.test("workers that are ended in the middle of a walk cost it nothing", async () => {
  await withLargeTree(async (root) => {
    const args = { path: root, recursive: true };
    await using workers = new EagerPool({ size: 2, closesAfter: 3 });
    await workers.start();
    assertEquals(await tree.list_dir.execute(args, { workers }), await tree.list_dir.execute(args));
    assertEquals(workers.size, 0);
  });
});

Deno.test("a request that a worker cannot carry out is the walk's own again", async () => {
  await withLargeTree(async (root) => {
    const args = { path: root, recursive: true };
    await using workers = new EagerPool({ size: 1, garbles: true });
    await workers.start();
    assertEquals(await tree.list_dir.execute(args, { workers }), await tree.list_dir.execute(args));
    assert(workers.answered > 0);
  });
});

Deno.test("an aborted call ends while workers help it", async () => {
  await withLargeTree(async (root) => {
    const abort = new AbortController();
    class Aborting extends EagerPool {
      override ask(request: unknown, take: (answer: unknown) => void): void {
        super.ask(request, take);
        abort.abort();
      }
    }
    await using workers = new Aborting({ size: 1 });
    await workers.start();
    // Each look at the clock ends a slice, so that the walk pauses however quick the machine is.
    using _clock = leapClock();
    const context = { workers, signal: abort.signal };
    const call = () => tree.list_dir.execute({ path: root, recursive: true }, context);
    await assertRejects(call, DOMException, "aborted");
  });
});

Deno.test("a pool starts no worker before a walk has proved long, and none of size 0", async () => {
  await withTree({ "a/b": "" }, async (root) => {
    await using workers = new WalkPool({ size: 1 });
    await tree.list_dir.execute({ path: root, recursive: true }, { workers });
    assertEquals(workers.size, 0);
    await using none = new WalkPool({ size: 0 });
    assertEquals([none.room(), none.after], [0, Infinity]);
  });
});

Deno.test("workers hold the permissions of the program, and no others", async () => {
  await withTree({ "in/a/b": "", "in/secret/c": "", "out/d": "" }, async (root) => {
    await Deno.symlink("../out", `${root}/in/link`);
    const program = projectFile("tests/support/walk_borders.ts");
    const flags = [
      ...["--quiet", "--no-prompt", "--no-check", `--deny-read=${root}/in/secret`],
      `--allow-read=${root}/in,${projectFile(".")}`,
    ];
    const { stdout, stderr } = await run(denoRun(flags, program, `${root}/in`));
    assertEquals(stderr, "");
    assertEquals(JSON.parse(stdout), {
      alone: "a/\n  b\nlink\nsecret/",
      isEqual: true,
      helped: true,
    });
  });
});
