import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type Progress,
  type ToolContext,
  TOOLSETS,
  toToolResult,
  type VisibilityPolicy,
} from "../../mod.ts";
import { formatValue } from "../../src/arguments/argument_error.ts";
import { leapClock } from "../support/clock.ts";
import { index } from "../support/index_bytes.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";
import { sketch } from "../support/sketch.ts";
import { type Tree, withTree } from "../support/tree.ts";
import { filesBy, WALKERS } from "../support/walkers.ts";
import { whenHuge } from "../support/walking.ts";

const test = testsNeeding(LINKS);

const { agent, tree, discovery } = TOOLSETS;

/** Every path that `glob_search` of `agent` gives, which follows git's rules. */
async function found(context: ToolContext, args: Record<string, unknown> = {}): Promise<string[]> {
  const { entries } = await agent.glob_search.execute({ pattern: "**", ...args }, context);
  return entries.map(({ path, kind }) => path + (kind === "dir" ? "/" : ""));
}

const HIDDEN = sketch(
  "a/secret/x, a/b, c/a/b, secret, to-secret -> a/secret, to-b -> a/secret/../b",
);

test("`hide` takes .gitignore patterns that start from each root, and matches resolved paths", async () => {
  const all = ["a/", "a/b", "a/secret/", "a/secret/x", "c/", "c/a/", "c/a/b", "secret", "to-b"];
  const without = (...gone: string[]): string[] =>
    [...all, "to-secret"].filter((path) => !gone.some((each) => path.startsWith(each)));
  const rows: [policy: VisibilityPolicy, paths: string[]][] = [
    [{}, without()],
    [{ hide: [] }, without()],
    [{ hide: ["secret"] }, without("a/secret", "secret")],
    [{ hide: ["secret/"] }, without("a/secret")],
    [{ hide: ["/a"] }, without("a/")],
    [{ hide: ["a/b"] }, without("a/b")],
    [{ hide: ["*", "!c/", "!to-*"] }, ["c/", "to-b", "to-secret"]],
    [{ hide: ["to-*"] }, without("to-")],
    // A link is matched as what it is, no directory.
    [{ hide: ["to-*/"] }, without()],
    [{ hide: ["secret"], show: ["secret"] }, without("a/secret", "secret")],
    // So many that a read yields between them.
    [
      { hide: [...Array.from({ length: 300 }, (_, i) => `?${i}*z`), "secret"] },
      without("a/secret", "secret"),
    ],
    // The patterns start elsewhere if the host says so.
    [{ hide: ["/b"], from: ["a"] }, without("a/b")],
  ];
  await withTree(HIDDEN, async (cwd) => {
    for (const [policy, paths] of rows) {
      assertEquals(await found({ cwd, policy }), paths, JSON.stringify(policy));
    }
    // One root in another: the outermost counts. What lies outside of all counts from `/`.
    const nested = { cwd, roots: ["a", "."], policy: { hide: ["/b"] } };
    assertEquals(await found(nested, { root: "a" }), ["a/b", "a/secret/", "a/secret/x"]);
    const free = await tree.list_dir.execute({ path: `${cwd}/c` }, {
      cwd: `${cwd}/a`,
      policy: { hide: ["a"] },
    });
    assertEquals(free, "");
  });
});

test("a hidden path does not exist for a tool that requests it; a link to it is broken", () =>
  withTree(HIDDEN, async (cwd) => {
    const context = { cwd, policy: { hide: ["secret"] } };
    for (const path of ["a/secret", "to-secret", "to-b"]) {
      const { error } = await discovery.list_dir.execute({ path }, context);
      assertEquals(error, { code: "not_found", message: `'${path}' does not exist` });
    }
    const kinds = [["secret", "missing"], ["a/secret/x", "missing"], [
      "to-secret",
      "symlink",
      "a/secret",
    ]];
    for (const [path, kind, target] of kinds) {
      const { entries: [entry] } = await agent.stat_path.execute({ path: path! }, context);
      assertEquals([entry?.kind, entry?.link_target], [kind, target]);
    }
    assertEquals(await tree.list_dir.execute({ path: "a", recursive: true }, context), "b");
  }));

const IGNORED: Tree = {
  ...sketch(
    ".git/HEAD, .env, .env.example, dist/deep/er/k.txt, dist/deep/o.txt, dist/keep.log, node_modules/m/.env.example, src/a.ts",
  ),
  ".gitignore": "dist/\n.env*\n*.log\nnode_modules/\n",
};

Deno.test("`show` re-includes what git ignores, and the walk goes through ignored folders on its way", async () => {
  const base = [".gitignore", "src/", "src/a.ts"];
  const deep = "dist/ dist/deep/ dist/deep/er/ dist/deep/er/k.txt";
  const rows: [show: string[], more: string][] = [
    [[".env.example"], ".env.example"],
    [["dist/"], `${deep} dist/deep/o.txt`],
    [["dist/keep.log"], "dist/ dist/keep.log"],
    [["dist/deep/er/*"], deep],
    [["dist/**/*.txt", "!dist/deep/er"], "dist/ dist/deep/ dist/deep/o.txt"],
    [["/dist/d*/", "!o.txt"], `${deep} dist/deep/o.txt`],
    [["*.log"], ""],
    [["**/k.txt"], ""],
    [["node_modules/m/.env*"], "node_modules/ node_modules/m/ node_modules/m/.env.example"],
    // Git lists it never, without any rule.
    [[".git/"], ""],
  ];
  await withTree(IGNORED, async (cwd) => {
    for (const [show, more] of rows) {
      const context = { cwd, policy: { show } };
      const expected = [...base, ...more.split(" ").filter((path) => path !== "")].sort();
      assertEquals(await found(context), expected, JSON.stringify(show));
      const { content } = await TOOLSETS.files.ls.execute({ path: "." }, context);
      const files = expected.filter((path) => !path.endsWith("/")).map((path) => `${cwd}/${path}`);
      assertEquals(JSON.parse(content[0].text).files, files, JSON.stringify(show));
    }
  });
});

Deno.test("explain_path reports what the policy re-includes and ignores; lines of a hidden .gitignore are not quoted", async () => {
  const show = ["dist/keep.log", ".env.example"];
  const line = (file: string, line: number, pattern: string, negated = false) => ({
    file,
    line,
    pattern,
    negated,
  });
  const shown = "(shown by the host)";
  const rows: [policy: VisibilityPolicy, path: string, ignored: boolean, rule: unknown][] = [
    [{ show }, "dist", false, line(shown, 1, "dist/keep.log", true)],
    [{ show }, "dist/keep.log", false, line(shown, 1, "dist/keep.log", true)],
    // What a shown folder holds is shown by the folder's pattern.
    [{ show: ["dist/"] }, "dist/deep/o.txt", false, line(shown, 1, "dist/", true)],
    [{ show: ["dist/"] }, "dist/keep.log", true, line(".gitignore", 3, "*.log")],
    [{ show }, "dist/deep/o.txt", true, line(".gitignore", 1, "dist/")],
    [{ show }, ".env.example", false, line(shown, 2, ".env.example", true)],
    [{ excludes: "# mine\n*.ts\n" }, "src/a.ts", true, line("(global excludes)", 2, "*.ts")],
    [{ excludes: "!.env\n" }, ".env", true, line(".gitignore", 2, ".env*")],
    [{ excludes: "src/a.ts\n" }, "src/a.ts", true, line("(global excludes)", 1, "src/a.ts")],
    [{ hide: [".gitignore"] }, ".env", true, null],
  ];
  await withTree(IGNORED, async (cwd) => {
    for (const [policy, path, ignored, rule] of rows) {
      const result = await agent.explain_path.execute({ path }, { cwd, policy });
      assertEquals(
        [result.ignored, result.rule],
        [ignored, rule],
        `${JSON.stringify(policy)} ${path}`,
      );
    }
    const context = { cwd, policy: { hide: [".gitignore"] } };
    assertEquals(await found(context), ["src/", "src/a.ts"], "its rules hold");
    const { hints } = await agent.find_files.execute({ extensions: ["log"] }, context);
    assertEquals(hints, ["1 would match with use_gitignore: false"]);
    const explained = await agent.explain_path.execute({ path: "dist/keep.log" }, context);
    assertEquals(
      toToolResult(agent.explain_path, explained).text,
      "path: dist/keep.log\nkind: file\nignored by git: yes, with dist/",
    );
  });
});

Deno.test("`excludes` comes after every .gitignore, and counts from the root of the repository", async () => {
  const rows: [excludes: string, paths: string[]][] = [
    ["*.ts\n", ["a/", "a/keep.ts"]],
    ["/b.ts\n", ["a/", "a/b.ts", "a/keep.ts"]],
    ["a/b.ts\n", ["a/", "a/keep.ts", "b.ts"]],
  ];
  const tree = sketch(".git/HEAD, a/b.ts, a/keep.ts, b.ts");
  await withTree({ ...tree, ".gitignore": "!keep.ts\n" }, async (cwd) => {
    for (const [excludes, expected] of rows) {
      const context = { cwd, policy: { excludes } };
      assertEquals(await found(context), [".gitignore", ...expected], excludes);
      const inner = expected.filter((path) => /^a\/./.test(path));
      assertEquals(await found(context, { root: "a" }), inner, excludes);
    }
  });
});

Deno.test("a cursor of another policy is of another query; without a policy, a cursor is as it was", () =>
  withTree({ "a": "", "b": "", "c": "" }, async (cwd) => {
    const page = (policy?: VisibilityPolicy, cursor?: string) =>
      discovery.find_files.execute({ limit: 1, ...cursor && { cursor } }, {
        cwd,
        ...policy && { policy },
      });
    const plain = await page();
    assertEquals((await page({ hide: [] })).next_cursor, plain.next_cursor);
    const { next_cursor } = await page({ hide: ["b"] });
    assertEquals((await page({ hide: ["b"] }, next_cursor)).entries.map(({ path }) => path), ["c"]);
    for (
      const [policy, cursor] of [[undefined, next_cursor], [{ hide: ["c"] }, next_cursor]] as const
    ) {
      assertEquals((await page(policy, cursor)).error?.code, "bad_cursor");
    }
  }));

Deno.test("overview counts what the host hides, and nothing else does", () =>
  withTree({ "a/s/x": "", "b": "", "s": "" }, async (cwd) => {
    const { totals, omitted, text } = await agent.overview.execute({}, {
      cwd,
      policy: { hide: ["s"] },
    });
    assertEquals(totals, { files: 1, dirs: 1, links: 0, others: 0 });
    assertEquals(omitted.hidden_by_host, 2);
    assertEquals(text, "a/ (empty)\nb");
    const output = await agent.overview.execute({}, { cwd, policy: { hide: ["none"] } });
    assertEquals("hidden_by_host" in output.omitted, false);
  }));

Deno.test("a policy with a wrong field is refused by name: what is misspelt would hide nothing", async () => {
  const patterns =
    "must be an array of at most 1000 patterns, each one line of at most 4096 characters";
  const rows: [policy: unknown, message: string][] = [
    [5, "policy must be an object"],
    [[], "policy must be an object"],
    [{ hides: ["a"] }, "policy.hides is no known field; did you mean hide?"],
    [{ hide: "a" }, `policy.hide ${patterns}`],
    [{ hide: [1] }, `policy.hide ${patterns}`],
    [{ hide: ["a\nb"] }, `policy.hide ${patterns}`],
    ...["", "# a", "./secrets", "../x", "a/./b", "a//b", "/", "[", "a[z-", "secrets\\"].flatMap((
      dead,
    ) =>
      ["hide", "show"].map((name): [unknown, string] => [
        { [name]: ["a", dead] },
        `policy.${name} has a pattern that can match nothing: "${dead.replace("\\", "\\\\")}"`,
      ])
    ),
    ...[
      ["/base/a/x", "/x"],
      ["!/base/a/*.key", "!/*.key"],
      ["lib\\cancel", "lib/cancel"],
      ["lib\\.env", "lib/.env"],
      ["\tsecrets/", "secrets/"],
      ["~/secrets", ""],
    ].map(([pattern, meant]): [unknown, string] => [
      { hide: ["a", pattern], from: ["/base/a/b", "/base/a"] },
      `policy.hide has a pattern that can match nothing: ${formatValue(pattern)} (${
        meant && `write ${JSON.stringify(meant)}: `
      }patterns start from each root`,
    ]),
    [{ hide: ["*.{a,b}"] }, 'policy.hide has a pattern that can match nothing: "*.{a,b}" (git has'],
    [{ show: ["!a"] }, 'policy.show has a pattern that can match nothing: "!a" (there is none'],
    [{ show: ["a".repeat(4097)] }, `policy.show ${patterns}`],
    [{ show: Array(1001).fill("a") }, `policy.show ${patterns}`],
    ...[["a"], "a".repeat(2 ** 20 + 1), "~/.config/git/ignore", "/home/me/.gitignore_global"].map((
      excludes,
    ): [unknown, string] => [
      { excludes },
      "policy.excludes must be the text of a file, not its path, of at most 1048576 characters",
    ]),
    [{ from: "a" }, "policy.from must be an array of strings"],
  ];
  for (const [policy, message] of rows) {
    for (const toolset of Object.values(TOOLSETS)) {
      const [tool] = Object.values(toolset);
      await assertRejects(
        () => tool!.execute({} as unknown, { policy: policy as VisibilityPolicy }),
        TypeError,
        `Cannot use the ${
          message.startsWith("policy.") ? message.replace(".", ": ") : `context: ${message}`
        }`,
      );
    }
  }
  await withTree({ "a": "", "b": "" }, async (cwd) => {
    await assertRejects(() => found({ cwd, policy: { hide: [`${cwd}/a`] } }), TypeError, '"/a"');
    await found({
      cwd,
      roots: ["/"],
      policy: { hide: [`${cwd}/a`, cwd, "\\!a", "\\ a", "\\.env"] },
    });
    await found({ cwd, policy: { hide: ["{{a}}", "\\{a,b}"] } });
    const policy = { hide: ["a"], show: null, excludes: null } as unknown as VisibilityPolicy;
    assertEquals(await found({ cwd, policy }), ["b"], "`null` is absent");
  });
});

Deno.test("the rules of a hidden folder are not read: they would reveal that it exists", () =>
  withTree({ "a": "", "s/.gitignore": "x\n", "s/x": "" }, async (cwd) => {
    const { explain_path } = agent;
    const hidden = await explain_path.execute({ path: "s/x" }, { cwd, policy: { hide: ["s"] } });
    assertEquals(hidden.ignored, false);
    // Below a file there is no .gitignore that could not be read.
    const below = await explain_path.execute({ path: "a/b/c" }, { cwd });
    assertEquals("unreadable_gitignore" in below, false);
  }));

const NESTED: Tree = {
  ...sketch(".git/HEAD, sub/.git/HEAD, sub/dist/b.js, sub/x.env, vendor/lib/.git/HEAD"),
  ...sketch("vendor/lib/dist/a.js, vendor/lib/src/x.map, vendor/lib/src/x.ts"),
  ".gitignore": "vendor/\n*.env\n",
  "sub/.gitignore": "dist/\n",
  "vendor/lib/.git/index": index(["src/x.ts"]),
  "vendor/lib/.gitignore": "dist/\n*.map\n",
};

Deno.test("`show` re-includes in nested repositories, each with its own rules; one on the way is not shown for that", async () => {
  const base = [".gitignore", "sub/", "sub/.gitignore", "sub/x.env"];
  const lib = ["vendor/", "vendor/lib/"];
  const src = ["vendor/lib/src/", "vendor/lib/src/x.ts"];
  const dist = ["vendor/lib/dist/", "vendor/lib/dist/a.js"];
  const rows: [show: string[], more: string[]][] = [
    [["dist/"], ["sub/dist/", "sub/dist/b.js"]],
    [["vendor/lib/"], [...lib, "vendor/lib/.gitignore", ...src]],
    [["vendor/lib/src/"], [...lib, ...src]],
    [["vendor/lib/src/x.map"], [...lib, "vendor/lib/src/", "vendor/lib/src/x.map"]],
    [["vendor/lib/dist/"], [...lib, ...dist]],
    [["vendor/lib/", "vendor/lib/dist/"], [...lib, "vendor/lib/.gitignore", ...dist, ...src]],
    [["vendor/"], ["vendor/", "vendor/lib/", "vendor/lib/.gitignore", ...src]],
  ];
  await withTree(NESTED, async (cwd) => {
    for (const [show, more] of rows) {
      const paths = await found({ cwd, policy: { show } });
      assertEquals(paths, [...base, ...more].sort(), JSON.stringify(show));
    }
    const policy = { show: ["vendor/lib/dist/a.js"] };
    const inside = await found({ cwd, policy }, { root: "vendor/lib" });
    const own = ["vendor/lib/.gitignore", ...dist, ...src];
    assertEquals(inside, own, "what a call names is never ignored");
    const { ignored, ignored_parent } = await agent.explain_path.execute({
      path: "vendor/lib/src/x.ts",
    }, { cwd, policy });
    assertEquals(
      [ignored, ignored_parent],
      [false, null],
      "git's verdict is that of its repository",
    );
  });
});

Deno.test("`excludes` holds at the top of each repository, nested ones included, and for any tool that follows rules", () =>
  withTree(NESTED, async (cwd) => {
    const context = { cwd, policy: { excludes: "/x.env\n" } };
    assertEquals((await found(context)).includes("sub/x.env"), false);
    const { rule } = await agent.explain_path.execute({ path: "sub/x.env" }, context);
    assertEquals(rule?.file, "(global excludes)");
    const policy = { excludes: "*.js\n" };
    const shown = await tree.list_dir.execute({ path: "sub/dist", use_gitignore: true }, {
      cwd,
      policy,
    });
    assertEquals(shown, "");
    const [content] = (await TOOLSETS.files.ls.execute({ path: "sub/dist" }, { cwd, policy }))
      .content;
    assertEquals(JSON.parse(content!.text).files, []);
  }));

Deno.test("what git's own files decide does not depend on `hide`, and no answer names or quotes a hidden one", async () => {
  const outside = "gitdir: /elsewhere\n";
  const rows: [
    tree: Tree,
    path: string,
    ignored: boolean | null,
    without: Record<string, unknown>,
  ][] = [
    [{ ".git/info/exclude": "a\n", "a": "", "b": "" }, "a", true, { rule: null }],
    [{ ".git/index": index(["a"]), ".gitignore": "a\n", "a": "" }, "a", false, { rule: null }],
    [{ ".git/index": "?", ".gitignore": "a\n", "a": "" }, "a", null, {}],
    [{ ".git/HEAD": "", "s/.git": outside, "s/.gitignore": "a\n", "s/a": "" }, "s/a", null, {}],
    [{ ".git/HEAD": "", ".gitignore": "s/\n", "s/.git/HEAD": "", "s/a": "" }, "s/a", false, {}],
    [{ ".git/info/exclude/x": "", ".gitignore": "a\n", "a": "" }, "a", true, {}],
  ];
  for (const [made, path, ignored, without] of rows) {
    await withTree(made, async (cwd) => {
      const context = { cwd, policy: { hide: [".git"] } };
      const result = await agent.explain_path.execute({ path }, context);
      const open = await agent.explain_path.execute({ path }, { cwd });
      assertEquals([result.ignored, open.ignored], [ignored, ignored], path);
      for (const field of ["rules_above_scope", "unreadable_index", "unreadable_gitignore"]) {
        assertEquals(Object(result)[field], Object(open)[field], `${path}: ${field}`);
      }
      assertEquals({ ...result, ...without }, result);
      for (const field of ["git_directory", "repository", "repository_ignored_by"]) {
        assertEquals(field in result, false, `${path}: ${field}`);
      }
      const text = toToolResult(agent.explain_path, result).text;
      const overview = await agent.overview.execute({}, context);
      const search = await agent.find_files.execute({ use_gitignore: false }, context);
      for (const each of [text, JSON.stringify(overview), JSON.stringify(search)]) {
        assertEquals(/\.git(?!ignore| was found)/.test(each), false, each);
      }
    });
  }
});

Deno.test("progress counts no hidden entry", async () => {
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`s/${i}`, ""]));
  await withTree({ ...files, "a": "", "b/c": "", "x": "" }, async (cwd) => {
    const policy = { hide: ["s", "x"] };
    for (const walker of WALKERS) {
      const reported: Progress[] = [];
      using _clock = leapClock();
      const onProgress = (progress: Progress) => void reported.push({ ...progress });
      const listed = () => filesBy(walker, { cwd, policy, onProgress });
      assertEquals(
        [await listed(), await whenHuge(listed)],
        [["a", "b/c"], ["a", "b/c"]],
        walker.id,
      );
      assert(
        reported.length > 0 && reported.every(({ entries }) => entries <= 3),
        JSON.stringify(reported),
      );
    }
  });
});
