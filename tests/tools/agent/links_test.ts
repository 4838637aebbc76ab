import { assertEquals } from "@std/assert";
import { type DiscoveryResult, type ToolContext, TOOLSETS, toToolResult } from "../../../mod.ts";
import { DISCOVERY, overview } from "../../support/agent.ts";
import { follow, pathsOf } from "../../support/discovery.ts";
import { find, pathsFor } from "../../support/find_path.ts";
import { LINKS, needing } from "../../support/machine.ts";
import { link, plantTree, type Tree, withQuickTree } from "../../support/tree.ts";

type Args = Readonly<Record<string, unknown>>;

/** A project whose instructions and one folder have two names each. */
const PROJECT: Tree = {
  "in/.git/HEAD": "ref: refs/heads/main\n",
  "in/AGENTS.md": "agents",
  "in/CLAUDE.md": link("AGENTS.md"),
  "in/chain.md": link("CLAUDE.md"),
  "in/real/b.py": "b",
  "in/real/sub/c.py": "c",
  "in/real/back": link(".."),
  "in/linked": link("real"),
  "in/deep/too": link("../real/sub"),
  "in/gone": link("nowhere"),
  "in/loop": link("loop"),
  "in/secret": link("../out/secret"),
  "in/away": link("../out"),
  "out/secret": "",
};

/** Runs a test in the project. */
function inProject(what: string, run: (context: ToolContext & { cwd: string }) => Promise<void>) {
  Deno.test(needing(LINKS, what), async () => {
    await withQuickTree(PROJECT, async (top) => {
      const cwd = `${top}/in`;
      await run({ cwd, roots: [cwd] });
    });
  });
}

inProject(
  "9.11: links to files within the scope count as files in searches; a pattern whose literal part goes through a link finds what lies there",
  async (context) => {
    const rows: readonly (readonly [name: string, args: Args, paths: string])[] = [
      ["find_files", { name_contains: "CLAUDE" }, "CLAUDE.md"],
      ["find_files", { extensions: ["md"] }, "AGENTS.md CLAUDE.md chain.md"],
      ["find_files", {}, "AGENTS.md CLAUDE.md chain.md real/b.py real/sub/c.py"],
      ["find_files", { root: "linked" }, "linked/b.py linked/sub/c.py"],
      ["find_files", { exclude: ["C*"], extensions: ["md"] }, "AGENTS.md chain.md"],
      ["glob_search", { pattern: "*.md", kind: "file" }, "AGENTS.md CLAUDE.md chain.md"],
      ["glob_search", { pattern: "l*", kind: "dir" }, ""],
      ["glob_search", { pattern: "l*" }, "linked loop"],
      ["glob_search", { pattern: "linked/*.py" }, "linked/b.py"],
      ["glob_search", { pattern: "linked/**", kind: "file" }, "linked/b.py linked/sub/c.py"],
      ["glob_search", { pattern: "{linked,real}/*.py" }, "linked/b.py real/b.py"],
      ["glob_search", { pattern: "LINKED/B.py", case_sensitive: false }, "linked/b.py"],
      ["glob_search", { pattern: "deep/too/c.py" }, "deep/too/c.py"],
      ["glob_search", { pattern: "linked/back/linked/b.py" }, "linked/back/linked/b.py"],
      ["glob_search", { pattern: "linked/*.py", exclude: ["linked/"] }, ""],
      // Where no part spells the link out, it is not looked through: no walk goes round.
      ["glob_search", { pattern: "**/b.py" }, "real/b.py"],
      ["glob_search", { pattern: "*/b.py" }, "real/b.py"],
      // Nothing outside, whatever is there.
      ["glob_search", { pattern: "away/*" }, ""],
      ["find_files", { name_contains: "secret" }, ""],
      ["glob_search", { pattern: "{gone,loop,secret}", kind: "file" }, ""],
    ];
    for (const [name, args, paths] of rows) {
      const found = await DISCOVERY[name]!.execute(args, context);
      assertEquals(pathsOf(found).join(" "), paths, `${name} ${JSON.stringify(args)}`);
      const pages = await follow(DISCOVERY[name]!, { ...args, limit: 1 }, context);
      assertEquals(pages.flatMap(pathsOf), pathsOf(found), `${name} ${JSON.stringify(args)}`);
    }
    const { find_files } = TOOLSETS.agent;
    const { text } = toToolResult(
      find_files,
      await find_files.execute({ name_contains: "L", extensions: ["md"] }, context),
    );
    assertEquals(text.split("\n").slice(0, 2), ["find_files .: 1 entry", "CLAUDE.md@"]);
  },
);

inProject("8.4: in `discovery`, a link is never followed, and is no file", async (context) => {
  const { find_files, glob_search } = TOOLSETS.discovery;
  const rows: readonly (readonly [found: DiscoveryResult, paths: string[]])[] = [
    [await find_files.execute({ extensions: ["md"] }, context), ["AGENTS.md"]],
    [await glob_search.execute({ pattern: "linked/*" }, context), []],
    [await glob_search.execute({ pattern: "C*", kind: "file" }, context), []],
  ];
  for (const [found, paths] of rows) assertEquals(pathsOf(found), paths);
});

inProject(
  "a hidden file has no link that counts as a file, nor has an ignored one of its own",
  async (context) => {
    const policy = { hide: ["AGENTS.md"] };
    const { find_files } = TOOLSETS.agent;
    assertEquals(
      pathsOf(await find_files.execute({ extensions: ["md"] }, { ...context, policy })),
      [],
    );
    await Deno.writeTextFile(`${context.cwd}/.gitignore`, "CLAUDE.md\nreal/\n");
    const found = await find_files.execute({ extensions: ["md"] }, context);
    assertEquals([pathsOf(found), found.hints], [
      ["AGENTS.md", "chain.md"],
      ["1 more is ignored by git (first: .gitignore:1 CLAUDE.md)"],
    ]);
  },
);

inProject(
  "9.11: a path through a link is found where a text spells it out; a task that spells out a link marks it",
  async (context) => {
    const { cwd } = context;
    const rows: readonly (readonly [query: string, kind: string, first: string | undefined])[] = [
      ["linked/b.py", "any", "linked/b.py"],
      ["./linked/sub/c.py:3", "any", "linked/sub/c.py"],
      ["linked/sub", "dir", "linked/sub"],
      ['File "linked/b.py", line 3, in f', "file", "linked/b.py"],
      ["deep/too/c.py", "file", "deep/too/c.py"],
      ["CLAUDE", "file", "CLAUDE.md"],
      ["away/secret", "file", undefined],
    ];
    for (const [query, kind, first] of rows) {
      const [found] = await pathsFor(cwd, query, { kind });
      assertEquals(found, first, query);
    }
    const stored = { "store/.git/HEAD": "x", "store/kept": "", "in/.gitignore": "*.out\n" };
    await plantTree(`${cwd}/..`, { ...stored, "in/real/made.out": "", "in/self": link(".") });
    // Git's rules and the stores hold behind a link, and no query lends its paths to another.
    const { results } = await find(cwd, ["linked/made.out", "self/.git/HEAD", "linked/b.py", "c"]);
    const paths = results.map(({ entries }) => entries.map(({ path }) => path));
    assertEquals(paths.flat().filter((path) => /made|HEAD/.test(path)), []);
    assertEquals(paths.map((each) => each.includes("linked/b.py")), [false, false, true, false]);
    const marked = async (query: string) => (await overview(cwd, { query }, context)).marked?.[0];
    assertEquals(await marked("fix CLAUDE.md"), { path: "CLAUDE.md", why: "exact" });
    // What lies behind a link has a row of its own.
    assertEquals((await marked("crash in linked/b.py"))?.path, "real/b.py");
    const { text } = await overview(cwd, { query: "fix CLAUDE.md" }, context);
    assertEquals(
      text.split("\n").find((row) => row.startsWith("CLAUDE")),
      "CLAUDE.md@ -> AGENTS.md\t#1 exact",
    );
  },
);
