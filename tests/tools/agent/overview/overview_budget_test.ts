import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import {
  files,
  lines,
  NOTHING_OMITTED,
  numbered,
  overview,
  testOverview,
} from "../../../support/agent.ts";
import { failingDisk, watching } from "../../../support/failing_disk.ts";
import { FIFOS, LINKS, needing, testsNeeding } from "../../../support/machine.ts";
import { fifo, link, needsOf, type Tree, withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS);

const tool = TOOLSETS.agent.overview;

/** A name whose row takes more than 200 tokens, so that its directory stays collapsed there. */
const LONG = "ɐ".repeat(110);

testOverview(
  "`src/ (1,284 files, 96 dirs: .ts 900, .json 300)`, the numbers recursive",
  {
    ...files(numbered(94, `src/${LONG}/d`).flatMap((dir) => numbered(9, `${dir}/f`, ".ts"))),
    ...files(numbered(54, `src/${LONG}/d00/g`, ".ts")),
    ...files(numbered(300, `src/${LONG}/d01/f`, ".json")),
    ...files(numbered(84, `src/${LONG}/g`)),
    [`src/${LONG}/d00/inner/`]: "",
  },
  {
    text: "src/ (1,284 files, 96 dirs: .ts 900, .json 300)",
    truncated: true,
    totals: { files: 1284, dirs: 97, links: 0, others: 0 },
  },
  { max_tokens: 200 },
);

Deno.test("overview: extensions: the top 3, ties by code point, no version numbers, from 5 % of the files on", async (t) => {
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
    [[...numbered(38, "f", ".ts"), "a.md", "b.md"], ": .ts 38, .md 2"],
    [[...numbered(39, "f", ".ts"), "a.md"], ": .ts 39"],
    [[...numbered(21), "a.ts"], ""],
  ];
  for (const [names, summary] of rows) {
    const tree = files(names.map((name) => `d/${LONG}/${name}`));
    await t.step({
      ...needing(needsOf(tree), names.slice(-6).join(" ")),
      fn: () =>
        withQuickTree(tree, async (root) => {
          const { text } = await overview(root, { max_tokens: 200 });
          assertEquals(text, `d/ (${names.length} files, 1 dir${summary})`);
        }),
    });
  }
});

testOverview(
  "singular and plural, and only the kinds that are there",
  {
    ...files(numbered(150, `many/${LONG}/f`)),
    [`many/${LONG}/l`]: link("x"),
    [`many/${LONG}/p`]: fifo(),
    ...files(numbered(149, `zone/${LONG}/d`, "/")),
    [`zone/${LONG}/f`]: "",
    [`zone/${LONG}/l1`]: link("x"),
    [`zone/${LONG}/l2`]: link("x"),
    [`zone/${LONG}/p1`]: fifo(),
    [`zone/${LONG}/p2`]: fifo(),
  },
  {
    text: lines(
      "many/ (150 files, 1 dir, 1 link, 1 other)",
      "zone/ (1 file, 150 dirs, 2 links, 2 others)",
    ),
  },
  { max_tokens: 200 },
);

test("overview: `A directory may be shown in part: its best rows in name order, then` what is left of it", async () => {
  const tree: Tree = {
    ".gitignore": "*.log\nskip*/\n",
    ".git/": "",
    ...files(numbered(100, "src/f", ".rs")),
    "src/lib.rs": "",
    "src/Cargo.toml": "",
    "src/zoo/a.rs": "",
    "src/zoo/b.rs": "",
    "src/skip1/f": "",
    "src/skip2/f": "",
    "src/x.log": "",
    "src/l": link("x"),
    "src/p": fifo(),
    ...files(numbered(40, "tests/t_", ".rs")),
  };
  await withQuickTree(tree, async (root) => {
    const { text, omitted } = await overview(root, { max_tokens: 400 });
    const shown = text.split("\n").filter((row) => /^ f/.test(row)).length;
    const left = 100 - shown;
    assertEquals(
      text,
      lines(
        ".git/ (ignored)",
        ".gitignore",
        "src/",
        " Cargo.toml",
        ...numbered(100, " f", ".rs").slice(0, shown),
        " lib.rs",
        ` … ${left + 5} more (${left + 2} files, 1 dir, 1 link, 1 other: .rs ${
          left + 2
        }), 2 omitted`,
        "tests/ (40 files: .rs 40)",
        "omitted: 4 ignored",
      ),
    );
    assertEquals(omitted, { ...NOTHING_OMITTED, ignored: 4 });
  });
});

testOverview(
  "a row takes a chain of 100 characters at most",
  { [`${"d/".repeat(60)}end.ts`]: "" },
  {
    text: lines("d/".repeat(50), ` ${"d/".repeat(10)}`, "  end.ts"),
  },
);

Deno.test("overview: directories of the first level have a row before anything deeper is expanded, as long as they take no more than a third of the budget", async () => {
  const tree: Tree = {
    ...files(numbered(50, "f", ".ts")),
    ...files(numbered(30, "src/main", ".ts")),
    ...files(numbered(12, "dir", "/data/x.bin")),
    "node_modules/x/y.js": "",
    "tests/a_test.ts": "",
  };
  await withQuickTree(tree, async (root) => {
    const shownIn = async (max_tokens: number, query: string | null = null) => {
      const { text } = await overview(root, { max_tokens, query });
      const rows = text.split("\n").filter((row) => /^\S.*\//.test(row));
      return rows.map((row) => row.replace(/ \(.*/, ""));
    };
    const all = [...numbered(12, "dir", "/data/"), "node_modules/x/", "src/", "tests/"];
    assertEquals(await shownIn(200), [...all.slice(0, 5), "src/"]);
    assertEquals(await shownIn(600), all);
    // With a task, no row is owed to what it does not concern.
    assertEquals(await shownIn(200, "main"), ["src/"]);
  });
  await withQuickTree(files(numbered(100, "dir", `/${LONG}/f`)), async (root) => {
    const { text } = await overview(root, { max_tokens: 200 });
    assert(!/^ /m.test(text), text);
    assert(/^… \d+ more \((\d+) files, \d+ dirs\)$/m.test(text), text);
  });
});

for (
  const [include_hidden, x] of [
    [true, ["x/", " .hidden", " y/z/", "  f"]],
    // A collapsed directory's own row counts its omitted entries.
    [false, ["x/", " y/z/", "  f", "omitted: 1 hidden"]],
  ] as const
) {
  testOverview(
    `chains of single directories in one row, \`src/main/java/\`: include_hidden ${include_hidden}`,
    {
      "src/main/java/a.java": "",
      "src/main/java/b.java": "",
      "one/two/": "",
      "x/.hidden": "",
      "x/y/z/f": "",
      "l/in/on": link(".."),
      [`${"p".repeat(60)}/${"q".repeat(60)}/f`]: "",
    },
    {
      text: lines(
        "l/in/",
        " on@ -> ..",
        "one/two/ (empty)",
        `${"p".repeat(60)}/`,
        ` ${"q".repeat(60)}/`,
        "  f",
        "src/main/java/",
        " a.java",
        " b.java",
        ...x,
      ),
      truncated: false,
    },
    { include_hidden },
  );
}

test("overview: where the root alone is too big: its directories, some files, then `… N more`", async () => {
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
    const shown = rows.filter((row) => row.startsWith("f")).length;
    const left = 1500 - shown;
    const n = left.toLocaleString("en-US");
    assertEquals(rows, [
      "a/b/",
      " c",
      ...numbered(1500, "f", ".txt").slice(0, shown),
      "z/ (1 file, 1 dir, 1 link, 1 other)",
      `… ${n} more (${n} files)`,
    ]);
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
    const rows = text.split("\n");
    const left = rows.slice(0, -2).filter((row) => row.endsWith("/ (ignored)")).length;
    assertEquals(rows.slice(-2), [`… ${301 - left} omitted`, "omitted: 301 ignored"]);
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
  const unread = "a/ (not read)\nc/ (not read)\nd/ (not read)\ne/ (not read)";
  const expanded = "a/\n b/ (not read)\n f.ts";
  const rest = "d/ (empty)\ne/ (1 omitted)";
  const rows: [maxScanned: number, text: string, files: number, truncated: boolean][] = [
    [0, `${unread}\nomitted: >= 1 hidden`, 0, true],
    [5, `${unread}\nomitted: >= 1 hidden`, 0, true],
    [6, `${expanded}${unread.slice("a/ (not read)".length)}\nomitted: >= 1 hidden`, 1, true],
    [8, `${expanded}\nc/\n i\nd/ (not read)\ne/ (not read)\nomitted: >= 1 hidden`, 2, true],
    [9, `${expanded}\nc/\n i\n${rest}\nomitted: >= 2 hidden`, 2, true],
    [10, `a/\n b/\n  g.ts\n  h.ts\n f.ts\nc/\n i\n${rest}\nomitted: 2 hidden`, 4, false],
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

Deno.test("overview: `>= ` in the row of a collapsed directory and in `… N more`", async () => {
  const tree: Tree = {
    ...files(numbered(300, `a/${LONG}`, ".ts")),
    "a/z/f": "",
    ...files(numbered(10, "b/c/d")),
  };
  await withQuickTree(tree, async (root) => {
    const first = await overview(root, { max_tokens: 200 }, { maxScanned: 3 });
    assertEquals(
      first.text,
      lines("a/ (>= 300 files, 1 dir: .ts 300)", "b/ (not read)"),
    );
    const second = await overview(root, { max_tokens: 200, path: "a" }, { maxScanned: 3 });
    assertEquals(second.text, lines("z/ (not read)", "… >= 300 more (300 files: .ts 300)"));
  });
});

test("overview: links are asked for where they may be shown only", async () => {
  const links = (count: number, prefix: string) =>
    Object.fromEntries(numbered(count, prefix).map((name) => [name, link("x")]));
  await withQuickTree({ ...links(3, "a/l"), ...links(800, "z/l") }, async (root) => {
    let asked = 0;
    using _disk = failingDisk(watching(["readLinkSync"], () => void asked++));
    const { text } = await overview(root, { max_tokens: 200 });
    const shown = text.split("\n").filter((row) => row.includes("@ -> ")).length;
    // Once to see whether all fit, and once where not.
    assertLessOrEqual(asked, 2 * shown + 10);
  });
});

Deno.test("names that are very long do not hide others", async () => {
  const long = ["a", "b"].map((letter) => letter.repeat(250));
  await withQuickTree(files([...long, ...numbered(300)]), async (root) => {
    const { text } = await overview(root, { max_tokens: 200 });
    const rows = text.split("\n");
    assertEquals(rows.slice(0, -1), numbered(300).slice(0, rows.length - 1));
    assertEquals(rows.at(-1), `… ${303 - rows.length} more (${303 - rows.length} files)`);
  });
  const names = [...numbered(3, "a/" + "x".repeat(200)), ...numbered(10, "b/f")];
  await withQuickTree(files(names), async (root) => {
    const { text } = await overview(root, { max_tokens: 200 });
    assertEquals(text.split("\n").slice(-11), ["b/", ...numbered(10, " f")]);
  });
});
