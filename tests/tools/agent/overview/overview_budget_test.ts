import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { files, lines, NOTHING, numbered, overview } from "../../../support/agent.ts";
import { failingDisk, watching } from "../../../support/failing_disk.ts";
import { fifo, link, type Tree, withQuickTree } from "../../../support/tree.ts";

const tool = TOOLSETS.agent.overview;

Deno.test("overview: `src/ (1,284 files, 96 dirs: .ts 900, .json 300)`, the numbers recursive", async () => {
  const tree: Record<string, string> = {};
  for (let i = 0; i < 900; i++) tree[`src/d${i % 95}/f${i}.ts`] = "";
  for (let i = 0; i < 300; i++) tree[`src/d${i % 95}/f${i}.json`] = "";
  for (let i = 0; i < 84; i++) tree[`src/g${i}`] = "";
  tree["src/d0/inner/"] = "";
  await withQuickTree(tree, async (root) => {
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
      await withQuickTree(files([...plain, ...names.map((name) => `d/${name}`)]), async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
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
  await withQuickTree(tree, async (root) => {
    const closed = await overview(root, { max_tokens: 200, include_hidden: false });
    assertEquals(closed.text, "big/ (150 files)\ne/ (empty)\nl/ (1 omitted)\nomitted: 1 hidden");
    assertEquals(closed.truncated, true);
    const open = await overview(root, { include_hidden: false });
    assertEquals(open.truncated, false);
  });
});

Deno.test("overview: links are asked for where they are shown only", async () => {
  const links = (count: number, prefix: string) =>
    Object.fromEntries(numbered(count, prefix).map((name) => [name, link("x")]));
  await withQuickTree({ ...links(3, "a/l"), ...links(800, "z/l") }, async (root) => {
    let asked = 0;
    using _disk = failingDisk(watching(["readLinkSync"], () => void asked++));
    await overview(root, { max_tokens: 200 });
    assertEquals(asked, 3);
  });
});

Deno.test("two entries with very long names do not hide 300 others", async () => {
  const long = ["a".repeat(250), "b".repeat(250)];
  await withQuickTree(files([...long, ...numbered(300)]), async (root) => {
    const { text } = await overview(root, { max_tokens: 200 });
    const rows = text.split("\n");
    assertEquals(rows.slice(0, 3), [long[0], "f000", "f001"]);
    assertEquals(rows.at(-1), `… ${303 - rows.length} more (${303 - rows.length} files)`);
  });
});

Deno.test("a directory with a longer list is not opened before one with a shorter", async () => {
  const long = numbered(3, "x".repeat(200));
  await withQuickTree(
    files([...long.map((name) => `a/${name}`), ...numbered(10, "b/f")]),
    async (root) => {
      const { text } = await overview(root, { max_tokens: 200 });
      assertEquals(text, lines("a/ (3 files)", "b/", ...numbered(10, " f")));
    },
  );
});
