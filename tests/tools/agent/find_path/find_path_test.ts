import { assert, assertEquals } from "@std/assert";
import { type ToolContext, TOOLSETS, toToolResult } from "../../../../mod.ts";
import { files, lines } from "../../../support/agent.ts";
import { osError, readsOf } from "../../../support/disk_reads.ts";
import { find, pathsFor } from "../../../support/find_path.ts";
import { makeHistory } from "../../../support/git.ts";
import { GIT as HAS_GIT, needing, testsNeeding } from "../../../support/machine.ts";
import { link, needsOf, type Tree, withQuickTree } from "../../../support/tree.ts";

const tool = TOOLSETS.agent.find_path;

/** The root of a repository, so that no rules above it are unknown. */
const GIT: Tree = { ".git/HEAD": "ref: refs/heads/main\n" };

/** A step in a tree. */
function inTree(
  name: string,
  tree: Tree,
  run: (root: string) => Promise<void>,
): Deno.TestStepDefinition {
  return { ...needing(needsOf(tree), name), fn: () => withQuickTree(tree, run) };
}

Deno.test("find_path: queries as typed into a file picker, the best match first", async (t) => {
  const rows: [says: string, query: string, found: string[], others?: string[]][] = [
    ["initials", "fdw", ["src/file_disk_writer.ts", "src/feed_owl.ts"]],
    ["initials in camelCase", "fdw", ["src/FileDiskWriter.java", "src/fxdxw.java"]],
    ["an upper-case run ends where a word begins", "hs", ["HTTPServer.ts", "httpserver.ts"]],
    ["a subsequence of folders and name", "agov", ["agent/overview.ts"], ["a/g/o.ts"]],
    ["words in any order", "order walk", ["src/walk/path_order.ts", "src/walk/walk_options.ts"]],
    ["a slash separates folders from the name", "wal/ord", ["walk/path_order.ts"], [
      "order/walk.ts",
    ]],
    ["a slash at the end: the folder itself first", "agent/", ["agent", "agent/a.ts"], ["b/c.ts"]],
    ["a letter left out", "overvew", ["overview.ts"], ["other.ts"]],
    ["a letter too many", "overviiew", ["overview.ts"], ["other.ts"]],
    ["a wrong letter", "overwiew", ["overview.ts"], ["other.ts"]],
    ["two letters swapped", "ovevriew", ["overview.ts"], ["other.ts"]],
    ["two typos in a long word", "cnofiguartion", ["configuration.ts"], ["x.ts"]],
    ["one typo at most in a short one", "oerdr", [], ["order.ts", "x.ts"]],
    ["none in three letters", "abx", [], ["abc.ts"]],
    ["a typo in a folder, too", "tolos main", ["tools/main.ts", "other/main.ts"]],
    ["the exact name before names that contain it", "mod.ts", ["mod.ts", "a_mod.ts", "model.ts"]],
    ["a name before a folder of that name's entries", "walk", ["walk", "walk.ts", "walk/x.ts"]],
    ["sources before tests", "parse", ["src/parse.ts", "tests/parse.ts", "parse_test.ts"]],
    ["case makes no difference", "README", ["readme.md", "Readme.txt"]],
    ["with line number and quotes", '"./src/main.ts:12:3"', ["src/main.ts"], ["src/b.ts"]],
    ["with backslashes", "src\\main.ts", ["src/main.ts"], ["src/b.ts"]],
    ["a partial match", "make the walk faster", ["src/walk.ts"], ["src/read.ts"]],
    ["a word that says nothing of a path", "unit tests of acl", [
      "tests/unit/acl.tcl",
      "tests/unit/aofrw.tcl",
    ]],
    [
      "words before letters that lie scattered",
      "spider closed reason",
      ["src/spider.ts"],
      ["tests/CrawlerProcess/asyncio_deferred_signal.py"],
    ],
    ["and the letters where no word is found", "hlpr utl", ["src/utils/helpers.ts"]],
    ["no match", "qqq", [], ["walk.ts"]],
  ];
  for (const [says, query, found, others = []] of rows) {
    const paths = [...found, ...others];
    const names = paths.filter((path) => !paths.some((each) => each.startsWith(`${path}/`)));
    await t.step(inTree(`${says}: ${query}`, { ...GIT, ...files(names) }, async (root) => {
      const isFolderExpected = found.some((path) => !names.includes(path));
      const kind = isFolderExpected ? "any" : "file";
      assertEquals(await pathsFor(root, query, { kind }), found);
    }));
  }
});

Deno.test("find_path: an existing path or name comes first, in any of the forms that people send", async (t) => {
  const tree: Tree = {
    ...GIT,
    ...files([
      "crate/src/io.rs",
      "crate/tests/io.rs",
      "my notes/a b.md",
      "app/(auth)/[id].ts",
      "docs/テスト #1.md",
    ]),
  };
  const rows: [path: string, ...forms: string[]][] = [
    ["crate/tests/io.rs", "crate/tests/io.rs", "./crate/tests/io.rs", "ROOT/crate/tests/io.rs"],
    ["crate/tests/io.rs", "file://ROOT/crate/tests/io.rs", "ROOT/crate//tests/../tests/io.rs:12"],
    ["crate/tests/io.rs", "crate/tests/io.rs:12", "crate/tests/io.rs:12:5", "tests/io.rs:12-20"],
    ["crate/tests/io.rs", "crate/tests/io.rs#L12", "crate/tests/io.rs#L12-L20", "tests/io.rs#L1"],
    ["crate/tests/io.rs", "crate/tests/io.rs(12,3)", "crate/tests/io.rs,", "`tests/io.rs`"],
    ["crate/tests/io.rs", "a/crate/tests/io.rs", "b/crate/tests/io.rs", "crate\\tests\\io.rs"],
    ["crate/tests/io.rs", "CRATE/Tests/IO.rs", "/home/me/crate/tests/io.rs", "'tests/io.rs:3'"],
    [
      "my notes/a b.md",
      "my notes/a b.md",
      "a b.md",
      '"./my notes/a b.md:12"',
      "my\\ notes/a\\ b.md",
    ],
    ["my notes/a b.md", "file://ROOT/my%20notes/a%20b.md", "ROOT/my notes/a b.md#L3", " a b.md "],
    [
      "app/(auth)/[id].ts",
      "app\\(auth)\\[id].ts",
      "app\\(auth)\\[id].ts:3",
      "app/\\(auth\\)/\\[id\\].ts",
    ],
    [
      "docs/テスト #1.md",
      "docs\\テスト #1.md",
      "`docs/テスト #1.md:4`",
      "a/docs/テスト\\ #1.md:4",
    ],
    ["crate/tests", "crate/tests", "tests/", "./crate/tests/", "ROOT/crate/tests"],
  ];
  for (const [path, ...forms] of rows) {
    await t.step(inTree(forms.join(" "), tree, async (root) => {
      const queries = forms.map((form) => form.replace("ROOT", root));
      // Those with spaces are one task together.
      for (const query of queries) {
        const { results } = await find(root, [query], { limit: 1 });
        const [first] = results[0]!.entries;
        assertEquals([first?.path, first?.score, first?.why], [path, 100, "exact"], query);
      }
    }));
  }
});

Deno.test("find_path: exact case before another, the whole path before its end, the literal form before another", async (t) => {
  const rows: [query: string, found: string[]][] = [
    ["LICENSE", ["pkg/LICENSE", "license", "LICENSE.md"]],
    ["README", ["README", "readme.txt"]],
    ["App.tsx", ["z/App.tsx", "app.tsx"]],
    ["src/io.rs", ["src/io.rs", "a/src/io.rs"]],
    ["a/x.ts", ["a/x.ts", "x.ts"]],
    ["a/x.ts", ["x.ts", "z/a/x.ts"]],
    ["c#.md:12", ["c#.md", "c"]],
    ["a:1", ["z/a:1", "a"]],
    ["caf\u00e9", ["z/caf\u00e9", "caf\u0065\u0301"]],
    ["caf\u0065\u0301", ["caf\u0065\u0301", "z/caf\u00e9"]],
    ["a\\nb", ["a\nb"]],
    ["'a\\nb:12'", ["a\nb"]],
    ["\"it's'\"", ["it's'", "it's"]],
  ];
  for (const [query, paths] of rows) {
    await t.step(
      inTree(
        `${JSON.stringify(query)}: ${JSON.stringify(paths)}`,
        { ...GIT, ...files(paths) },
        async (root) => {
          assertEquals(await pathsFor(root, query, { kind: "file" }), paths);
        },
      ),
    );
  }
});

Deno.test("find_path: a path is taken from the root of the search, the working directory and the root's own name", () =>
  withQuickTree({
    ...GIT,
    "in/src/main.ts": "",
    "in/src/in/b/main.ts": "",
    "in/note": "",
    "in/c#": "",
    "in/pkg/in/note": "",
  }, async (root) => {
    for (
      const query of [
        "src/main.ts",
        "in/src/main.ts",
        "./in/src/main.ts",
        `${root}/in/x/../src/main.ts`,
      ]
    ) {
      const [first] = await pathsFor(root, query, { root: "in" });
      assertEquals(first, "in/src/main.ts", query);
    }
    assertEquals((await pathsFor(root, `${root}/in/src/mian.ts:3`))[0], "in/src/main.ts");
    // Another case of what was sent is nearer than what is left without the root's name.
    assertEquals((await pathsFor(root, "PKG/in/note", { root: "in" }))[0], "in/pkg/in/note");
    assertEquals((await pathsFor(root, "in/note", { root: "in" }))[0], "in/note");
    assertEquals((await pathsFor(root, "in/c#", { root: "in" }))[0], "in/c#");
    // Words are matched from the root of the search.
    assertEquals(await pathsFor(root, "src", { root: "in/src", kind: "file" }), []);
  }));

Deno.test("find_path: the list ends where the fit falls off, and says how many weaker ones it left out", async () => {
  const tree = files([
    "io/stdio_common.ts",
    "tests/process_stdio.ts",
    "src/runtime/scheduled_io.ts",
  ]);
  await withQuickTree({ ...GIT, ...tree }, async (root) => {
    const result = await find(root, ["stdio"], { kind: "file" });
    assertEquals(
      toToolResult(tool, result).text,
      "find_path .: 2 entries, 1 weaker left out\nio/stdio_common.ts\tname\n" +
        "tests/process_stdio.ts\tname",
    );
    assertEquals(result.results[0]!.weaker, 1);
    const cut = await find(root, ["stdio"], { kind: "file", limit: 1 });
    assertEquals([cut.truncated, cut.results[0]!.weaker], [true, undefined]);
  });
});

Deno.test("find_path: for a glob pattern, a hint with the call to send", async (t) => {
  const tree: Tree = { ...GIT, ...files(["src/a.test.ts", "pkg/lib/b.test.ts", "my dir/c.ts"]) };
  const rows: [query: string, pattern: string, root?: string][] = [
    ["{a,b}.test.ts", "**/{a,b}.test.ts"],
    ["./src/**/*.ts", "**/src/**/*.ts"],
    ["`src/*.test.*`", "**/src/*.test.*"],
    ["ROOT/pkg/**/*.ts", "pkg/**/*.ts"],
    ["lib/*.ts", "**/lib/*.ts"],
    ["?.test.ts", "**/?.test.ts"],
    ["my dir/*.ts", "**/my dir/*.ts"],
    ["*.ts", "**/*.ts", "pkg"],
    ["ROOT/pkg/lib/*", "lib/*", "pkg"],
  ];
  for (const [query, pattern, under = "."] of rows) {
    await t.step(query, () =>
      withQuickTree(tree, async (root) => {
        const { hints } = await find(root, [query.replace("ROOT", root)], { root: under });
        const where = under === "." ? "" : `, root: "${under}"`;
        assertEquals(hints, [
          `this is a pattern: glob_search takes pattern: "${pattern}"${where}`,
        ]);
        const { count } = await TOOLSETS.agent.glob_search.execute(
          { pattern, root: under },
          { cwd: root },
        );
        assert(count > 0);
      }));
  }
  await withQuickTree({ ...GIT, "{a,b}.ts": "", "main.ts": "" }, async (root) => {
    const { hints } = await find(root, ["{a,b}.ts", "why is main so slow? what"]);
    assertEquals(hints, [
      '"why is main so slow? what": there is no history to rank by (no commit yet)',
    ]);
  });
});

Deno.test("find_path: each entry has the reason of its match", async (t) => {
  const tree = files(["src/file_disk_writer.ts", "docs/guide.md"]);
  const rows: [query: string, why: string][] = [
    ["file_disk_writer.ts", "exact"],
    ["src/File_Disk_Writer.ts", "exact"],
    ["disk", "name"],
    ["writer file", "name"],
    ["src disk", "path"],
    ["fdw", "initials"],
    ["flwrtr", "letters"],
    ["wirter", "typo"],
    ["the disk that spins", "name: disk"],
    ["the whatever wirter", "partly"],
  ];
  for (const [query, why] of rows) {
    await t.step(query, () =>
      withQuickTree(tree, async (root) => {
        const { results } = await find(root, [query], { kind: "file" });
        const [entry] = results[0]!.entries;
        assertEquals([entry?.path, entry?.why], ["src/file_disk_writer.ts", why]);
      }));
  }
});

Deno.test("find_path: names are compared by code points, folded, whichever normal form a disk has", async (t) => {
  const rows: [name: string, query: string, isFound: boolean][] = [
    ["Straße.txt", "straße", true],
    ["ÜBER.txt", "über", true],
    ["caf\u0065\u0301.txt", "caf\u00e9", true],
    ["caf\u00e9.txt", "cafe\u0301", true],
    ["日本語.md", "日語", true],
    ["\u{1F600}\u{1F601}.png", "\u{1F600}\u{1F601}", true],
    ["\u{1F601}\u{1D000}.png", "\u{1F600}", false],
    ["ΟΔΟΣ.txt", "οδος", true],
    ["a\nb.txt", "a b", true],
    ["\\.txt", ".txt", true],
  ];
  for (const [name, query, isFound] of rows) {
    await t.step(
      inTree(`${JSON.stringify(name)} ${query}`, { [name]: "", "zzzzzz": "" }, async (root) => {
        assertEquals(await pathsFor(root, query), isFound ? [name] : []);
      }),
    );
  }
});

Deno.test("find_path: kind", async (t) => {
  const tree: Tree = { ...GIT, "note/x": "", "notes": "", "l-note": link("notes") };
  const rows: [kind: string, found: string[]][] = [
    ["any", ["l-note", "note", "note/x", "notes"]],
    ["dir", ["note"]],
    // 9.11: "Links to files within the scope count as files".
    ["file", ["l-note", "note/x", "notes"]],
  ];
  for (const [kind, found] of rows) {
    await t.step(inTree(kind, tree, async (root) => {
      assertEquals((await pathsFor(root, "note", { kind })).sort(), found);
    }));
  }
});

Deno.test("find_path: what git ignores is left out, and counted where a query found nothing else", async () => {
  const tree = {
    ...GIT,
    ".gitignore": "dist\n",
    "dist/walk.js": "",
    "dist/walk.map": "",
    "a.ts": "",
  };
  await withQuickTree(tree, async (root) => {
    const { count, hints } = await find(root, ["walk"]);
    assertEquals([count, hints], [0, ["2 would match with use_gitignore: false"]]);
    const all = await find(root, ["walk"], { use_gitignore: false });
    assertEquals([all.count, all.hints], [2, undefined]);
    const one = await find(root, ["walk", "a.ts"], { limit: 1 });
    assertEquals(one.hints, ['"walk": >= 1 would match with use_gitignore: false']);
  });
  const built = { ...GIT, ".gitignore": "dist\n", "dist/walk_all.js": "", "src/walk_all.ts": "" };
  await withQuickTree(built, async (root) => {
    const { reads, result } = await readsOf(() => find(root, ["walk_all.ts"]));
    assertEquals([result.hints, reads.length], [undefined, 2], "an exact match: no further walk");
    const { results, hints } = await find(root, ["walk_all.js"]);
    assertEquals(results[0]!.entries.map(({ path }) => path), ["src/walk_all.ts"]);
    assertEquals(hints, ["what it names is found with use_gitignore: false"]);
  });
  const elsewhere = { "lib/walk.js": "", ".gitignore": "/dist\n", "lib/dist/walk.map": "" };
  await withQuickTree({ ...tree, ...elsewhere }, async (root) => {
    const { results, hints } = await find(root, [
      "dist/walk.js:3",
      "dist/walk.map",
      "lib/walk.js",
      "disk/walk.ts",
    ]);
    assertEquals(results.map(({ entries }) => entries[0]!.path), [
      "lib/dist/walk.map",
      "lib/dist/walk.map",
      "lib/walk.js",
      "lib/dist/walk.map",
    ]);
    assertEquals(hints, [
      '"dist/walk.js:3": what it names is found with use_gitignore: false',
      '"dist/walk.map": what it names is found with use_gitignore: false',
      '"disk/walk.ts": nothing holds all of its words; these hold some',
    ]);
  });
});

testsNeeding(HAS_GIT)(
  "9.9: short queries are read as a name and as a task, and the better fit wins",
  () =>
    withQuickTree(files(["lib/reply.js", "test/reply-web-stream.js", "x.js"]), async (root) => {
      await makeHistory(root, [{ paths: ["lib/reply.js"], subject: "Send a stream in a reply" }]);
      const { results } = await find(root, ["reply stream"]);
      assertEquals(results[0]!.entries.map(({ path, why }) => [path, why]), [
        ["test/reply-web-stream.js", "name"],
        ["lib/reply.js", 'touched by "Send a stream in a reply"'],
      ]);
    }),
);

Deno.test("find_path: a tree in which a query finds something is walked once", async () => {
  const tree = { ...GIT, ".gitignore": "dist\n", "dist/walk.js": "", "a/b/c/walk.ts": "" };
  await withQuickTree(tree, async (root) => {
    const { reads } = await readsOf(() => find(root, ["walk", "order walk", "c", "wlak", "abc"]));
    assertEquals(reads.map((path) => path.slice(root.length)), ["", "/a", "/a/b", "/a/b/c"]);
  });
});

Deno.test("find_path: what could not be read is counted, and a scan budget that runs out is reported", () =>
  withQuickTree({ ...GIT, "a/walk": "", "b/walk": "", "c": "" }, async (root) => {
    const { result } = await readsOf(
      () => find(root, ["walk"]),
      (path) => path === `${root}/a` ? osError("EACCES") : undefined,
    );
    assertEquals(result.skipped, { permission_denied: 1 });
    assertEquals(result.results[0]!.entries.map(({ path }) => path), ["b/walk"]);
    assertEquals(
      toToolResult(tool, result).text,
      "find_path .: 1 entry\nskipped: 1 permission_denied\nb/walk\texact",
    );
    const stopped = await find(root, ["c"], { kind: "file" }, { maxScanned: 1 });
    const hints = ["only 4 entries were read: search a part by root"];
    assertEquals([stopped.truncated, stopped.count, stopped.hints], [true, 1, hints]);
    // Nothing claims that what was not reached is not there.
    const unreached = await find(root, ["b/walk", "c wlak"], {}, { maxScanned: 1 });
    assertEquals(unreached.hints, hints);
    const failed = await readsOf(
      () => find(root, ["walk"]),
      (path) => path === root ? osError("EIO") : undefined,
    );
    assertEquals(failed.result.error, { code: "io_error", message: "cannot read '.'" });
  }));

Deno.test("find_path: toToolResult: a line an entry, with why it was found after a tab", async (t) => {
  const tree: Tree = {
    ...GIT,
    "src/walk.ts": "",
    "src/hint: a": "",
    "l\n": link("src"),
    "src/d/": "",
  };
  const rows: [args: Readonly<Record<string, unknown>>, text: string][] = [
    [{ queries: ["walk"] }, "find_path .: 1 entry\nsrc/walk.ts\tname"],
    [{ queries: ["src"], kind: "dir", limit: 1 }, "find_path .: 1 entry, truncated\nsrc/\texact"],
    [
      { queries: ["walk", "l\n", "hint zzz"] },
      lines(
        "find_path .: 3 entries",
        "find_path 'walk': 1 entry",
        "src/walk.ts\tname",
        "find_path 'l\\n': 1 entry, 1 weaker left out",
        "l\\n@\texact",
        "find_path 'hint zzz': 1 entry",
        "weak: little of the task is here; send terms: words that you expect in the code, in its language",
        "src/hint: a\tname: hint",
        'hint: "hint zzz": there is no history to rank by (no commit yet)',
      ),
    ],
    [{ queries: ["hint a"], root: "src" }, "find_path src: 1 entry\nsrc/hint: a\tname"],
    [
      { queries: ["wk"] },
      "find_path .: 1 entry\nsrc/walk.ts\tletters in order",
    ],
    [
      { queries: ["wlak"] },
      "find_path .: 1 entry\nsrc/walk.ts\ttypo\nhint: nothing is spelt so; these come near",
    ],
    [
      { queries: ["zzz"] },
      "find_path .: 0 entries\n" +
      "hint: no path holds its letters in order, anything like its words, or any one of them",
    ],
    [{ queries: ["a"], root: "scr" }, "error not_found: 'scr' does not exist\nsuggestion: src"],
    [
      { queries: ["a", " \t/ "] },
      'error invalid_argument: queries: "\\u{20}\\t/\\u{20}" holds nothing to look for',
    ],
    [
      { queries: [] },
      "error invalid_argument: queries must be a non-empty array of non-empty strings, not an array []",
    ],
  ];
  for (const [args, text] of rows) {
    await t.step(inTree(JSON.stringify(args), tree, async (root) => {
      assertEquals(
        toToolResult(tool, await tool.execute(args as unknown, { cwd: root })).text,
        text,
      );
    }));
  }
});

Deno.test("find_path: unknown rules above the scope are reported", () =>
  withQuickTree({ "a": "" }, async (root) => {
    const { rules_above_scope } = await find(root, ["a"]);
    assertEquals(rules_above_scope, "unknown");
    assert(!("rules_above_scope" in await find(root, ["a"], { use_gitignore: false })));
  }));

testsNeeding(HAS_GIT)(
  "find_path: several words that no path has together are ranked by words and by commits like them",
  async () => {
    const paths = ["lib/tax.ts", "src/cart.ts", "src/cart_test.ts", "src/main.ts", "src/round.ts"];
    await withQuickTree(files(paths), async (root) => {
      await makeHistory(root, [
        { paths: ["lib/tax.ts"], subject: "Round prices of the whole" },
        { paths: ["src/main.ts"], subject: "Sort imports" },
      ]);
      const reasonsFor = async (query: string, context: ToolContext = {}) => {
        const { results, hints } = await find(root, [query], { kind: "file" }, context);
        const { entries, weaker = 0 } = results[0]!;
        const found = entries.map(({ path, why }) => `${path}: ${why}`);
        return [[...found, ...weaker > 0 ? [`${weaker} weaker`] : []], hints];
      };
      assertEquals(await reasonsFor("the cart has wrong prices"), [
        [
          'lib/tax.ts: touched by "Round prices of the whole"',
          "src/cart.ts: name: cart",
          "1 weaker",
        ],
        undefined,
      ]);
      // Tests are listed if they are asked for.
      assertEquals((await reasonsFor("test wrong prices of carts"))[0], [
        'lib/tax.ts: touched by "Round prices of the whole"',
        "src/cart_test.ts: name: cart test",
        "src/cart.ts: name: cart",
      ]);
      assertEquals(await reasonsFor("main src"), [["src/main.ts: path"], undefined]);
      // What has no word of it, spelt so, is still found with a typo.
      assertEquals(await reasonsFor("whatever the crat"), [
        ["src/cart.ts: partly", "src/cart_test.ts: partly"],
        ["nothing holds all of its words; these hold some"],
      ]);
      // What the host hides may be named in a subject.
      assertEquals(
        await reasonsFor("the cart has wrong prices", { policy: { hide: ["secret"] } }),
        [
          ["lib/tax.ts: commits", "src/cart.ts: name: cart", "1 weaker"],
          undefined,
        ],
      );
    });
  },
);
