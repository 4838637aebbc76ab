import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { pathsOf, TOOLS } from "../../support/discovery.ts";
import { readsOf } from "../../support/disk_reads.ts";
import { quickFolder } from "../../support/tree.ts";

const DIRECTORIES = 200;
const FILES = 200;

const number = (i: number): string => String(i).padStart(4, "0");

Deno.test("A page costs a page, on 200 directories of 200 files", async (t) => {
  const root = Deno.realPathSync(Deno.makeTempDirSync(quickFolder()));
  try {
    for (let i = 0; i < DIRECTORIES; i++) {
      const path = `${root}/d${number(i)}`;
      Deno.mkdirSync(path);
      for (let j = 0; j < FILES; j++) {
        Deno.openSync(`${path}/f${number(j)}`, { write: true, createNew: true }).close();
      }
    }
    await testCosts(t, root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

async function testCosts(t: Deno.TestContext, cwd: string): Promise<void> {
  const { find_files, glob_search } = TOOLS;

  await t.step("find_files: a page resumed in the middle reads at most depth + 3", async () => {
    // The pages up to the middle come from one walk.
    let cursor: string | undefined;
    let pages = 0;
    const walk = find_files!.pages!({ limit: 1000 }, { cwd });
    for await (const page of walk) {
      cursor = page.next_cursor;
      if (++pages === 20) break;
    }
    const args = { limit: 1000, cursor };
    const { result, reads } = await readsOf(() => find_files!.execute(args, { cwd }));
    assertEquals(pathsOf(result)[0], "d0100/f0000");
    assertLessOrEqual(reads.length, 2 + 5 + 1, "the page itself is five directories");
    const small = await readsOf(() => find_files!.execute({ limit: 100, cursor }, { cwd }));
    assertEquals(pathsOf(small.result).length, 100);
    assertLessOrEqual(small.reads.length, 1 + 3);
    const inside = await readsOf(() =>
      find_files!.execute({ limit: 100, cursor: small.result.next_cursor }, { cwd })
    );
    assertEquals(pathsOf(inside.result)[0], "d0100/f0100");
    assertLessOrEqual(inside.reads.length, 1 + 3);
  });

  await t.step("find_files: a page reads up to the first entry after it, no further", async () => {
    const { result, reads } = await readsOf(() => find_files!.execute({ limit: FILES }, { cwd }));
    assertEquals([result.count, result.truncated], [FILES, true]);
    assertEquals(reads, [cwd, `${cwd}/d0000`, `${cwd}/d0001`]);
    const less = await readsOf(() => find_files!.execute({ limit: FILES - 1 }, { cwd }));
    assertEquals(less.reads, [cwd, `${cwd}/d0000`]);
  });

  await t.step("find_files: a rare filter may need them all, within maxScanned", async () => {
    const args = { name_contains: "no such name" };
    const { result, reads } = await readsOf(() =>
      find_files!.execute(args, { cwd, maxScanned: 10_000 })
    );
    assertEquals([result.count, result.truncated], [0, true]);
    assertEquals(reads.length, 1 + (10_000 - DIRECTORIES) / FILES);
  });

  await t.step("glob_search: a broad first page reads a few directories", async () => {
    const { result, reads } = await readsOf(() => glob_search!.execute({ pattern: "**" }, { cwd }));
    assertEquals([result.count, result.truncated], [100, true]);
    assertLessOrEqual(reads.length, 3);
    const resumed = await readsOf(() =>
      glob_search!.execute({ pattern: "**", cursor: result.next_cursor }, { cwd })
    );
    assertLessOrEqual(resumed.reads.length, 1 + 3);
  });

  await t.step("one flat directory costs one read of it", async () => {
    const { result, reads } = await readsOf(() =>
      find_files!.execute({ root: "d0001", limit: 10 }, { cwd })
    );
    assert(result.truncated);
    assertEquals(reads, [`${cwd}/d0001`]);
  });
}
