import { assert, assertEquals } from "@std/assert";
import { files, lines, NOTHING, numbered, overview, testOverview } from "../../../support/agent.ts";
import { needing, POSIX_PATHS, RAW_NAMES } from "../../../support/machine.ts";
import { shell } from "../../../support/shell.ts";
import {
  fifo,
  link,
  makeTree,
  needsOf,
  type Tree,
  withQuickTree,
  withTreeBeyondPathMax,
} from "../../../support/tree.ts";

testOverview("names are line-safe, escapes as in every text", {
  "a\nb/c\td": "",
  "\u202Eevil": "",
  "back\\slash": "",
  "l": link("x\ny\u200B"),
  "p\x1b": fifo(),
  "z\u{E0041}/": "",
  ".git/": "",
  ".gitignore": "i?g\n",
  "i\ng/f": "",
}, {
  text: lines(
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
});

testOverview(
  "a hostile extension is line-safe in a summary",
  files(numbered(200, `d/${"é".repeat(120)}/f`, ".a\n\u202E")),
  { text: "d/ (200 files, 1 dir: .a\\n\\u{202E} 200)" },
  { max_tokens: 200 },
);

/** A directory that is ignored. */
const IGNORED: Tree = { ".git/": "", ".gitignore": "a\n", "a/b": "" };

Deno.test("overview: `never lies`: trees that differ do not give one text", async (t) => {
  const rows: [what: string, one: Tree, other: Tree][] = [
    ["a name that starts with a space", { "\x01/b": "", "\x01/c": "" }, { "\x01/b": "", " c": "" }],
    ["a file named like a FIFO's row", { "a (other)": "" }, { "a": fifo() }],
    ["a file named like a link's row", { "a@ -> b": "" }, { "a": link("b") }],
    ["a file named like a link out", { "a@ -> (outside)": "" }, { "a": link("..") }],
    ["a link whose target is (outside)", { "a": link("(outside)") }, { "a": link("..") }],
    ["a file named like the last line", { "omitted: 1 hidden": "" }, { ".h": "" }],
    ["a file named like an ignored directory", { "a (ignored)": "" }, IGNORED],
    ["a directory named like an ignored one", { "a (ignored)/": "" }, IGNORED],
    ["a directory named like a closed one", { "a (1 file)/b": "" }, { "a/b": "" }],
    ["a file named like the row for the rest", { "b": "", "… 1 more (1 file)": "" }, {
      "b": "",
      "c": "",
    }],
    ["a backslash named like a chain", { "a\\/b": "", "a\\/c": "" }, { "a/b": "", "a/c": "" }],
    ["a chain, and a slash of another kind", { "a∕b/c": "" }, { "a/b/c": "" }],
  ];
  for (const [what, one, other] of rows) {
    await t.step({
      ...needing([...needsOf(one), ...needsOf(other)], what),
      fn: async () => {
        const texts: string[] = [];
        for (const tree of [one, other]) {
          await withQuickTree(tree, async (root) => {
            texts.push((await overview(root, { include_hidden: false })).text);
          });
        }
        assert(texts[0] !== texts[1], texts[0]);
      },
    });
  }
});

Deno.test(
  needing(
    RAW_NAMES,
    "overview: a name that is not valid UTF-8 is listed once with its kind, never opened",
  ),
  async () => {
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
          "l\uFFFD@ -> (unreadable)",
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
  },
);

Deno.test(
  needing(
    POSIX_PATHS,
    "overview: a directory whose path is longer than PATH_MAX is a row, counted as unaddressable",
  ),
  async () => {
    await withTreeBeyondPathMax(async (root, name) => {
      const { text, totals, omitted, truncated } = await overview(root, { max_tokens: 50_000 });
      const rows = text.split("\n");
      assertEquals(omitted, { ...NOTHING, unaddressable: 1 });
      assertEquals(rows.slice(-2), ["z", "omitted: 1 unaddressable"]);
      const depth = rows.length - 3;
      assertEquals(rows.at(-3), `${" ".repeat(depth)}${name}/ (cannot be opened by its name)`);
      assertEquals(rows.slice(0, -3), rows.slice(0, -3).map((_, i) => `${" ".repeat(i)}${name}/`));
      assertEquals([totals.dirs, totals.files, truncated], [depth, 1, false]);
    });
  },
);
