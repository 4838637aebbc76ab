import { assert } from "@std/assert";
import { files, lines, numbered, overview, testOverview } from "../../../support/agent.ts";
import { needing } from "../../../support/machine.ts";
import { fifo, link, needsOf, type Tree, withQuickTree } from "../../../support/tree.ts";

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
  files(numbered(200, `d/${"ɐ".repeat(110)}/f`, ".a\n\u202E")),
  { text: "d/ (200 files, 1 dir: .a\\n\\u{202E} 200)" },
  { max_tokens: 200 },
);

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
    ["a directory named like the row of a collapsed one", { "a (1 file)/b": "" }, { "a/b": "" }],
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
