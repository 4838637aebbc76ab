import { assertEquals } from "@std/assert";
import { type ToolContext, TOOLSETS } from "../../../mod.ts";
import { DISCOVERY, files } from "../../support/agent.ts";
import { osError } from "../../support/disk_reads.ts";
import { follow, pathsOf, SEARCHES, stream } from "../../support/discovery.ts";
import { failingDisk } from "../../support/failing_disk.ts";
import { withQuickTree } from "../../support/tree.ts";

const TREE = files([
  ...["a/x.ts", "a/lib/y.ts", "a/lib/.gitignore", "b/z.ts", "b/lib/y.ts", "c/.gitignore"],
  "b/inner/w.ts",
]);

const required = { pattern: "**/*.ts", kind: "file" };

Deno.test("a search of several roots goes through each in turn, in pages of one size, as their searches in a row do", async () => {
  await withQuickTree(TREE, async (top) => {
    // A root that is in another, or gone, adds nothing.
    const names = ["a", "b", "c", "b/inner", "gone"];
    const context: ToolContext = { cwd: `${top}/a`, roots: names.map((each) => `${top}/${each}`) };
    const roots = [".", `${top}/b`, `${top}/c`];
    for (const name of SEARCHES) {
      const tool = DISCOVERY[name]!;
      const of = { ...name === "glob_search" ? required : { extensions: ["ts"] } };
      const all = await Promise.all(
        [`${top}/a`, ...roots.slice(1)].map((root) => tool.execute({ ...of, root }, context)),
      );
      for (const limit of [1, 2, 3, 4, 5, 100]) {
        const pages = await follow(tool, { ...of, limit }, context);
        const streamed = await stream(tool, { ...of, limit }, context);
        assertEquals(pages, streamed);
        assertEquals(pages[0]!.roots, roots);
        assertEquals(pages.flatMap(pathsOf), all.flatMap(pathsOf));
        assertEquals(pages.length, Math.ceil(5 / limit));
        assertEquals(pages.map(({ truncated }) => truncated).indexOf(false), pages.length - 1);
      }
      // A root that the host misspelt is named: nothing is left out silently.
      const { hints } = await tool.execute(of, context);
      assertEquals(hints?.at(-1), `the host has roots that do not exist: ${top}/gone`);
      // The budget is one for all.
      const stopped = await tool.execute(of, { ...context, maxScanned: 3 });
      assertEquals([pathsOf(stopped), stopped.truncated], [["lib/y.ts", "x.ts"], true]);
      const [{ next_cursor }] = await follow(tool, { ...of, limit: 3 }, context) as [
        typeof stopped,
      ];
      const fewer = { ...context, roots: [`${top}/a`, `${top}/c`] };
      const refused = await tool.execute({ ...of, cursor: next_cursor }, fewer);
      assertEquals(refused.error?.code, "bad_cursor");
    }
  });
});

Deno.test("roots of which one lies around another: each file once, whatever their order", async () => {
  await withQuickTree(files(["api/a.ts", "api/lib/b.ts", "web/c.ts", "d.ts"]), async (top) => {
    const [api, all] = [`${top}/api`, top];
    const outer = [`${top}/d.ts`, `${top}/web/c.ts`];
    const inner = ["api/a.ts", "api/lib/b.ts", "d.ts", "web/c.ts"];
    const rows: readonly (readonly [cwd: string, roots: string[], paths: string[]])[] = [
      [api, [api, all], ["a.ts", "lib/b.ts", ...outer]],
      [api, [all, api], ["a.ts", "lib/b.ts", ...outer]],
      [all, [api, all], inner],
      [all, [all, api], inner],
      // Which is no root, and so a part that was asked for.
      [api, [all], ["a.ts", "lib/b.ts"]],
    ];
    for (const [cwd, roots, paths] of rows) {
      const context = { cwd, roots };
      for (const name of SEARCHES) {
        const tool = DISCOVERY[name]!;
        const of = { ...name === "glob_search" ? required : {} };
        assertEquals(pathsOf(await tool.execute(of, context)), paths, `${roots}`);
        assertEquals((await follow(tool, { ...of, limit: 1 }, context)).flatMap(pathsOf), paths);
      }
      const { find_path } = TOOLSETS.agent;
      const { results } = await find_path.execute({ queries: ["ts"], kind: "file" }, context);
      assertEquals(results[0]!.entries.map(({ path }) => path).sort(), paths.toSorted());
    }
  });
});

Deno.test("the newest and the largest of several roots are those of all", async () => {
  const tree = { "a/1": "1", "a/333": "333", "b/22": "22", "b/4444": "4444" };
  await withQuickTree(tree, async (top) => {
    const context = { cwd: `${top}/a`, roots: [`${top}/a`, `${top}/b`] };
    for (const [i, name] of ["a/1", "b/22", "a/333", "b/4444"].entries()) {
      Deno.utimeSync(`${top}/${name}`, 1000 + i, 1000 + i);
    }
    for (const sort of ["size", "modified"] as const) {
      const { entries, hints } = await TOOLSETS.agent.find_files.execute(
        { sort, limit: 3 },
        context,
      );
      assertEquals(entries.map(({ name }) => name), ["4444", "333", "22"]);
      assertEquals(hints?.[0], `4 match; these are the ${sort === "size" ? "largest" : "newest"}`);
    }
  });
});

Deno.test("a root that cannot be read leaves what was found in the others, and is counted", async () => {
  await withQuickTree({ "a/x.ts": "", "b/y.ts": "", "c/z.ts": "" }, async (top) => {
    const context = { cwd: `${top}/a`, roots: ["a", "b", "c"].map((each) => `${top}/${each}`) };
    using _disk = failingDisk({
      readDirSync(path, proceed) {
        if (path === `${top}/b`) throw osError("EIO");
        return proceed();
      },
    });
    const found = await TOOLSETS.agent.find_files.execute({}, context);
    const best = await TOOLSETS.agent.find_path.execute({ queries: ["ts"] }, context);
    const expected = ["x.ts", `${top}/c/z.ts`];
    assertEquals([pathsOf(found), found.skipped], [expected, { io_error: 1 }]);
    assertEquals(
      [best.results[0]?.entries.map(({ path }) => path), best.skipped],
      [expected, { io_error: 1 }],
    );
  });
});

Deno.test("a task ranks the files of the root that it concerns before those of others", async () => {
  const tree = files(["a/src/client.ts", "a/src/parser.ts", "b/src/spider_parser.ts", "b/x.ts"]);
  await withQuickTree(tree, async (top) => {
    const context = { cwd: `${top}/a`, roots: [`${top}/a`, `${top}/b`] };
    const queries = ["why does the spider parser drop pages"];
    const { results } = await TOOLSETS.agent.find_path.execute({ queries }, context);
    assertEquals(results[0]!.entries.map(({ name }) => name), ["spider_parser.ts", "parser.ts"]);
  });
});
