import { assertEquals } from "@std/assert";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

const PATHS = [
  "Makefile",
  "a.js",
  "app/models/user.rb",
  "app/src/web/Page.kt",
  "bundles/org.acme.ui/Part.java",
  "index.php",
  "lib/app/x.ex",
  "lib/reply.js",
  "lib/router/route.js",
  "pkg/cli.py",
  "pkg/core/run.py",
  "pkg/core/store.py",
  "public/A.php",
  "server/server.go",
  "server/start.go",
  "src/Acme.Billing/Invoice.cs",
  "src/Acme.Web/Invoice.cs",
  "src/Acme.Web/Pages/Index.cs",
  "src/App.swift",
  "src/a.c",
  "src/a.ts",
  "src/b.ts",
  "src/main/java/com/acme/Foo.java",
  "src/main/java/com/acme/admin/Foo.java",
  "src/main/java/com/acme/web/Foo.java",
  "src/main/java/com/acme/web/Filter.java",
  "src/main/scala/com/acme/Job.scala",
  "src/runtime.rs",
  "src/sqlite_store.ts",
  "tests/test_run.py",
];

const TREE: Tree = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ...Object.fromEntries(PATHS.map((path) => [path, "0\n".repeat(500)])),
};

/** What a text spells out, in order, each with the lines that are told first. */
async function spelledIn(root: string, text: string): Promise<string[]> {
  const { results: [result] } = await find(root, [`It is wrong\n${text}`], { kind: "file" });
  return result!.entries.filter(({ why }) => why === "exact")
    .map(({ path, lines = [] }) => [path, ...lines.map(({ line }) => line)].join(":"));
}

const JAVA = "src/main/java/com/acme";

// "The project's frames, in the order in which they matter in that language (the last of Python first), each with its own
// line."
Deno.test("literals: the frames of a trace, with their lines", async (t) => {
  const rows: [says: string, text: string | readonly string[], ...found: string[]][] = [
    ["prose", "see src/a.ts:12 there", "src/a.ts:12"],
    ["at its end", "It crashes in src/a.ts:12.", "src/a.ts:12"],
    ["with a column", "see src/a.ts:12:5, please", "src/a.ts:12"],
    ["with a range", "see src/a.ts:12-20 there", "src/a.ts:12"],
    ["with a fragment", "see src/a.ts#L12-L20 there", "src/a.ts:12"],
    ["in words", "see src/a.ts line 12 there", "src/a.ts:12"],
    ["in words, after a comma", "see `src/a.ts`, lines 12-20", "src/a.ts:12"],
    ["in brackets", "see src/a.ts (line 12)", "src/a.ts:12"],
    ["of a name", "see route.js:412:11 there", "lib/router/route.js:412"],
    ["of a name without a dot", "Makefile:12: recipe failed", "Makefile:12"],
    ["a link", "see https://github.com/o/r/blob/main/src/a.ts#L12", "src/a.ts:12"],
    ["two lines, in the order of the text", "see src/a.ts:30 and src/a.ts:12", "src/a.ts:30:12"],
    ["of three, two", "src/a.ts:30, src/a.ts:12, src/a.ts:7 are wrong", "src/a.ts:30:12"],
    ["a line past the end", "see src/a.ts:501 and src/b.ts:500", "src/a.ts", "src/b.ts:500"],
    ["a version is no line", "since src/a.ts:1.2 it is wrong", "src/a.ts"],
    [
      "Node, the first call first",
      [
        "/w/lib/router/route.js:412",
        "    throw new Error()",
        "TypeError: no",
        "    at next (/w/lib/router/route.js:412:11)",
        "    at async Layer.run [as go] (/w/node_modules/express/lib/reply.js:9:1)",
        "    at async file:///w/lib/reply.js:30:1",
        "    at /w/src/a.ts:7:3",
        "    at node:internal/main:1:1",
      ],
      "lib/router/route.js:412",
      "lib/reply.js:30",
      "src/a.ts:7",
    ],
    [
      "Deno",
      ["    at f (file:///w/src/b.ts:12:5)", "    at src/a.ts:3:1"],
      "src/b.ts:12",
      "src/a.ts:3",
    ],
    [
      "a browser",
      [
        "f@http://localhost:3000/src/b.ts:12:5",
        "g/<@http://h/a.js?t=1:3:4",
        "@http://h/src/a.ts:3:1",
      ],
      "src/b.ts:12",
      "a.js:3",
      "src/a.ts:3",
    ],
    [
      "what is built has other lines",
      "    at f (/srv/dist/sqlite_store.js:1:2)",
      "src/sqlite_store.ts",
    ],
    ["a bundler", "    at f (webpack-internal:///./src/a.ts:12:5)", "src/a.ts:12"],
    ["TypeScript", "src/a.ts(12,5): error TS2345: no", "src/a.ts:12"],
    [
      "Python, the last call first",
      [
        "Traceback (most recent call last):",
        '  File "/w/pkg/cli.py", line 12, in main',
        "    run()",
        "    ~~~^^",
        '  File "/w/pkg/core/run.py", line 30, in run',
        "    return store.keep()",
        '  File "/v/lib/python3.12/site-packages/django/db.py", line 5, in x',
        "    y()",
        "ValueError: pkg/core/store.py",
      ],
      "pkg/core/run.py:30",
      "pkg/cli.py:12",
      "pkg/core/store.py",
    ],
    [
      "Python, several tracebacks: the last first; of one file, the last call first",
      [
        '  File "/w/pkg/core/store.py", line 5, in a',
        "    b()",
        '  File "/w/pkg/core/store.py", line 9, in b',
        "    c()",
        "KeyError: 1",
        "",
        "During handling of the above exception, another exception occurred:",
        "",
        '  File "/w/pkg/cli.py", line 12, in main',
        "    run()",
        '  File "/w/pkg/core/run.py", line 30, in run',
      ],
      "pkg/core/run.py:30",
      "pkg/cli.py:12",
      "pkg/core/store.py:9:5",
    ],
    [
      "pytest, the last call first",
      ["tests/test_run.py:12: in test_x", "    run()", "pkg/core/run.py:30: KeyError"],
      "pkg/core/run.py:30",
      "tests/test_run.py:12",
    ],
    [
      "warnings on Python, as they stand",
      ["pkg/cli.py:12: error: no", "pkg/core/run.py:3:1: E501 too long"],
      "pkg/cli.py:12",
      "pkg/core/run.py:3",
    ],
    [
      "Go",
      [
        "goroutine 1 [running]:",
        "main.(*Server).handle(0xc000, {0x1})",
        "\t/w/server/server.go:12 +0x1d",
        "created by main.main in goroutine 1",
        "\t/w/server/start.go:5 +0x2a",
      ],
      "server/server.go:12",
      "server/start.go:5",
    ],
    [
      "Rust",
      [
        "thread 'main' panicked at src/runtime.rs:12:5:",
        "   3: core::panicking::panic",
        "             at /rustc/90b/library/core/src/panicking.rs:5:1",
        "   4: app::run",
        "             at ./src/runtime.rs:30:9",
      ],
      "src/runtime.rs:12:30",
    ],
    [
      "Rust's compiler",
      ["error[E0308]: no", "  --> src/runtime.rs:12:5", "   |"],
      "src/runtime.rs:12",
    ],
    [
      "Java: the package decides",
      [
        "java.lang.IllegalStateException: no",
        "\tat com.acme.web.Foo$Inner.lambda$bar$0(Foo.java:12)",
        "\tat app//com.acme.web.Filter.<init>(Filter.java:7)",
        "\tat java.base/java.lang.Thread.run(Thread.java:829)",
        "\tat com.acme.admin.Foo.run(Foo.java:3) ~[classes/:na]",
      ],
      `${JAVA}/web/Foo.java:12`,
      `${JAVA}/web/Filter.java:7`,
      `${JAVA}/admin/Foo.java:3`,
    ],
    ["the least package", "\tat com.acme.Foo.bar(Foo.java:12)", `${JAVA}/Foo.java:12`],
    [
      "a package of another name: the name alone",
      "\tat org.other.Filter.bar(Filter.java:12)",
      `${JAVA}/web/Filter.java:12`,
    ],
    ["no package", "\tat Filter.bar(Filter.java:12)", `${JAVA}/web/Filter.java:12`],
    ["a folder of dots", "\tat org.acme.ui.Part.x(Part.java:2)", "bundles/org.acme.ui/Part.java:2"],
    [
      "Kotlin, without the common packages",
      "\tat com.acme.web.PageKt$show$1.invoke(Page.kt:12)",
      "app/src/web/Page.kt:12",
    ],
    [
      "Scala",
      "[error] \tat com.acme.Job$.main(Job.scala:12)",
      "src/main/scala/com/acme/Job.scala:12",
    ],
    [
      "C#: the path",
      "   at Acme.Web.Invoice.Total() in C:\\w\\src\\Acme.Billing\\Invoice.cs:line 12",
      "src/Acme.Billing/Invoice.cs:12",
    ],
    [
      "C#: the namespace, where the path does not tell",
      [
        "   at Acme.Billing.Invoice.<Total>d__5.MoveNext() in /build/x/Invoice.cs:line 12",
        "   at Acme.Web.Pages.Index.Get[T](Int32 id) in /build/x/Index.cs:line 3",
      ],
      "src/Acme.Billing/Invoice.cs:12",
      "src/Acme.Web/Pages/Index.cs:3",
    ],
    [
      "Ruby",
      ["lib/x.rb:1:in 'f': no (E)", "\tfrom /w/app/models/user.rb:12:in `save'"],
      "app/models/user.rb:12",
    ],
    [
      "PHP",
      [
        "PHP Fatal error:  Uncaught E: no in /w/public/A.php:12",
        "#0 /w/index.php(3): f()",
        "  thrown in /w/public/A.php on line 30",
      ],
      "public/A.php:12:30",
      "index.php:3",
    ],
    ["C", ["src/a.c:12:5: error: expected ';'"], "src/a.c:12"],
    ["gdb", ["#0  0x01 in f (x=1) at a.c:12", "#1  main () at src/a.c:30"], "src/a.c:12:30"],
    ["lldb", "  * frame #0: 0x01 app`f at a.c:12:5", "src/a.c:12"],
    ["Swift", "src/App.swift:12: Fatal error: no", "src/App.swift:12"],
    ["Swift of old", "Fatal error: no: file src/App.swift, line 12", "src/App.swift:12"],
    ["Elixir", "    (app 1.0.0) lib/app/x.ex:12: App.X.f/2", "lib/app/x.ex:12"],
    [
      "frames before what else is spelled out",
      [
        "I changed src/b.ts:3 and route.js",
        "    at f (/w/src/a.ts:12:5)",
        "    at g (/w/src/b.ts:7:1)",
      ],
      "src/a.ts:12",
      "src/b.ts:7:3",
      "lib/router/route.js",
    ],
  ];
  await withQuickTree(TREE, async (root) => {
    for (const [says, text, ...found] of rows) {
      const sent = typeof text === "string" ? text : text.join("\n");
      await t.step(`${says}: ${JSON.stringify(sent)}`, async () => {
        assertEquals(await spelledIn(root, sent), found);
      });
    }
  });
});
