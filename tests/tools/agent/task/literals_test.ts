import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { takeAtOnce } from "../../../../src/pacing/paced_steps.ts";
import { baseNameOf } from "../../../../src/scope/path_text.ts";
import { spelledIn } from "../../../../src/tools/agent/task/literals.ts";
import { linesOf } from "../../../../src/tools/agent/task/trace_frames.ts";
import { files, lines } from "../../../support/agent.ts";
import { anyCharacter } from "../../../support/any_character.ts";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

const GIT: Tree = { ".git/HEAD": "ref: refs/heads/main\n" };

const TREE: Tree = {
  ...GIT,
  ...files([
    ".eslintrc.json",
    "Billing/Invoice.cs",
    "Makefile",
    "README.md",
    "app/[slug]/page.tsx",
    "app/models/user.rb",
    "lib/reply.js",
    "lib/router/route.js",
    "my notes/a b.md",
    "one/index.ts",
    "packages/pkg/src/sub.ts",
    "public/A.php",
    "server/server.go",
    "src/_pytest/logging.py",
    "src/a.c",
    "src/a.ts",
    "src/main/java/com/acme/Foo.java",
    "src/runtime.rs",
    "src/sqlite_store.ts",
    "src/sync/mutex.rs",
    "tests/a_test.py",
    "three/index.ts",
    "tokio/src/sync/mpsc/mod.rs",
    "two/index.ts",
    "zero/index.ts",
  ]),
};

/** The paths that a text spells out, in order. */
async function exactIn(root: string, text: string): Promise<string[]> {
  const { results } = await find(root, [text], { kind: "file" });
  return results[0]!.entries.filter(({ why }) => why === "exact").map(({ path }) => path);
}

// "What the text spells out and exists comes first, before any guess, with `exact` as why."
Deno.test("literals: what a text spells out and exists, form by form", async (t) => {
  const rows: [says: string, text: string, ...found: string[]][] = [
    ["a path in a sentence", "Crash in src/a.ts when running", "src/a.ts"],
    ["at its end", "It crashes in src/a.ts.", "src/a.ts"],
    ["from here", "see ./src/a.ts, please", "src/a.ts"],
    ["absolute", "see ROOT/src/a.ts now", "src/a.ts"],
    ["with a position", "see src/a.ts:12 and lib/reply.js:3:4", "src/a.ts", "lib/reply.js"],
    ["with a fragment", "see src/a.ts#L12-L20 there", "src/a.ts"],
    ["as a URL of a file", "at file://ROOT/src/a.ts:1:2 there", "src/a.ts"],
    ["in back-ticks", "the file `src/a.ts` is", "src/a.ts"],
    ["in bold", "the file **src/a.ts** is", "src/a.ts"],
    ["in quotes", 'the "src/a.ts" and ‘lib/reply.js’', "src/a.ts", "lib/reply.js"],
    ["in brackets", "wrong (src/a.ts) and [lib/reply.js]", "src/a.ts", "lib/reply.js"],
    ["as a link", "see [this](src/a.ts) or <lib/reply.js>", "src/a.ts", "lib/reply.js"],
    ["with spaces, quoted", "look at `my notes/a b.md:3` now", "my notes/a b.md"],
    ["in JSON", '{"file":"src/a.ts","line":12}', "src/a.ts"],
    ["with brackets of its own", "500 in app/[slug]/page.tsx:3 again", "app/[slug]/page.tsx"],
    ["between colours", "\x1b[96msrc/a.ts\x1b[0m:\x1b[93m12\x1b[0m - error", "src/a.ts"],
    ["its end alone", "see router/route.js again", "lib/router/route.js"],
    ["of Windows", "in C:\\work\\proj\\src\\a.ts:12", "src/a.ts"],
    ["of Windows, from here", "in .\\src\\a.ts(12,5): error", "src/a.ts"],
    ["of another machine", "in /home/ci/proj/src/a.ts:12", "src/a.ts"],
    ["of a home", "in ~/proj/lib/reply.js and", "lib/reply.js"],
    ["of another machine, in the root", "in /home/ci/proj/README.md:1", "README.md"],
    ["a URL", "see https://github.com/o/r/blob/main/src/a.ts#L1-L9", "src/a.ts"],
    ["a URL of a branch", "see https://git.example/o/r/-/blob/fix/x/lib/reply.js", "lib/reply.js"],
    [
      "a diff",
      "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/lib/reply.js\n@@ -1 +1 @@",
      "src/a.ts",
      "lib/reply.js",
    ],
    ["C", "src/a.c:12:5: error: expected ';'", "src/a.c"],
    [
      "JavaScript",
      "    at f (/home/ci/proj/src/a.ts:12:5)\n    at lib/reply.js:3:1",
      "src/a.ts",
      "lib/reply.js",
    ],
    ["JavaScript of a browser", "f@http://localhost:3000/src/a.ts:12:5", "src/a.ts"],
    ["JavaScript of a bundler", "    at f (webpack:///./src/a.ts:12:5)", "src/a.ts"],
    [
      "Python",
      '  File "/home/ci/proj/src/_pytest/logging.py", line 12, in f',
      "src/_pytest/logging.py",
    ],
    [
      "Python, installed",
      '  File "/v/lib/python3.11/site-packages/_pytest/logging.py", line 1',
      "src/_pytest/logging.py",
    ],
    [
      "JavaScript, built",
      "    at f (/srv/app/dist/sqlite_store.js:1:2)\n    at g (/srv/w/packages/pkg/dist/sub.js:3:4)",
      "src/sqlite_store.ts",
      "packages/pkg/src/sub.ts",
    ],
    [
      "an installed package of the folder's name",
      "at f (/ci/node_modules/NAME/dist/esm/sqlite_store.js:1:2)\n    at g (/ci/node_modules/.pnpm/NAME@1.0.0/node_modules/@x/NAME/out/sync/mutex.js:3:4)",
      "src/sqlite_store.ts",
      "src/sync/mutex.rs",
    ],
    [
      "JavaScript, built of an index",
      "at f (/srv/tokio/sync/mpsc/dist/index.js:1:2)",
      "tokio/src/sync/mpsc/mod.rs",
    ],
    ["Go, fetched", "\t/go/pkg/mod/x.org/y/v2@v2.6.4/server/server.go:3 +0x1", "server/server.go"],
    ["Ruby, installed", "/v/gems/proj-1.2.0/app/models/user.rb:12:in `save'", "app/models/user.rb"],
    [
      "a sentence on a package's file",
      "It fails at node_modules/x/lib/y.js:3, from sqlite_store or src/a.ts",
      "src/a.ts",
      "src/sqlite_store.ts",
    ],
    ["pytest", "FAILED tests/a_test.py::test_x - assert 1", "tests/a_test.py"],
    ["Java", "\tat com.acme.Foo.bar(Foo.java:12)", "src/main/java/com/acme/Foo.java"],
    ["Go", "\t/home/me/go/src/x/server/server.go:12 +0x1d", "server/server.go"],
    ["Rust", "  --> src/runtime.rs:12:5\n   |", "src/runtime.rs"],
    ["Rust's panic", "thread 'main' panicked at src/runtime.rs:12:5:", "src/runtime.rs"],
    [
      "C#",
      "   at Acme.Invoice.Total() in C:\\w\\Billing\\Invoice.cs:line 12",
      "Billing/Invoice.cs",
    ],
    ["Ruby", "/srv/proj/app/models/user.rb:12:in `save'", "app/models/user.rb"],
    ["PHP", "#0 /var/www/html/public/A.php(12): f()", "public/A.php"],
    ["a name in a sentence", "I think reply.js is wrong", "lib/reply.js"],
    ["a name of a dot", "our .eslintrc.json says", ".eslintrc.json"],
    ["a name in back-ticks", "`route.js` is wrong", "lib/router/route.js"],
    ["a name that needs quotes", "`a b.md` is wrong", "my notes/a b.md"],
    ["a name without a dot", "the Makefile says", "Makefile"],
    ["a type, by the name of its file", "SqliteStore is slow", "src/sqlite_store.ts"],
    ["its method", "at SqliteStore.keep (native)", "src/sqlite_store.ts"],
    ["a function, by the name of its file", "sqlite_store() hangs", "src/sqlite_store.ts"],
    ["a module of Python", "in _pytest.logging there", "src/_pytest/logging.py"],
    ["a module of Rust", "use tokio::sync::mpsc; and", "tokio/src/sync/mpsc/mod.rs"],
    ["an item of it", "the tokio::sync::mpsc::Sender is", "tokio/src/sync/mpsc/mod.rs"],
    ["a class of Java", "com.acme.Foo fails", "src/main/java/com/acme/Foo.java"],
    ["a package's module", "import from '@scope/pkg/sub'", "packages/pkg/src/sub.ts"],
    ["an import without extension", 'from "../lib/reply" too', "lib/reply.js"],
    [
      "paths, then names, then modules, each in the order of the text",
      "_pytest.logging, reply.js, then server/server.go or src/a.ts",
      "server/server.go",
      "src/a.ts",
      "lib/reply.js",
      "src/_pytest/logging.py",
    ],
    [
      "a trace's own order",
      ["server/server.go", "src/a.ts", "lib/reply.js"].map((path) =>
        `    at f (/home/ci/p/${path}:1:2)`
      )
        .join("\n"),
      "server/server.go",
      "src/a.ts",
      "lib/reply.js",
    ],
    ["the longest end", "in /ci/lib/router/route.js:1 there", "lib/router/route.js"],
  ];
  for (const [says, text, ...found] of rows) {
    await t.step(`${says}: ${JSON.stringify(text)}`, () =>
      withQuickTree(TREE, async (root) => {
        const filled = text.replaceAll("ROOT", root).replaceAll("NAME", baseNameOf(root));
        assertEquals(await exactIn(root, filled), found);
      }));
  }
});

// "Paths of node_modules, of the standard library and of other machines that do not fit are no literals. A path that
// the text spells out and does not exist counts by its words."
Deno.test("literals: what a text does not spell out", async (t) => {
  const rows: [says: string, text: string][] = [
    ["words", "the reply of a route is lost in the server"],
    ["a package", "at next (/home/ci/proj/node_modules/express/lib/router/route.js:149:13)"],
    ["a package of Windows", "C:\\x\\node_modules\\express\\lib\\reply.js:1 and"],
    ["a package of Python", 'File "/v/site-packages/django/lib/reply.js", line 1'],
    ["Python's own", 'File "/usr/lib/python3.11/tests/a_test.py", line 1'],
    ["Go's own", "\t/usr/local/go/src/server/server.go:12 +0x1d"],
    ["Rust's own", "at /rustc/90b35a6/src/runtime.rs:12 too"],
    [
      "a function of a package",
      "at Layer.handle [as sqlite_store] (/ci/node_modules/express/lib/layer.js:95:5)",
    ],
    [
      "the code of a package in Python",
      '  File "/v/site-packages/django/db.py", line 1, in f\n    return SqliteStore()',
    ],
    [
      "a function of a package in Go",
      "x.org/y.SqliteStore(0x1)\n\t/go/pkg/mod/x.org/y@v1.0.0/lib/server/server.go:3 +0x1",
    ],
    ["a package, built", "at f (/ci/node_modules/x/dist/sqlite_store.js:1:2)"],
    ["one in ours, built", "at f (/ci/node_modules/NAME/node_modules/x/dist/sqlite_store.js:1:2)"],
    ["Node's own of old", "at f (internal/lib/reply.js:12:3)"],
    ["Java's own", "\tat java.base/java.util.SqliteStore.run(SqliteStore.java:829)"],
    ["a folder before the title of a fix", "lib: hooks are run twice"],
    ["one word of a name", "the store of Sqlite is slow"],
    ["more than a name", "SqliteStoreTest and SqliteStores are slow"],
    ["Rust's own module", "a std::sync::Mutex is held"],
    ["Node's own", "at node:lib/reply:12:1 and"],
    ["another directory", "in src/nothing/reply.js there"],
    ["another machine", "in /home/ci/proj/other/reply.js there"],
    ["another extension", "in lib/reply.rs there"],
    ["a name that four bear", "index.ts is wrong"],
    ["another case of a name", "Reply.js is wrong"],
    ["versions", "since 1.2.3 and v0.1 it is so, e.g. here"],
  ];
  for (const [says, text] of rows) {
    await t.step(`${says}: ${JSON.stringify(text)}`, () =>
      withQuickTree(TREE, async (root) => {
        assertEquals(await exactIn(root, text.replaceAll("NAME", baseNameOf(root))), []);
      }));
  }
});

Deno.test("literals: overview shows what its query spells out first", async () => {
  const many = Array.from({ length: 300 }, (_, i) => `src/deep/er/module_${i}/name_${i}.ts`);
  await withQuickTree({ ...GIT, ...files(many), "vendor/x/out.min.js": "" }, async (root) => {
    const query =
      "It crashes at /home/ci/p/vendor/x/out.min.js:1 and in name_217.ts, the main module";
    const { text } = await TOOLSETS.agent.overview.execute({ query, max_tokens: 500 }, {
      cwd: root,
    });
    assert(text.includes("out.min.js\t#1 exact"), text);
    assert(text.includes("name_217.ts\t#2 exact"), text);
  });
});

const FILLER = "The words of this sentence say nothing of any file that there is. ";

// "`query` and `queries` take up to 64 KiB; what is longer is cut, and the answer says so."
Deno.test("literals: a text of any length, of which 64 KiB are read", () =>
  withQuickTree({ ...GIT, ...files(["src/a.ts", "src/b.ts", "lib/c.ts"]) }, async (root) => {
    const whole = FILLER.repeat(900) + "in lib/c.ts:3";
    const long = FILLER.repeat(1100) + "in lib/c.ts:3";
    assertEquals(await exactIn(root, whole), ["lib/c.ts"]);
    const { find_path, overview } = TOOLSETS.agent;
    const cut = await find_path.execute({ queries: [`src/b.ts ${long}`] }, { cwd: root });
    const [first] = cut.results[0]!.entries;
    assertEquals([first?.path, first?.why], ["src/b.ts", "exact"]);
    assertEquals(cut.hints, ["only its first 65,536 characters were read"]);
    // JSON Schema's `maxLength` counts code points.
    for (
      const [text, isCut] of [
        ["z".repeat(65_536), false],
        ["z".repeat(65_537), true],
        ["\u{1f600}".repeat(40_000), false],
        ["\u{1f600}".repeat(65_537), true],
      ] as const
    ) {
      const { results: [result], hints } = await find_path.execute({ queries: [text] }, {
        cwd: root,
      });
      assertEquals(hints!.includes("only its first 65,536 characters were read"), isCut);
      assertEquals(Array.from(result!.query).length, isCut ? 65_537 : Array.from(text).length);
    }
    const both = await find_path.execute({ queries: [whole, "zzz"] }, { cwd: root });
    assertEquals(
      toToolResult(find_path, both).text,
      lines(
        "find_path .: 4 entries",
        `find_path '${FILLER.slice(0, 60)}…': 4 entries`,
        "lib/c.ts\texact",
        "lib/\tname: lib",
        "src/a.ts\tname: ts",
        "src/b.ts\tname: ts",
        "find_path 'zzz': 0 entries",
        'hint: "zzz": no path holds its letters in order, anything like its words, or any one of them',
      ),
    );
    const tree = await overview.execute({ query: long }, { cwd: root });
    assertEquals(
      toToolResult(overview, tree).text.split("\n").slice(0, 2),
      [
        "overview .: 3 files, 2 dirs; no history read (no commit yet): ranked by names and place",
        "hint: query: only its first 65,536 characters were read",
      ],
    );
    for (const [tool, name] of [[overview, "query"], [find_path, "queries"]] as const) {
      const { items, maxLength } = tool.DEFINITION.function.parameters.properties[name]!;
      assertEquals(items?.maxLength ?? maxLength, 65_536, name);
    }
  }));

const LENGTH = 65_536;

Deno.test("literals: hostile texts of 64 KiB are read in bounded parts", () => {
  const units = [
    "a/",
    "a/b ",
    "(",
    "([{<",
    "(a/b]",
    "a",
    "\x1b[31m",
    "\x1b[",
    '"',
    "“",
    "`a",
    "a.",
    "::",
    "\\",
    "#L1",
    "“a/b ",
    "'a.b ",
    "1: \n at",
    ' File "\n ',
    "pkg/mod/a(:1",
    ">",
    "a.b line 1",
    "at a.b(a.java:1) ",
    "at a.b() in a:line 1 ",
    ".py:1: in ",
    "a@http://",
    "at a.ts:1\n",
  ];
  for (const unit of units) {
    const text = unit.repeat(LENGTH / unit.length);
    for (const { text: part } of takeAtOnce(spelledIn(linesOf(text)))) {
      assert(part.length <= 4096, unit);
    }
  }
});

Deno.test("literals: any text is read, and what is found exists", async () => {
  const tree = files(["a/b.ts", "src/a.ts", "b.ts", "c/mod.rs"]);
  await withQuickTree({ ...GIT, ...tree }, async (root) => {
    const piece = fc.oneof(
      fc.constantFrom(
        "src/a.ts",
        "b.ts",
        "a::b",
        "c/",
        "\\",
        "`",
        '"',
        ":12",
        "\x1b[1m",
        "\n",
        " ",
      ),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        const text = pieces.join("");
        if (text === "") return;
        const all = await find(root, [text], { limit: 200 });
        const one = await find(root, [text], { limit: 1 });
        const entries = all.results[0]?.entries ?? [];
        assertEquals(one.results[0]?.entries ?? [], entries.slice(0, 1));
        for (const { path } of entries) assert(Deno.lstatSync(`${root}/${path}`));
        const firstGuess = entries.findIndex(({ why }) => why !== "exact");
        assert(
          entries.slice(firstGuess).every(({ why }) => why !== "exact") || firstGuess < 0,
          text,
        );
        assertEquals(new Set(entries.map(({ path }) => path)).size, entries.length);
        const { weaker = 0 } = all.results[0] ?? {};
        assert(weaker >= 0 && entries.length + weaker <= 7, text);
      }),
      { numRuns: 300 },
    );
  });
});

Deno.test("literals: what comes first does not depend on the limit", async () => {
  const tree = files(["a/b.ts", "src/a.ts", "b.ts", "c/mod.rs"]);
  await withQuickTree({ ...GIT, ...tree }, async (root) => {
    // Found by the property above.
    for (const text of ['b.ts"src/a.ts \0', "b.ts and src/a.ts"]) {
      const firsts: (string | undefined)[] = [];
      for (const limit of [1, 2, 200]) {
        firsts.push((await find(root, [text], { limit })).results[0]!.entries[0]?.path);
      }
      assertEquals(firsts, firsts.map(() => firsts[2]), JSON.stringify(text));
    }
  });
});
