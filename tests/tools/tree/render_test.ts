import { assertEquals } from "@std/assert";
import { type Tool, TOOLSETS, toToolResult } from "../../../mod.ts";
import { SHELL, testsNeeding } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { sketch } from "../../support/sketch.ts";
import { withQuickTree } from "../../support/tree.ts";
import { table } from "../../support/tree_table.ts";

const test = testsNeeding(SHELL);

const { list_dir } = TOOLSETS.tree;
const { execute }: Tool<string> = list_dir;

/** The tree of the examples in the OUTPUT FORMAT section. */
const EXAMPLE = sketch(
  "old/x.txt, src/main.py, src/utils/helpers.py, src/link_to_old -> ../old, src/data.csv",
);

// "Indented tree view. Each level of depth is indented by 2 spaces. Directories are shown with a trailing
// '/'." Decisions 4.1 (sorted by name), 4.2 (no line for the listed directory), 4.3 (the suffix of a link).
table([
  [
    "shows an indented tree, 2 spaces a level",
    EXAMPLE,
    { recursive: true },
    `old/
  x.txt
src/
  data.csv
  link_to_old/
  main.py
  utils/
    helpers.py`,
  ],
  [
    "with show_data annotates each entry of a tree",
    EXAMPLE,
    { recursive: true, show_data: true },
    `old/ (folder)
  x.txt (file)
src/ (folder)
  data.csv (file)
  link_to_old/ (link -> ../old)
  main.py (file)
  utils/ (folder)
    helpers.py (file)`,
  ],
  [
    'with filter "files" shows relative paths, without indentation',
    EXAMPLE,
    { recursive: true, filter: "files" },
    "old/x.txt\nsrc/data.csv\nsrc/main.py\nsrc/utils/helpers.py",
  ],
  [
    'with filter "folders" has no "/" at the end of a path',
    EXAMPLE,
    { recursive: true, filter: "folders" },
    "old\nsrc\nsrc/link_to_old\nsrc/utils",
  ],
  [
    'flat paths are "relative to the `path` argument"',
    EXAMPLE,
    { path: "src", recursive: true, filter: "files" },
    "data.csv\nmain.py\nutils/helpers.py",
  ],
  [
    'filter "files" still descends: "filtering affects OUTPUT ONLY"',
    "a/b/c/d",
    { recursive: true, filter: "files" },
    "a/b/c/d",
  ],
  [
    "flat lists are depth first in the order of names, a directory before its contents",
    "a/b/c/, a-b/, a.b/x/",
    { recursive: true, filter: "folders" },
    "a\na/b\na/b/c\na-b\na.b\na.b/x",
  ],
  [
    "sorts a name before the names it is a prefix of",
    "a/x, a b, a\x01, a-, aa",
    { recursive: true },
    "a/\n  x\na\\u{1}\na b\na-\naa",
  ],
  ["text of an empty directory is empty", {}, {}, ""],
  // Decision 4.12: "a text listing whose first line would start so shows that `E` as `\u{45}`", and section 3:
  // "A name that would read like a line of the tool's own […] has its first character escaped."
  [
    "shows the E of a line that reads like an error as \\u{45}, and leaves a near miss alone",
    "A, Error: x/f, Error:y, Error:",
    { recursive: true, show_data: true },
    "A (file)\nError: (file)\n\\u{45}rror: x/ (folder)\n  f (file)\nError:y (file)",
  ],
]);

// "Follows the standard recursive-function convention", and decision 4.9.
const DEEP = sketch("a/b/c/d/, a/f, z");
const WHOLE = "a/\n  b/\n    c/\n      d/\n  f\nz";
table([
  ["without recursive lists immediate children", DEEP, {}, "a/\nz"],
  ["depth=0 => list immediate children only", DEEP, { recursive: true, depth: 0 }, "a/\nz"],
  [
    "depth=1 => descend one level into subdirs",
    DEEP,
    { recursive: true, depth: 1 },
    "a/\n  b/\n  f\nz",
  ],
  ["depth=N => descend N levels", DEEP, { recursive: true, depth: 2 }, "a/\n  b/\n    c/\n  f\nz"],
  ["null => unlimited depth", DEEP, { recursive: true, depth: null }, WHOLE],
  ["depth beyond the tree is unlimited", DEEP, { recursive: true, depth: 1e15 }, WHOLE],
  ["depth without recursive is ignored", DEEP, { depth: 2 }, "a/\nz"],
  ["depth holds for flat lists", DEEP, { recursive: true, depth: 1, filter: "files" }, "a/f\nz"],
]);

Deno.test("list_dir path defaults to cwd, relative ones start there, absolute ones stand alone", async () => {
  await withQuickTree(sketch("in/a, b"), async (root) => {
    const context = { cwd: `${root}/in` };
    for (const args of [{}, { path: "." }, { path: "../in/./" }, { path: `${root}//in//` }]) {
      assertEquals(await execute(args, context), "a");
    }
    for (const path of ["..", root]) assertEquals(await execute({ path }, context), "b\nin/");
  });
  assertEquals(await execute({}), await execute({ path: Deno.cwd() }));
});

// Decision 4.12: "`isError` is: the string starts with `Error: `".
Deno.test("list_dir: only an error starts with `Error: `", () =>
  withQuickTree({ "Error: x": "" }, async (cwd) => {
    const rows: readonly (readonly [args: object, text: string, isError: boolean])[] = [
      [{}, "\\u{45}rror: x", false],
      [{ filter: "folders" }, "", false],
      [{ path: "gone" }, "Error: 'gone' is not a directory.", true],
    ];
    for (const [args, text, isError] of rows) {
      assertEquals(toToolResult(list_dir, await execute(args, { cwd })), { text, isError });
    }
  }));

test("list_dir stops before its listing grows longer than a string can be", async () => {
  // Four lines for each file, indented by four spaces a level: 32,000 characters.
  const levels = 1900;
  const files = 9500;
  await withQuickTree({}, async (root) => {
    // From within: each path from the root would cost a look-up at each level.
    const deepest = "d/".repeat(levels);
    await shell(root, `mkdir -p ${deepest}; cd ${deepest}; seq ${files} | xargs touch`);
    const output = await execute({ recursive: true, format: "json" }, { cwd: root });
    assertEquals(output, `Error: stopped after ${levels + files} entries.`);
  });
});
