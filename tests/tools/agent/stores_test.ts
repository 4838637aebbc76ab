import { assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../mod.ts";
import { explain, files, overview } from "../../support/agent.ts";
import { pathsOf } from "../../support/discovery.ts";
import { GIT, LINKS, needing } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { link, withQuickTree } from "../../support/tree.ts";

const TREE = files([
  ...[".jj/repo/store/1", ".jj/working_copy/type", ".hg/requires", ".hg/store/x"],
  ...[".svn/wc.db", ".svn/pristine/1", ".sl/requires", "src/a.ts", "src/lib/.svn/entries"],
  // Names alone are no stores.
  ...["docs/.hg/notes.md", "docs/.jj/x"],
]);

Deno.test("9.11: stores of version control are no part of a project: left out in `agent` with use_gitignore, where their own marks are in them", async () => {
  await withQuickTree(TREE, async (cwd) => {
    const { find_files, glob_search, find_path, stat_path } = TOOLSETS.agent;
    const own = ["docs/.hg/notes.md", "docs/.jj/x", "src/a.ts"];
    const found = await find_files.execute({}, { cwd });
    assertEquals(pathsOf(found), own);
    assertEquals(found.hints?.[0], "8 more belong to .hg, .jj, .sl, .svn");
    assertEquals(pathsOf(await glob_search.execute({ pattern: ".*" }, { cwd })), []);
    const { text, totals, omitted } = await overview(cwd);
    assertEquals([totals.files, omitted.ignored], [3, 5]);
    assertEquals(text.split("\n")[1], ".jj/ (ignored)");
    const { results } = await find_path.execute({ queries: ["wc.db"] }, { cwd });
    assertEquals(results[0]!.entries, []);
    // "What a call names is never ignored itself", and all are files without the rules.
    assertEquals(pathsOf(await find_files.execute({ root: ".sl" }, { cwd })), [".sl/requires"]);
    assertEquals(
      (await stat_path.execute({ path: ".hg/store" }, { cwd })).entries[0]!.exists,
      true,
    );
    for (const tools of [TOOLSETS.agent, TOOLSETS.discovery]) {
      const all = await tools.find_files.execute({ use_gitignore: false }, { cwd });
      assertEquals(pathsOf(all), Object.keys(TREE).sort());
    }
    // The design of `discovery` knows git alone.
    const { count } = await TOOLSETS.discovery.find_files.execute({ use_gitignore: true }, { cwd });
    assertEquals(count, 11);
  });
});

Deno.test("9.11: `explain_path` says why a store is left out", async () => {
  await withQuickTree({ ...TREE, ".git/HEAD": "" }, async (cwd) => {
    const rows = [
      [".jj", ".jj"],
      [".jj/repo/store/1", ".jj"],
      ["src/lib/.svn/entries", "src/lib/.svn"],
      [".git/HEAD", ".git"],
      ["docs/.hg/notes.md", undefined],
      ["src/a.ts", undefined],
    ] as const;
    for (const [path, store] of rows) {
      const explained = await explain(cwd, path);
      assertEquals([explained.ignored, explained.store], [false, store], path);
      const { text } = toToolResult(TOOLSETS.agent.explain_path, explained);
      const owner = store === ".git" ? "git itself" : `${store}, a store of version control`;
      const line = `It belongs to ${owner}: what follows use_gitignore leaves it out.`;
      assertEquals(text.split("\n").includes(line), store !== undefined, path);
    }
  });
});

Deno.test(
  needing(
    GIT,
    "9.11: so are `.git` as a file, and a git directory of any name that such a file points to",
  ),
  async () => {
    await withQuickTree({ "f.txt": "" }, async (cwd) => {
      await shell(
        cwd,
        "git init -q --separate-git-dir=.bare && git add f.txt && " +
          "git -c user.name=a -c user.email=a@b commit -qm one && git worktree add -q wt && " +
          "mkdir data && git init -q --separate-git-dir=data/of-sub sub && touch sub/x",
      );
      const { find_files } = TOOLSETS.agent;
      const found = await find_files.execute({}, { cwd });
      assertEquals(pathsOf(found).filter((path) => !path.startsWith("data/")), [
        "f.txt",
        "sub/x",
        "wt/f.txt",
      ]);
      assertEquals(/belong to \.bare, \.git$/.test(found.hints?.[0] ?? ""), true, found.hints?.[0]);
      for (
        const [path, store] of [[".git", ".git"], [".bare/HEAD", ".bare"], ["wt/.git", "wt/.git"]]
      ) {
        assertEquals((await explain(cwd, path!)).store, store, path);
      }
      assertEquals((await overview(cwd)).text.split("\n")[0], ".bare/ (ignored)");
      assertEquals(pathsOf(await find_files.execute({}, { cwd: `${cwd}/wt` })), ["f.txt"]);
    });
  },
);

Deno.test(
  needing(LINKS, "2.4: what lies behind a link named as a store makes no difference"),
  async () => {
    for (const outside of ["out/requires", "out/x"]) {
      await withQuickTree({ [outside]: "", "in/a": "", "in/.hg": link("../out") }, async (top) => {
        const cwd = `${top}/in`;
        const { find_files, glob_search } = TOOLSETS.agent;
        assertEquals(pathsOf(await find_files.execute({}, { cwd })), ["a"]);
        assertEquals(pathsOf(await glob_search.execute({ pattern: "*" }, { cwd })), [".hg", "a"]);
        assertEquals((await explain(cwd, ".hg")).store, undefined);
      });
    }
  },
);
