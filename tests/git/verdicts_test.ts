/** Verdicts of an entry's repository, as the tools report them. */
import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../mod.ts";
import { follow, pathsOf, stream } from "../support/discovery.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { index, indexBytes } from "../support/index_bytes.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";
import { link, needsOf, type Tree, withQuickTree } from "../support/tree.ts";

const test = testsNeeding(LINKS);

const { agent, discovery, files, tree } = TOOLSETS;

/** The files that a search gives without a dot name. */
async function found(cwd: string, args: Record<string, unknown> = {}): Promise<string[]> {
  const paths = pathsOf(
    await discovery.find_files.execute({ use_gitignore: true, ...args }, { cwd }),
  );
  return paths.filter((path) => !/(^|\/)\.[^/]*$/.test(path));
}

async function explained(cwd: string, path: string): Promise<string> {
  const result = await agent.explain_path.execute({ path }, { cwd });
  return toToolResult(agent.explain_path, result).text.split("\n").slice(2).join("\n");
}

const TRACKED: Tree = {
  ".git/HEAD": "",
  ".git/index": index([
    "build/in/deep.js",
    "build/keep.js",
    "build/link",
    "gone/x",
    "out.log",
    "plain",
  ]),
  ".gitignore": "build/\n*.log\ngone/\n",
  "build/.gitignore": "!other.js\n",
  "build/keep.js": "",
  "build/other.js": "",
  "build/link": link("keep.js"),
  "build/in/deep.js": "",
  "build/in/other/x": "",
  "gone/y": "",
  "in.log": "",
  "out.log": "",
  "plain": "",
};

test("a tracked file is never ignored, nor is its folder passed over", () =>
  withQuickTree(TRACKED, async (cwd) => {
    const kept = ["build/in/deep.js", "build/keep.js", "out.log", "plain"];
    assertEquals(await found(cwd), kept);
    const below = ["build/in/deep.js", "build/in/other/x", "build/keep.js", "build/other.js"];
    assertEquals(await found(cwd, { root: "build" }), below);
    const paged = await follow(discovery.find_files, { use_gitignore: true, limit: 1 }, { cwd });
    const shown = paged.flatMap(pathsOf);
    assertEquals(shown, [".gitignore", ...kept]);
    const folders = await discovery.glob_search.execute(
      { pattern: "**", kind: "dir", use_gitignore: true },
      { cwd },
    );
    // Of `gone`, the index still holds a file.
    assertEquals(pathsOf(folders), ["build", "build/in", "gone"]);
    const { content: [{ text }] } = await files.ls.execute({ path: "." }, { cwd });
    assertEquals(JSON.parse(text).files.map((path: string) => path.slice(cwd.length + 1)), [
      ".gitignore",
      "build/in/deep.js",
      "build/keep.js",
      "build/link",
      "out.log",
      "plain",
    ]);
    const { text: seen } = await agent.overview.execute({ include_hidden: false }, { cwd });
    assertEquals(seen.split("\n"), [
      "build/",
      " in/",
      "  deep.js",
      "  other/ (ignored)",
      " keep.js",
      " link@ -> keep.js",
      "gone/ (1 omitted)",
      "out.log",
      "plain",
      "omitted: 6 ignored, 1 hidden",
    ]);
    const listed = await tree.list_dir.execute(
      { recursive: true, use_gitignore: true, filter: "files" },
      { cwd, gitignore: "git" },
    );
    assert(listed.includes("build/keep.js") && !listed.includes("build/other.js"), listed);
  }));

test("explain_path names the source: a line, `.git/info/exclude`, what is tracked, the repository that decides", async (t) => {
  const nested: Tree = {
    ...TRACKED,
    ".git/info/exclude": "# first\n\n*.tmp\n",
    "a.tmp": "",
    "vendor/.gitignore": "lib/\n",
    "vendor/lib/.git/HEAD": "",
    "vendor/lib/.gitignore": "x.o\n",
    "vendor/lib/x.o": "",
    "vendor/lib/in.log": "",
    "sub/.git/info/exclude": "secret\n",
    "sub/secret": "",
    "sub/in.log": "",
  };
  const rows: [path: string, text: string][] = [
    ["plain", "ignored by git: no, by no rule"],
    ["a.tmp", "ignored by git: yes, by .git/info/exclude:3 *.tmp"],
    ["out.log", "ignored by git: no, git tracks it; else it would be, by .gitignore:2 *.log"],
    ["build", "ignored by git: no, git tracks it; else it would be, by .gitignore:1 build/"],
    [
      "build/keep.js",
      "ignored by git: no, git tracks it; else it would be, by .gitignore:1 build/",
    ],
    ["build/other.js", "ignored by git: yes, by .gitignore:1 build/, which ignores build/"],
    ["build/in/other/x", "ignored by git: yes, by .gitignore:1 build/, which ignores build/"],
    ["sub/secret", "ignored by git: yes, by sub/.git/info/exclude:1 secret\nrepository: sub"],
    ["sub/in.log", "ignored by git: no, by no rule\nrepository: sub"],
    [
      "vendor/lib/in.log",
      "ignored by git: no, by no rule\nrepository: vendor/lib\nThe whole repository is ignored by vendor/.gitignore:1 lib/: a search from above leaves it out.",
    ],
  ];
  await withQuickTree(nested, async (cwd) => {
    for (const [path, text] of rows) {
      await t.step(path, async () => assertEquals(await explained(cwd, path), text));
    }
    const result = await agent.explain_path.execute({ path: "out.log" }, { cwd });
    assertEquals([result.rule, result.ignored], [null, false]);
    const despite = { file: ".gitignore", line: 2, pattern: "*.log", negated: false };
    assertEquals(result.tracked_despite, despite);
  });
});

test("a nested repository starts without outer rules, in every tool; those on its own folder hold", async () => {
  const outer: Tree = {
    ".git/index": index(["@linked", "linked-not/f"]),
    ".gitignore": "*.log\n/ignored/\n/linked/\nx\n",
    "deep/er/repo/.git": "gitdir: ../../../.git/modules/m\n",
    ".git/modules/m/info/exclude": "y\n",
    "deep/er/repo/in/a.log": "",
    "deep/er/repo/x": "",
    "deep/er/repo/y": "",
    "deep/er/a.log": "",
    "ignored/.git/HEAD": "",
    "ignored/f": "",
    "linked/.git/HEAD": "",
    "linked/a.log": "",
    "tree/.git": link("../.git/modules/m"),
    "tree/a.log": "",
    "tree/y": "",
  };
  const kept = ["deep/er/repo/in/a.log", "deep/er/repo/x", "linked/a.log", "tree/a.log"];
  await withQuickTree(outer, async (cwd) => {
    assertEquals(await found(cwd), kept);
    assertEquals(await found(cwd, { root: "deep/er/repo" }), kept.slice(0, 2));
    assertEquals(await found(cwd, { root: "deep/er/repo/in" }), kept.slice(0, 1));
    assertEquals(await found(cwd, { root: "ignored" }), ["ignored/f"]);
    const { content: [{ text }] } = await files.ls.execute({ path: "." }, { cwd });
    for (const path of kept) assert(text.includes(`${cwd}/${path}"`), path);
    const args = { recursive: true, use_gitignore: true, filter: "files" } as const;
    const listed = (context: { gitignore?: "git" }) =>
      tree.list_dir.execute(args, { cwd, ...context });
    const byGit = (await listed({ gitignore: "git" })).split("\n").filter((line) =>
      !/(^|\/)\.git/.test(line)
    );
    assertEquals(byGit, kept);
    // Spec 0 has the rules of all files above hold, whatever lies between.
    assertEquals((await listed({})).includes(".log"), false);
  });
});

Deno.test("the order of what git reads: `.gitignore` files, `info/exclude`, then what the host excludes", async () => {
  const made: Tree = {
    ".git/info/exclude": "a\n!b\nc\n/sub/d\n",
    ".gitignore": "!c\n",
    ...Object.fromEntries(
      ["a", "b", "c", "sub/a", "sub/d", "sub/e", "sub/in/d"].map((path) => [path, ""]),
    ),
    "repo/.git/HEAD": "",
    "repo/a": "",
    "repo/b": "",
  };
  await withQuickTree(made, async (cwd) => {
    const kept = async (root: string, excludes?: string): Promise<string[]> => {
      const policy = excludes === undefined ? {} : { policy: { excludes } };
      const args = { root, use_gitignore: true };
      const result = await discovery.find_files.execute(args, { cwd, ...policy });
      return pathsOf(result).filter((path) => !path.includes(".git"));
    };
    assertEquals(await kept("."), ["b", "c", "repo/a", "repo/b", "sub/e", "sub/in/d"]);
    assertEquals(await kept(".", "b\ne\n"), ["b", "c", "repo/a", "sub/in/d"]);
    assertEquals(await kept("sub", "/sub/e\n!a\n"), ["sub/in/d"]);
    assertEquals(await kept("repo", "b\n"), ["repo/a"]);
    const { rule } = await agent.explain_path.execute({ path: "sub/in/a" }, { cwd });
    assertEquals(rule?.file, ".git/info/exclude");
  });
});

const RULED: Tree = {
  ".gitignore": "*.log\n",
  "a/a.log": "",
  "b/b.log": "",
  "c/c": "",
  "d/d.log": "",
};

/** Indexes that cannot be had, by what is wrong with them. */
const ODD: readonly (readonly [what: string, tree: Tree, unreadRules?: 1])[] = [
  ["cut", {
    ".git/index": { make: (path) => Deno.writeFile(path, indexBytes(["a/a.log"]).slice(0, -30)) },
  }],
  ["no index", { ".git/index": "DIRC" }],
  ["over 64 MiB", {
    ".git/index": {
      make: (path) => Deno.writeTextFile(path, "").then(() => Deno.truncate(path, 2 ** 26 + 1)),
    },
  }],
  ["a directory", { ".git/index/x": "" }],
  ["a link out of the scope", { ".git/index": link("/etc/passwd") }],
  ["of an extension that is not known", {
    ".git/index": index(["a/a.log"], { extensions: [["zzzz", new Uint8Array(0)]] }),
  }],
  ["split", {
    ".git/index": index(["a"], { extensions: [["link", new Uint8Array(20).fill(1)]] }),
  }],
  ["of another hash", {
    ".git/index": index(["a"]),
    ".git/config": "[extensions]\nobjectFormat=md5\n",
  }],
  ["of a later format", {
    ".git/index": index(["a"]),
    ".git/config": "[core]\nrepositoryFormatVersion=2\n",
  }],
  ["of another work tree", {
    ".git/index": index(["a"]),
    ".git/config": "[core]\nworktree=/elsewhere\n",
  }],
  [
    "with a configuration that cannot be read",
    { ".git/index": index(["a"]), ".git/config/x": "" },
    1,
  ],
  ["outside", { ".git": "gitdir: /elsewhere" }],
  ["nowhere", { ".git": "gitdir: elsewhere" }],
  ["not named", { ".git": "elsewhere" }],
];

for (const [what, odd, unreadRules] of ODD) {
  testsNeeding(needsOf(odd))(
    `an index that is ${what} is passed over and said`,
    () =>
      withQuickTree({ ...RULED, ...odd }, async (cwd) => {
        const args = { use_gitignore: true, extensions: ["log", "c"] };
        const whole = await discovery.find_files.execute(args, { cwd });
        const rules = unreadRules && { unreadable_gitignore: unreadRules };
        assertEquals([whole.entries, whole.skipped], [[], { ...rules, unreadable_index: 1 }]);
        const { unreadable_index } = await agent.overview.execute({}, { cwd });
        assertEquals(unreadable_index, 1);
        const [verdict, ...notes] = (await explained(cwd, "a/a.log")).split("\n");
        const why = what === "split" ? "split" : "unreadable";
        assertEquals(
          verdict,
          `ignored by git: not known, as the index is ${why}: yes, by .gitignore:1 *.log, unless git tracks it`,
        );
        assertEquals(
          notes.at(-1),
          `skipped: ${rules ? "1 unreadable_gitignore, " : ""}1 unreadable_index`,
        );
        assertEquals((await explained(cwd, "c/c")).includes("unreadable_index"), false);
      }),
  );
}

test("an `info/exclude` that cannot be read is said, as a .gitignore is", async () => {
  const odd: Tree[] = [
    { ".git/info/exclude": link("/etc/passwd") },
    { ".git/info/exclude/x": "" },
    { ".git/info/exclude": "#".repeat(1024 * 1024 + 1) },
    { ".git/commondir": link("/etc/passwd") },
    { ".git/commondir/x": "" },
  ];
  for (const each of odd) {
    await withQuickTree({ ...each, "a/x": "", "b": "" }, async (cwd) => {
      for (const root of [".", "a"]) {
        const args = { use_gitignore: true, root, limit: 1 };
        const [first, ...more] = await follow(discovery.find_files, args, { cwd });
        assertEquals(first!.skipped, { unreadable_gitignore: 1 }, JSON.stringify([each, root]));
        assertEquals(more.map(({ skipped }) => skipped), root === "." ? [undefined] : []);
      }
    });
  }
});

Deno.test("an unread index is said on each page where it was needed, and once there", () =>
  withQuickTree({ ...RULED, ".git/index": "odd", "b/x": "", "e/y": "" }, async (cwd) => {
    const args = { use_gitignore: true, limit: 1, exclude_dirs: [".git"] };
    const paged = await follow(discovery.find_files, args, { cwd });
    const said = { unreadable_index: 1 };
    assertEquals(paged.map(({ entries, skipped }) => [entries[0]?.path, skipped]), [
      [".gitignore", undefined],
      ["b/x", said],
      ["c/c", undefined],
      ["e/y", said],
    ]);
    assertEquals(await stream(discovery.find_files, args, { cwd }), paged);
    const told: unknown[] = [];
    const onSkipped = (skipped: unknown): void => void told.push(skipped);
    const { content: [{ text }] } = await files.ls.execute({ path: "." }, { cwd, onSkipped });
    assertEquals([JSON.parse(text).unreadable, told], [1, [said]]);
  }));

Deno.test("a git directory outside the scope is said: its excludes and what it tracks are not known", async () => {
  const made: Tree = {
    "main/.git/worktrees/w/commondir": "../..\n",
    "main/.git/worktrees/w/index": index(["a.log"]),
    "main/.git/info/exclude": "secret\n",
    "w/.git": "gitdir: ../main/.git/worktrees/w\n",
    "w/.gitignore": "*.log\n",
    "w/a.log": "",
    "w/secret": "",
  };
  await withQuickTree(made, async (root) => {
    const whole = await agent.explain_path.execute({ path: "w/a.log" }, { cwd: root });
    assertEquals([whole.ignored, whole.rules_above_scope, whole.git_directory], [
      false,
      undefined,
      undefined,
    ]);
    assertEquals(await found(root, { root: "w" }), ["w/a.log"]);
    const cwd = `${root}/w`;
    assertEquals(
      await explained(cwd, "a.log"),
      "ignored by git: not known, as the index is unreadable: yes, by .gitignore:1 *.log, unless git tracks it\n" +
        "The .git here leads out of the scope: its info/exclude and what it tracks are not known.\n" +
        "skipped: 1 unreadable_index",
    );
    assertEquals((await agent.overview.execute({}, { cwd })).git_directory, "outside_scope");
    assertEquals(await found(cwd), ["secret"]);
  });
});

/** The files that an action opens, and the `.git` that it asks for. */
async function opened(cwd: string, action: () => Promise<unknown>) {
  const [files, asked]: string[][] = [[], []];
  const inside = (path: string): string => path.slice(cwd.length + 1);
  using _disk = failingDisk({
    openSync(path, proceed) {
      files!.push(path.startsWith(`${cwd}/`) ? inside(path) : path);
      return proceed();
    },
    lstatSync(path, proceed) {
      if (path.endsWith("/.git")) asked!.push(inside(path));
      return proceed();
    },
  });
  await action();
  return { files, asked: [...new Set(asked)] };
}

Deno.test("the index is read where a rule would leave something out, and once a call", async () => {
  const made: Tree = {
    ...RULED,
    ".git/HEAD": "",
    ".git/config": "[core]\n",
    ".git/index": index(["a/a.log"]),
    "e/repo/.git/HEAD": "",
    "e/repo/.git/index": index(["x"]),
  };
  await withQuickTree(made, async (cwd) => {
    const search = (args: Record<string, unknown>) => () =>
      discovery.find_files.execute(
        { use_gitignore: true, exclude_dirs: [".git"], ...args },
        { cwd },
      );
    const { files, asked } = await opened(cwd, search({}));
    assertEquals(files, [".git/config", ".gitignore", ".git/index"]);
    // A listing tells where `.git` is: no other directory is asked.
    assertEquals(asked, [".git", "e/repo/.git"]);
    const { files: fewer } = await opened(cwd, search({ extensions: ["c"] }));
    assertEquals(fewer, [".git/config", ".gitignore"]);
    assertEquals((await opened(cwd, search({ use_gitignore: false }))).files, []);
  });
});

Deno.test("paths in an index lead nowhere: they are only compared with names that were read", async () => {
  const hostile = [
    "",
    "../x",
    "..",
    "/etc/passwd",
    ".git/config",
    "a//a.log",
    "a/../a/a.log",
    "a\0b",
    "d/./d.log",
  ];
  const made = (paths: string[]): Tree => ({ ...RULED, ".git/index": index(paths.sort()) });
  const seen: unknown[] = [];
  for (const paths of [hostile, ["a/b"]]) {
    await withQuickTree(made(paths), async (cwd) => {
      const { files } = await opened(cwd, async () => {
        seen.push(await found(cwd, { exclude_dirs: [".git"] }));
      });
      seen.push(files);
    });
  }
  assertEquals(seen.slice(0, 2), seen.slice(2));
  assertEquals(seen[0], ["c/c"]);
});
