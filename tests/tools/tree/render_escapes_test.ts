import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { ANY_NAME, LINKS, needing } from "../../support/machine.ts";
import { link, withQuickTree } from "../../support/tree.ts";
import { table } from "../../support/tree_table.ts";

const { execute } = TOOLSETS.tree.list_dir;

// Section 3: "a control character (U+0000–001F, U+007F–009F), a line or paragraph separator, bidi
// control, invisible or tag character … shows as `\n`, `\t`, `\r` or `\u{XX}` (upper-case hex), and a
// backslash in any name as `\\`."
const ESCAPES: readonly (readonly [name: string, shown: string])[] = [
  ["a\nb", "a\\nb"],
  ["a\tb", "a\\tb"],
  ["a\rb", "a\\rb"],
  ["a\\nb", "a\\\\nb"],
  ["\\", "\\\\"],
  ["\x1b[31m", "\\u{1B}[31m"],
  ["x\x1fy", "x\\u{1F}y"],
  ["x\x7fy", "x\\u{7F}y"],
  ["x\x80y", "x\\u{80}y"],
  ["x\x85y", "x\\u{85}y"],
  ["x\x9fy", "x\\u{9F}y"],
  ["x\u061Cy", "x\\u{61C}y"],
  ["x\u200By", "x\\u{200B}y"],
  ["x\u00ADy", "x\\u{AD}y"],
  ["x\u200Cy", "x\\u{200C}y"],
  ["x\u200Dy", "x\\u{200D}y"],
  ["x\u200Ey", "x\\u{200E}y"],
  ["x\u200Fy", "x\\u{200F}y"],
  ["x\u2028y", "x\\u{2028}y"],
  ["x\u2029y", "x\\u{2029}y"],
  ["x\u202Ey", "x\\u{202E}y"],
  ["x\u2060y", "x\\u{2060}y"],
  ["x\u2066y", "x\\u{2066}y"],
  ["x\u2069y", "x\\u{2069}y"],
  ["x\uFEFFy", "x\\u{FEFF}y"],
  ["x\u{E0000}y", "x\\u{E0000}y"],
  ["x\u{E0041}y", "x\\u{E0041}y"],
  ["x\u206Ay", "x\\u{206A}y"],
  ["x\uFE0Fy", "x\\u{FE0F}y"],
  ["x\u{E007F}y", "x\\u{E007F}y"],
  ["x\u{E0100}y", "x\\u{E0100}y"],
  // Just outside the ranges: unchanged.
  ["x\xa0y", "x\xa0y"],
  ["x\u061By", "x\u061By"],
  ["x\u2027y", "x\u2027y"],
  ["x\u202Fy", "x\u202Fy"],
  ["x\u205Fy", "x\u205Fy"],
  ["x\u2070y", "x\u2070y"],
  ["x\u{E1000}y", "x\u{E1000}y"],
  ["x\u{DFFFF}y", "x\u{DFFFF}y"],
  ["👨‍👩‍👧", "👨\\u{200D}👩\\u{200D}👧"],
  [" x ", "\\u{20}x\\u{20}"],
  ["\xa0x\u3000", "\\u{A0}x\\u{3000}"],
];

Deno.test(
  needing([LINKS, ANY_NAME], "list_dir text is line-safe in names, paths and targets"),
  async () => {
    for (const [name, shown] of ESCAPES) {
      await withQuickTree({ [`${name}/f`]: "", "l": link(name) }, async (root) => {
        const call = (args: object) => execute({ recursive: true, ...args }, { cwd: root });
        const tree = [`${shown}/ (folder)\n  f (file)`, `l/ (link -> ${shown})`];
        assertEquals(await call({ show_data: true, depth: 1 }), inOrder(tree, name));
        assertEquals(await call({ filter: "files" }), `${shown}/f`);
        assertEquals(await call({ filter: "folders" }), inOrder([shown, "l"], name));
        const { children } = JSON.parse(await call({ format: "json" }));
        assertEquals(
          children.map((child: { name: string }) => child.name),
          name < "l" ? [name, "l"] : ["l", name],
        );
      });
    }
  },
);

function inOrder([entry, other]: readonly string[], name: string): string {
  return (name < "l" ? [entry, other] : [other, entry]).join("\n");
}

// Decision 4.12: "a text listing whose first line would start so shows that `E` as `\u{45}`", and section
// 3: "A name that would read like a line of the tool's own […] has its first character escaped."
table([
  {
    says: "shows the E of a first line that reads like an error as \\u{45}",
    tree: { "Error: x": "", "Error: y": "" },
    args: {},
    shows: "\\u{45}rror: x\n\\u{45}rror: y",
  },
  {
    says: "does so for a folder, annotated",
    tree: { "Error: x/f": "" },
    args: { recursive: true, show_data: true },
    shows: "\\u{45}rror: x/ (folder)\n  f (file)",
  },
  {
    says: "does so in a flat list",
    tree: { "Error: x/f": "" },
    args: { recursive: true, filter: "files" },
    shows: "\\u{45}rror: x/f",
  },
  {
    says: "shows that of a later line so, too, and leaves a near miss alone",
    tree: { "A": "", "Error: x": "", "Error:y": "" },
    args: {},
    shows: "A\n\\u{45}rror: x\nError:y",
  },
  {
    says: "leaves a first line without the space alone",
    tree: { "Error:": "" },
    args: {},
    shows: "Error:",
  },
]);
