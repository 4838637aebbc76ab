import { assert, assertEquals, assertLessOrEqual, assertRejects } from "@std/assert";
import { type OverviewResult, TOOLSETS, toToolResult } from "../../../../mod.ts";
import { files, numbered, overview } from "../../../support/agent.ts";
import { callApart, canDropPrivileges } from "../../../support/list_dir_process.ts";
import { takesRawNames } from "../../../support/machine.ts";
import { shell, stall, withReads, withUnreadable } from "../../../support/system.ts";
import { fifo, link, makeTree, type Tree, withTree } from "../../../support/tree.ts";

const tool = TOOLSETS.agent.overview;

/** The lines of a text. */
const lines = (...parts: readonly string[]): string => parts.join("\n");

const NOTHING = { ignored: 0, hidden: 0, denied: 0, outside: 0, unaddressable: 0 };

const SAMPLE: Tree = {
  ".env": "",
  ".git/HEAD": "",
  ".gitignore": "node_modules/\n*.log\n",
  "a.log": "",
  "docs/debug.log": "",
  "docs/guide.md": "",
  "empty/": "",
  "gone": link("nothing"),
  "in": link("docs"),
  "logs/x.log": "",
  "logs/y.log": "",
  "node_modules/p/index.js": "",
  "out": link("/etc/passwd"),
  "pipe": fifo(),
  "self": link("self"),
  "src/util/x.ts": "",
  "up": link(".."),
};

const SAMPLE_TEXT = lines(
  ".env",
  ".git/ (ignored)",
  ".gitignore",
  "docs/",
  " guide.md",
  "empty/ (empty)",
  "gone@ -> nothing",
  "in@ -> docs",
  "logs/ (2 omitted)",
  "node_modules/ (ignored)",
  "out@ -> (outside)",
  "pipe (other)",
  "self@ -> self",
  "src/",
  " util/",
  "  x.ts",
  "up@ -> (outside)",
  "omitted: 6 ignored",
);

Deno.test("overview: an indented tree, `node_modules/ (ignored)`, `out@ -> (outside)` and a last line", async () => {
  await withTree(SAMPLE, async (root) => {
    const result = await overview(root);
    assertEquals(result, {
      success: true,
      operation: "overview",
      root: ".",
      query: { path: ".", max_tokens: 2000, use_gitignore: true, include_hidden: true },
      truncated: false,
      text: SAMPLE_TEXT,
      totals: { files: 4, dirs: 5, links: 5, others: 1 },
      omitted: { ...NOTHING, ignored: 6 },
      estimated_tokens: result.estimated_tokens,
    });
    assertEquals(Object.keys(result), [
      "success",
      "operation",
      "root",
      "query",
      "truncated",
      "text",
      "totals",
      "omitted",
      "estimated_tokens",
    ]);
    assertLessOrEqual(Math.ceil(SAMPLE_TEXT.length / 3), result.estimated_tokens);
  });
});

Deno.test("overview: use_gitignore false shows what git ignores, `.git` too", async () => {
  await withTree(SAMPLE, async (root) => {
    const { text, totals, omitted } = await overview(root, { use_gitignore: false });
    assertEquals(
      text,
      lines(
        ".env",
        ".git/",
        " HEAD",
        ".gitignore",
        "a.log",
        "docs/",
        " debug.log",
        " guide.md",
        "empty/ (empty)",
        "gone@ -> nothing",
        "in@ -> docs",
        "logs/",
        " x.log",
        " y.log",
        "node_modules/",
        " p/",
        "  index.js",
        "out@ -> (outside)",
        "pipe (other)",
        "self@ -> self",
        "src/",
        " util/",
        "  x.ts",
        "up@ -> (outside)",
      ),
    );
    assertEquals(totals, { files: 10, dirs: 8, links: 5, others: 1 });
    assertEquals(omitted, NOTHING);
  });
});

Deno.test("overview: an entry is counted exactly once: hidden names and what lies below them", async () => {
  const tree: Tree = {
    ".a/b/c": "",
    ".env": "",
    ".l": link("x"),
    ".p": fifo(),
    "x/.y": "",
    "x/.z/q": "",
    "w/v": "",
  };
  await withTree(tree, async (root) => {
    const { text, totals, omitted, truncated } = await overview(root, { include_hidden: false });
    assertEquals(text, lines("w/", " v", "x/ (2 omitted)", "omitted: 6 hidden"));
    assertEquals(totals, { files: 1, dirs: 2, links: 0, others: 0 });
    assertEquals([omitted, truncated], [{ ...NOTHING, hidden: 6 }, false]);
    const all = await overview(root);
    assertEquals(all.totals, { files: 5, dirs: 5, links: 1, others: 1 });
    assertEquals(all.omitted, NOTHING);
  });
});

Deno.test("overview: include_hidden false, and a name that is ignored too counts once", async () => {
  await withTree({ ".gitignore": ".x\n.d/\n", ".x": "", ".d/f": "", "a": "" }, async (root) => {
    const { omitted, totals } = await overview(root, { include_hidden: false });
    assertEquals(totals, { files: 1, dirs: 0, links: 0, others: 0 });
    assertEquals(omitted.ignored + omitted.hidden, 3);
  });
});

Deno.test("overview: `include_hidden`: `Whether to show names that start with a dot` holds for ignored ones", async () => {
  await withTree(
    { ".git/HEAD": "", ".cache/f": "", ".gitignore": ".cache\n", "a": "" },
    async (root) => {
      const { text } = await overview(root, { include_hidden: false });
      assert(!/^\./m.test(text), text);
    },
  );
});

Deno.test("overview: an empty directory is an empty text, `empty` in the header", async () => {
  await withTree({ "d/": "" }, async (root) => {
    const result = await overview(root, { path: "d" });
    assertEquals([result.text, result.truncated, result.estimated_tokens], ["", false, 0]);
    assertEquals(result.totals, { files: 0, dirs: 0, links: 0, others: 0 });
    const unknown = "No .git was found within the scope: .gitignore files above it are not known.";
    assertEquals(toToolResult(tool, result).text, `overview d: empty\n${unknown}`);
  });
});

Deno.test("overview: toToolResult is a header line with the totals, then text", async () => {
  await withTree({ ".git/": "", "a/b\nc": "", "l": link("a") }, async (root) => {
    const output = await overview(root);
    const { text, structured, isError } = toToolResult(tool, output);
    assertEquals(
      text,
      lines(
        "overview .: 1 file, 1 dir, 1 link",
        ".git/ (ignored)",
        "a/",
        " b\\nc",
        "l@ -> a",
        "omitted: 1 ignored",
      ),
    );
    assertEquals([structured, isError], [output, false]);
  });
});

Deno.test("overview: what a call names is never ignored itself, nor are its parents", async () => {
  const tree: Tree = {
    ".git/": "",
    ".gitignore": "node_modules\n*.log\n",
    "node_modules/p/i.js": "",
    "node_modules/p/x.log": "",
    "node_modules/p/node_modules/q": "",
  };
  await withTree(tree, async (root) => {
    const { text, root: shown } = await overview(root, { path: "node_modules/p" });
    assertEquals(shown, "node_modules/p");
    assertEquals(text, lines("i.js", "node_modules/ (ignored)", "omitted: 2 ignored"));
  });
});

Deno.test("overview: names are line-safe, escapes as in every text", async () => {
  const tree: Tree = {
    "a\nb/c\td": "",
    "\u202Eevil": "",
    "back\\slash": "",
    "l": link("x\ny\u200B"),
    "p\x1b": fifo(),
    "z\u{E0041}/": "",
    ".git/": "",
    ".gitignore": "i?g\n",
    "i\ng/f": "",
  };
  await withTree(tree, async (root) => {
    const { text } = await overview(root);
    assertEquals(
      text,
      lines(
        ".git/ (ignored)",
        ".gitignore",
        "a\\nb/",
        " c\\td",
        "back\\\\slash",
        "i\\ng/ (ignored)",
        "l@ -> x\\ny\\u{200B}",
        "p\\u{1B} (other)",
        "z\\u{E0041}/ (empty)",
        "\\u{202E}evil",
        "omitted: 2 ignored",
      ),
    );
  });
});

Deno.test("overview: a hostile extension is line-safe in a summary", async () => {
  const names = numbered(200, "d/f", ".a\n\u202E");
  await withTree(files(names), async (root) => {
    const { text } = await overview(root, { max_tokens: 200 });
    assertEquals(text, "d/ (200 files: .a\\n\\u{202E} 200)");
  });
});

Deno.test("overview: `never lies`: trees that differ do not give one text", async (t) => {
  const rows: [what: string, one: Tree, other: Tree][] = [
    ["a name that starts with a space", { "\x01/b": "", "\x01/c": "" }, { "\x01/b": "", " c": "" }],
    ["a file named like a FIFO's row", { "a (other)": "" }, { "a": fifo() }],
    ["a file named like a link's row", { "a@ -> b": "" }, { "a": link("b") }],
    ["a file named like a link out", { "a@ -> (outside)": "" }, { "a": link("..") }],
    ["a link whose target is (outside)", { "a": link("(outside)") }, { "a": link("..") }],
    ["a file named like the last line", { "omitted: 1 hidden": "" }, { ".h": "" }],
  ];
  for (const [what, one, other] of rows) {
    await t.step(what, async () => {
      const texts: string[] = [];
      for (const tree of [one, other]) {
        await withTree(tree, async (root) => {
          texts.push((await overview(root, { include_hidden: false })).text);
        });
      }
      assert(texts[0] !== texts[1], texts[0]);
    });
  }
});

Deno.test("overview: a name that is not valid UTF-8 is listed once with its kind, never opened", {
  ignore: !takesRawNames(),
}, async () => {
  const root = await makeTree({ "ok/f": "" });
  try {
    const script = `
      mkdir "$(printf 'bad\\377')" && touch "$(printf 'bad\\377')/inside"
      touch "$(printf 'x\\377')" "$(printf 'x\\376')"
      ln -s ok "$(printf 'l\\377')"`;
    await shell(root, script);
    const { text, totals, omitted, truncated } = await overview(root);
    assertEquals(
      text,
      lines(
        "bad\uFFFD/ (cannot be opened by its name)",
        "l\uFFFD@ -> \uFFFD",
        "ok/",
        " f",
        "x\uFFFD",
        "omitted: 1 unaddressable",
      ),
    );
    assertEquals(totals, { files: 2, dirs: 1, links: 1, others: 0 });
    assertEquals([omitted, truncated], [{ ...NOTHING, unaddressable: 1 }, false]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("overview: a directory whose path is longer than PATH_MAX is a row, counted as unaddressable", async () => {
  await withTree({ "z": "" }, async (root) => {
    const name = "n".repeat(200);
    const half = Array(15).fill(name).join("/");
    Deno.mkdirSync(`${root}/${half}`, { recursive: true });
    Deno.mkdirSync(`${root}/m/${half}`, { recursive: true });
    Deno.renameSync(`${root}/m/${name}`, `${root}/${half}/${name}`);
    Deno.removeSync(`${root}/m`);
    try {
      const { text, totals, omitted, truncated } = await overview(root, { max_tokens: 50_000 });
      const rows = text.split("\n");
      assertEquals(omitted, { ...NOTHING, unaddressable: 1 });
      assertEquals(rows.slice(-2), ["z", "omitted: 1 unaddressable"]);
      const depth = rows.length - 3;
      assertEquals(rows.at(-3), `${" ".repeat(depth)}${name}/ (cannot be opened by its name)`);
      assertEquals(rows.slice(0, -3), rows.slice(0, -3).map((_, i) => `${" ".repeat(i)}${name}/`));
      assertEquals([totals.dirs, totals.files, truncated], [depth, 1, false]);
    } finally {
      Deno.renameSync(`${root}/${half}/${name}`, `${root}/m`);
    }
  });
});

Deno.test("overview: `locked/ (permission denied)`, and a last line that counts it", async () => {
  const tree: Tree = { "locked/secret": "", "open/f": "", "open/in/g": "" };
  await withTree(tree, async (root) => {
    const { text, totals, omitted, truncated } = await withUnreadable(
      [`${root}/locked`, `${root}/open/in`],
      () => overview(root),
    );
    assertEquals(
      text,
      lines(
        "locked/ (permission denied)",
        "open/",
        " f",
        " in/ (permission denied)",
        "omitted: 2 denied",
      ),
    );
    assertEquals(totals, { files: 1, dirs: 1, links: 0, others: 0 });
    assertEquals([omitted, truncated], [{ ...NOTHING, denied: 2 }, false]);
  });
});

Deno.test("overview: an unreadable root is permission_denied", async () => {
  await withTree({ "a/b": "" }, async (root) => {
    const { success, error, text } = await withUnreadable(
      [`${root}/a`],
      () => overview(root, { path: "a" }),
    );
    assertEquals([success, error, text], [
      false,
      { code: "permission_denied", message: "permission denied: 'a'" },
      "",
    ]);
  });
});

Deno.test({
  name: "overview: `locked/ (permission denied)`, by file modes, for a user whom they bind",
  ignore: !canDropPrivileges(),
  async fn() {
    await withTree({ "locked/secret": "", "open/f": "" }, async (root) => {
      Deno.chmodSync(`${root}/locked`, 0o000);
      const { outputs: [result], refused } = await callApart<OverviewResult>(
        [`--allow-read`],
        [{ tool: ["agent", "overview"], args: {}, context: { cwd: root } }],
        { isUnprivileged: true },
      );
      Deno.chmodSync(`${root}/locked`, 0o755);
      assertEquals(refused, []);
      assertEquals(
        result!.text,
        lines("locked/ (permission denied)", "open/", " f", "omitted: 1 denied"),
      );
    });
  },
});

Deno.test("overview: a --deny-read inside is `(not permitted)` and counts as outside", async () => {
  const tree: Tree = { "in/secret/key": "", "in/a/deep/f": "", "in/ln": link("secret/key") };
  await withTree(tree, async (root) => {
    const context = { cwd: `${root}/in` };
    const { outputs, refused } = await callApart<OverviewResult>(
      ["--no-prompt", `--allow-read=${root}/in`, `--deny-read=${root}/in/secret,${root}/in/a/deep`],
      [
        { tool: ["agent", "overview"], args: {}, context },
        { tool: ["agent", "overview"], args: { path: "secret" }, context },
        { tool: ["agent", "overview"], args: { path: "secret/none" }, context },
        { tool: ["agent", "overview"], args: { path: ".." }, context },
      ],
    );
    assertEquals(
      outputs[0]!.text,
      lines(
        "a/",
        " deep/ (not permitted)",
        "ln@ -> (outside)",
        "secret/ (not permitted)",
        "omitted: 2 outside",
      ),
    );
    assertEquals(outputs[0]!.omitted, { ...NOTHING, outside: 2 });
    for (const [i, path] of [[1, "secret"], [2, "secret/none"], [3, ".."]] as const) {
      assertEquals(outputs[i]!.error, {
        code: "outside_root",
        message: `'${path}' is outside the allowed roots: ${root}/in`,
      });
      assertEquals(outputs[i]!.suggestions, undefined);
    }
    // Reading a denied directory that a walk meets throws, and is caught: nothing prompts.
    for (const path of refused) assert(/\/(secret|deep)$/.test(path), path);
  });
});

Deno.test("overview: a directory that vanished counts nowhere", async () => {
  await withTree({ "a/f": "", "gone/x": "", "z/gone/y": "", "z/g": "" }, async (root) => {
    const before = (path: string): void => {
      if (path.endsWith("/gone")) Deno.removeSync(path, { recursive: true });
    };
    const result = await withReads({ before }, () => overview(root));
    assertEquals(result.text, lines("a/", " f", "z/", " g"));
    assertEquals(result.totals, { files: 2, dirs: 2, links: 0, others: 0 });
    assertEquals(result.omitted, NOTHING);
    assertEquals([result.truncated, result.totals_are_lower_bounds], [false, undefined]);
  });
});

Deno.test("overview: links round, nowhere and to links are rows, never followed", async () => {
  const tree: Tree = {
    "a/up": link(".."),
    "a/self": link("../a"),
    "ping": link("pong"),
    "pong": link("ping"),
    "chain": link("chain2"),
    "chain2": link("out"),
    "out": link("../none"),
    "back": link("a/../a/up"),
    "odd": link("./a/"),
  };
  await withTree(tree, async (root) => {
    const { text, totals } = await overview(root);
    assertEquals(
      text,
      lines(
        "a/",
        " self@ -> ../a",
        " up@ -> ..",
        "back@ -> a/../a/up",
        "chain@ -> (outside)",
        "chain2@ -> (outside)",
        "odd@ -> ./a/",
        "out@ -> (outside)",
        "ping@ -> pong",
        "pong@ -> ping",
      ),
    );
    assertEquals(totals, { files: 0, dirs: 1, links: 9, others: 0 });
  });
});

Deno.test("overview: `src/ (1,284 files, 96 dirs: .ts 900, .json 300)`, the numbers recursive", async () => {
  const tree: Record<string, string> = {};
  for (let i = 0; i < 900; i++) tree[`src/d${i % 95}/f${i}.ts`] = "";
  for (let i = 0; i < 300; i++) tree[`src/d${i % 95}/f${i}.json`] = "";
  for (let i = 0; i < 84; i++) tree[`src/g${i}`] = "";
  tree["src/d0/inner/"] = "";
  await withTree(tree, async (root) => {
    const { text, truncated, totals } = await overview(root, { max_tokens: 200 });
    assertEquals(text, "src/ (1,284 files, 96 dirs: .ts 900, .json 300)");
    assertEquals([truncated, totals], [true, { files: 1284, dirs: 97, links: 0, others: 0 }]);
  });
});

Deno.test("overview: extensions: the top 3, ties by code point, no version numbers", async (t) => {
  const rows: [names: readonly string[], summary: string][] = [
    [["a.c", "b.b", "c.a", "d.Z"], ": .Z 1, .a 1, .b 1"],
    [["a.x", "b.x", "c.y", "c.z", "c.w", "d.w"], ": .w 2, .x 2, .y 1"],
    [["lib.so.6", "lib.1", "lib.so"], ": .so 1"],
    [["lib.so.6", "lib.12"], ""],
    [[".env", ".a", "trailing.", "..."], ""],
    [[".env.local", "a..b"], ": .b 1, .local 1"],
    [["x.abcdefghijk", "x.abcdefghijkl"], ": .abcdefghijk 1"],
    [["a.TS", "a.ts", "b.ts"], ": .ts 2, .TS 1"],
    [["a.tar.gz", "b.gz", "c.mp3", "c.7z"], ": .gz 2, .7z 1, .mp3 1"],
    [["a.é", "a.日本"], ": .é 1, .日本 1"],
    [["a.__proto__", "a.toString", "b.toString"], ": .toString 2, .__proto__ 1"],
  ];
  for (const [names, summary] of rows) {
    await t.step(names.join(" "), async () => {
      const plain = numbered(100, "d/");
      await withTree(files([...plain, ...names.map((name) => `d/${name}`)]), async (root) => {
        const { text } = await overview(root, { max_tokens: 200 });
        assertEquals(text, `d/ (${100 + names.length} files${summary})`);
      });
    });
  }
});

Deno.test("overview: singular and plural, and only the kinds that are there", async () => {
  const tree: Tree = {
    ...files(numbered(150, "many/f")),
    "many/l": link("x"),
    "many/p": fifo(),
    "many/d/e/": "",
    ...files(numbered(150, "zone/d", "/").map((path) => path)),
    "zone/f": "",
    "zone/l1": link("x"),
    "zone/l2": link("x"),
    "zone/p1": fifo(),
    "zone/p2": fifo(),
  };
  await withTree(tree, async (root) => {
    const { text } = await overview(root, { max_tokens: 200 });
    assertEquals(
      text,
      lines(
        "many/ (150 files, 2 dirs, 1 link, 1 other)",
        "zone/ (1 file, 150 dirs, 2 links, 2 others)",
      ),
    );
  });
});

Deno.test("overview: those with the fewest direct visible entries first, ties by path, level by level", async () => {
  const tree: Tree = {
    ...files(numbered(21, "b/f")),
    ...files(numbered(20, "a/f")),
    ...files(numbered(20, "c/f")),
    ...files(numbered(60, "huge/f")),
    "d/x/deep": "",
    "d/y/1": "",
    "d/y/2": "",
  };
  const list = (count: number) => numbered(count, " f");
  const closed = { a: "a/ (20 files)", b: "b/ (21 files)", c: "c/ (20 files)" };
  await withTree(tree, async (root) => {
    // `f00` is three tokens with its line end.
    const rows: [max_tokens: number, text: string[]][] = [
      [200, [
        "a/",
        ...list(20),
        "b/ (21 files)",
        "c/",
        ...list(20),
        "d/",
        " x/",
        "  deep",
        " y/",
        "  1",
        "  2",
        "huge/ (60 files)",
      ]],
      [220, ["a/", ...list(20), "b/", ...list(21), "c/", ...list(20), "d/"]],
    ];
    const first = await overview(root, { max_tokens: rows[0]![0] });
    assertEquals(first.text, rows[0]![1].join("\n"));
    assertEquals(first.truncated, true);
    const second = await overview(root, { max_tokens: 260 });
    assert(second.text.startsWith(rows[1]![1].join("\n")), second.text);
    assert(second.text.endsWith("huge/ (60 files)"));
    assert(!second.text.includes(closed.b));
    const whole = await overview(root);
    assertEquals([whole.truncated, whole.totals.files], [false, 124]);
  });
});

Deno.test("overview: ignored directories with a row are direct visible entries, ignored files are not", async () => {
  const tree: Tree = {
    ".gitignore": "*.log\nskip*/\n",
    ".git/": "",
    ...files(numbered(30, "a/f")),
    ...files(numbered(28, "b/f")),
    ...files(numbered(40, "b/x", ".log")),
    "b/skip/f": "",
    ...files(numbered(29, "c/f")),
    "c/skip1/f": "",
    "c/skip2/f": "",
  };
  await withTree(tree, async (root) => {
    const { text, omitted } = await overview(root, { max_tokens: 200 });
    const opened = text.split("\n").filter((line) => /^[abc]\/$/.test(line));
    // b has 29, a 30, c 31 visible entries: 87, 90 and 95 tokens or so.
    assertEquals(opened, ["b/"]);
    assert(text.includes("a/ (30 files)") && text.includes("c/ (29 files)"), text);
    assertEquals(omitted, { ...NOTHING, ignored: 44 });
  });
});

Deno.test("overview: where the root alone is too big: the first entries, then `… N more`", async () => {
  const tree: Tree = {
    ...files(numbered(1500, "f", ".txt")),
    "a/b/c": "",
    "z/y/x": "",
    "z/l": link("x"),
    "z/p": fifo(),
  };
  await withTree(tree, async (root) => {
    const result = await overview(root, { max_tokens: 200 });
    const rows = result.text.split("\n");
    const shown = rows.length - 2;
    assertEquals(rows[0], "a/ (1 file, 1 dir)");
    assertEquals(rows.slice(1, -1), numbered(1500, "f", ".txt").slice(0, shown));
    const left = 1500 - shown;
    const [n, f] = [left + 5, left + 1].map((count) => count.toLocaleString("en-US"));
    assertEquals(rows.at(-1), `… ${n} more (${f} files, 2 dirs, 1 link, 1 other)`);
    assertLessOrEqual(result.estimated_tokens, 200);
    assert(result.estimated_tokens > 185, String(result.estimated_tokens));
    assertEquals(result.truncated, true);
  });
});

Deno.test("overview: where the root is too big for ignored rows alone, the last row still makes sense", async () => {
  const tree: Tree = { ".git/": "", ".gitignore": "d*/\n", ...files(numbered(300, "d", "/f")) };
  await withTree(tree, async (root) => {
    const { text, totals, omitted, truncated } = await overview(root, { max_tokens: 200 });
    assertEquals(totals, { files: 1, dirs: 0, links: 0, others: 0 });
    assertEquals([omitted.ignored, truncated], [301, true]);
    assert(!text.includes("()"), text.split("\n").slice(-2).join("\n"));
    assertEquals(text.split("\n").at(-1), "omitted: 301 ignored");
  });
});

Deno.test("overview: max_tokens 200–50000, and every budget holds", async () => {
  const tree: Tree = files(
    numbered(40, "dir").flatMap((dir) => numbered(30, `${dir}/some-name_`, ".json")),
  );
  await withTree(tree, async (root) => {
    let before = 0;
    for (let max_tokens = 200; max_tokens <= 12_000; max_tokens += 397) {
      const { text, estimated_tokens, truncated } = await overview(root, { max_tokens });
      assertLessOrEqual(estimated_tokens, max_tokens);
      assertLessOrEqual(Math.ceil(new TextEncoder().encode(text).length / 3), estimated_tokens);
      assert(estimated_tokens >= before, "a larger budget shows no less");
      before = estimated_tokens;
      assertEquals(truncated, /\(30 files/.test(text));
    }
    for (const max_tokens of [199, 50_001, 0, -1, 1.5, "200", true]) {
      const { error } = await overview(root, { max_tokens });
      assertEquals(error?.code, "invalid_argument", String(max_tokens));
      assert(error!.message.includes("max_tokens"), error!.message);
    }
  });
});

Deno.test("overview: `>= ` in summaries and `(not read)` once maxScanned ran out", async (t) => {
  const tree: Tree = {
    ".h": "",
    "a/f.ts": "",
    "a/b/g.ts": "",
    "a/b/h.ts": "",
    "c/i": "",
    "d/": "",
    "e/.h": "",
  };
  // The root has 5 entries, a 2, c 1, d none, e 1, a/b 2.
  const rows: [maxScanned: number, text: string, files: number, truncated: boolean][] = [
    [
      0,
      "a/ (not read)\nc/ (not read)\nd/ (not read)\ne/ (not read)\nomitted: >= 1 hidden",
      0,
      true,
    ],
    [
      5,
      "a/ (not read)\nc/ (not read)\nd/ (not read)\ne/ (not read)\nomitted: >= 1 hidden",
      0,
      true,
    ],
    [
      6,
      "a/\n b/ (not read)\n f.ts\nc/ (not read)\nd/ (not read)\ne/ (not read)\nomitted: >= 1 hidden",
      1,
      true,
    ],
    [
      8,
      "a/\n b/ (not read)\n f.ts\nc/\n i\nd/ (not read)\ne/ (not read)\nomitted: >= 1 hidden",
      2,
      true,
    ],
    [
      9,
      "a/\n b/ (not read)\n f.ts\nc/\n i\nd/ (empty)\ne/ (1 omitted)\nomitted: >= 2 hidden",
      2,
      true,
    ],
    [
      10,
      "a/\n b/\n  g.ts\n  h.ts\n f.ts\nc/\n i\nd/ (empty)\ne/ (1 omitted)\nomitted: 2 hidden",
      4,
      false,
    ],
  ];
  await withTree(tree, async (root) => {
    for (const [maxScanned, text, count, truncated] of rows) {
      await t.step(`maxScanned ${maxScanned}`, async () => {
        const result = await overview(root, { include_hidden: false }, { maxScanned });
        assertEquals(result.text, text);
        assertEquals([result.totals.files, result.truncated], [count, truncated]);
        assertEquals(result.totals_are_lower_bounds, truncated ? true : undefined);
        const header = toToolResult(tool, result).text.split("\n")[0]!;
        assertEquals(header.startsWith("overview .: >= "), truncated, header);
      });
    }
  });
});

Deno.test("overview: `>= ` in the row of a closed directory and in `… N more`", async () => {
  const tree: Tree = { ...files(numbered(300, "a/f", ".ts")), "a/z/f": "", "b/c/d": "" };
  await withTree(tree, async (root) => {
    const first = await overview(root, { max_tokens: 200 }, { maxScanned: 3 });
    assertEquals(
      first.text,
      "a/ (>= 300 files, 1 dir: .ts 300)\nb/ (not read)",
    );
    const second = await overview(root, { max_tokens: 200, path: "a" }, { maxScanned: 3 });
    const more = second.text.split("\n").at(-1)!;
    assert(/^… >= \d+ more \(\d+ files, 1 dir\)$/.test(more), more);
  });
});

Deno.test("overview: `truncated` means that some entry has no row of its own", async () => {
  const tree: Tree = { "e/": "", "l/.x": "", ...files(numbered(150, "big/f")) };
  await withTree(tree, async (root) => {
    const closed = await overview(root, { max_tokens: 200, include_hidden: false });
    assertEquals(closed.text, "big/ (150 files)\ne/ (empty)\nl/ (1 omitted)\nomitted: 1 hidden");
    assertEquals(closed.truncated, true);
    const open = await overview(root, { include_hidden: false });
    assertEquals(open.truncated, false);
  });
});

Deno.test("overview errors: `success: false`, empty text, zero totals, the codes of `discovery`", async (t) => {
  const tree: Tree = {
    "in/file": "",
    "in/folder/x": "",
    "in/out": link("../out"),
    "in/nowhere": link("none"),
    "in/loop": link("loop"),
    "out/x": "",
  };
  const rows: [path: unknown, code: string, message: string, suggestions?: string[]][] = [
    ["foldre", "not_found", "'foldre' does not exist", ["folder"]],
    ["folder/none", "not_found", "'folder/none' does not exist"],
    ["nowhere", "not_found", "'nowhere' does not exist"],
    ["file", "not_a_directory", "'file' is not a directory"],
    ["file/x", "not_a_directory", "'file/x' is not a directory"],
    ["out", "outside_root", "'out' is outside the allowed roots"],
    ["out/none", "outside_root", "'out/none' is outside the allowed roots"],
    ["../out", "outside_root", "'../out' is outside the allowed roots"],
    ["/nothing\nhere", "outside_root", "'/nothing\\nhere' is outside the allowed roots"],
    ["loop", "invalid_root", "'loop' leads through too many links"],
    ["n".repeat(300), "invalid_root", `'${"n".repeat(300)}' is too long`],
  ];
  await withTree(tree, async (root) => {
    for (const [path, code, beginning, suggestions] of rows) {
      const message = beginning + (code === "outside_root" ? `: ${root}/in` : "");
      await t.step(String(path).slice(0, 20), async () => {
        const result = await overview(`${root}/in`, { path });
        assertEquals(result, {
          success: false,
          operation: "overview",
          root: result.root,
          query: { path, max_tokens: 2000, use_gitignore: true, include_hidden: true },
          truncated: false,
          text: "",
          totals: { files: 0, dirs: 0, links: 0, others: 0 },
          omitted: NOTHING,
          estimated_tokens: 0,
          error: { code, message } as NonNullable<OverviewResult["error"]>,
          ...suggestions && { suggestions },
        });
        const { text, isError } = toToolResult(tool, result);
        const advice = (suggestions ?? []).map((each) => `\nsuggestion: ${each}`).join("");
        assertEquals([text, isError], [
          `error ${code}: ${message}`.replace("none", "none") + advice,
          true,
        ]);
      });
    }
    for (const path of ["", "a\0b"]) {
      const { error, root: shown } = await overview(root, { path });
      assertEquals([error?.code, shown], ["invalid_root", "."]);
    }
    for (const args of [{ path: 5 }, { none: 1 }, { use_gitignore: "yes" }, null, [], "x"]) {
      const result = await tool.execute(args, { cwd: root });
      assertEquals([result.error?.code, result.query], ["invalid_argument", {}]);
    }
  });
});

Deno.test("overview: roots [] allows nothing, several roots allow each", async () => {
  await withTree({ "a/f": "", "b/g": "" }, async (root) => {
    assertEquals((await overview(root, {}, { roots: [] })).error?.code, "outside_root");
    const roots = ["a", `${root}/b`];
    assertEquals((await overview(root, {}, { roots })).error?.code, "outside_root");
    assertEquals((await overview(root, { path: "a" }, { roots })).text, "f");
    const b = await overview(`${root}/a`, { path: "../b" }, { roots: [root] });
    assertEquals([b.text, b.root], ["g", `${root}/b`]);
  });
});

Deno.test("overview: AbortError before, during the walk and during the render", async (t) => {
  const isAbort = (error: unknown): boolean =>
    error instanceof DOMException && error.name === "AbortError";
  const links = Object.fromEntries(numbered(200, "l").map((name) => [name, link("x")]));
  await withTree({ ...links, "a/b/c/d": "" }, async (root) => {
    await t.step("before", async () => {
      const error = await assertRejects(() => overview(root, {}, { signal: AbortSignal.abort() }));
      assert(isAbort(error));
    });
    await t.step("during the walk", async () => {
      const controller = new AbortController();
      const before = (path: string): void => {
        if (!path.endsWith("/b")) return;
        controller.abort();
        stall(30);
      };
      const { signal } = controller;
      const error = await withReads(
        { before },
        () => assertRejects(() => overview(root, {}, { signal })),
      );
      assert(isAbort(error));
    });
    await t.step("during the render", async () => {
      const controller = new AbortController();
      const { readLinkSync } = Deno;
      let asked = 0;
      Deno.readLinkSync = (path) => {
        asked++;
        controller.abort();
        stall(30);
        return readLinkSync(path);
      };
      try {
        const { signal } = controller;
        assert(isAbort(await assertRejects(() => overview(root, {}, { signal }))));
        assertLessOrEqual(asked, 2);
      } finally {
        Deno.readLinkSync = readLinkSync;
      }
    });
  });
});

Deno.test("overview: links are asked for where they are shown only", async () => {
  const links = (count: number, prefix: string) =>
    Object.fromEntries(numbered(count, prefix).map((name) => [name, link("x")]));
  await withTree({ ...links(3, "a/l"), ...links(800, "z/l") }, async (root) => {
    const { readLinkSync } = Deno;
    let asked = 0;
    Deno.readLinkSync = (path) => (asked++, readLinkSync(path));
    try {
      await overview(root, { max_tokens: 200 });
    } finally {
      Deno.readLinkSync = readLinkSync;
    }
    assertEquals(asked, 3);
  });
});

Deno.test("overview: `rules_above_scope: unknown` only where no .git was met up to the allowed root", async (t) => {
  const tree: Tree = {
    "none/a/f": "",
    "repo/.git/HEAD": "",
    "repo/.gitignore": "x\n",
    "repo/a/b/x": "",
    "worktree/.git": "gitdir: elsewhere",
    "worktree/a/f": "",
    "outer/.git/": "",
    "outer/.gitignore": "y\n",
    "outer/in/a/y": "",
    "linked/.git": link("/somewhere/else"),
    "linked/a/f": "",
    "broken/.git": link("nothing"),
    "broken/a/f": "",
  };
  const rows: [root: string, path: string, args: Record<string, unknown>, isUnknown: boolean][] = [
    ["none", ".", {}, true],
    ["none", "a", {}, true],
    ["none", "a", { use_gitignore: false }, false],
    ["repo", ".", {}, false],
    ["repo", "a/b", {}, false],
    ["repo/a", ".", {}, true],
    ["worktree", "a", {}, false],
    ["outer/in", "a", {}, true],
    ["outer", "in/a", {}, false],
    ["linked", "a", {}, false],
    ["broken", "a", {}, true],
  ];
  await withTree(tree, async (root) => {
    for (const [cwd, path, args, isUnknown] of rows) {
      await t.step(`${cwd} ${path} ${JSON.stringify(args)}`, async () => {
        const result = await overview(`${root}/${cwd}`, { path, ...args });
        assertEquals(result.rules_above_scope, isUnknown ? "unknown" : undefined);
        const last = toToolResult(tool, result).text.split("\n").at(-1);
        const sentence =
          "No .git was found within the scope: .gitignore files above it are not known.";
        assertEquals(last === sentence, isUnknown);
      });
    }
    const whole = await overview(root, { path: "none" }, { roots: ["/"] });
    assertEquals(whole.rules_above_scope, undefined);
    const outer = await overview(root, { path: "outer/in" });
    assertEquals(outer.text, "a/ (1 omitted)\nomitted: 1 ignored");
    const inner = await overview(`${root}/outer/in`);
    assertEquals(inner.text, "a/\n y");
  });
});

Deno.test("overview: Equal tree, equal bytes: whatever the order of creation", async () => {
  const names = ["b", "a/x", "a-b", "a.b/y", "\u{1F600}", "\uFF01", "Z", "é", "a/z/q"];
  const texts = new Set<string>();
  for (const order of [names, names.toReversed(), names.toSorted()]) {
    await withTree(files(order), async (root) => {
      for (let i = 0; i < 2; i++) texts.add(JSON.stringify(await overview(root)));
    });
  }
  assertEquals(texts.size, 1);
  const [only] = texts;
  assertEquals(
    (JSON.parse(only!) as OverviewResult).text,
    lines("Z", "a/", " x", " z/", "  q", "a-b", "a.b/", " y", "b", "é", "\uFF01", "\u{1F600}"),
  );
});
