/** The limits of the tools: links that lead out of the scope, and the budget of a call. */
import { assert, assertEquals } from "@std/assert";
import { toToolResult } from "../mod.ts";
import { argumentsFor, farthestFrom, outputsOf, SUBJECTS, textIn } from "./support/every_tool.ts";
import { FIFOS, LINKS, testsNeeding } from "./support/machine.ts";
import { fifo, link, type Tree, withQuickTree } from "./support/tree.ts";
import { filesBy, WALKERS } from "./support/walkers.ts";

const test = testsNeeding(LINKS, FIFOS);

type Arguments = Readonly<Record<string, unknown>>;

/** `in` is the scope. */
const OUT_LINKS: Tree = {
  "in/d/f": "",
  "in/absolute": link("/"),
  "in/chain": link("out"),
  "in/out": link("../outside"),
  "in/out-file": link("../outside/MARK"),
  "in/out-missing": link("../nothing"),
  "in/pipe": fifo(),
  "in/through": link("../outside/back/f"),
  "outside/.gitignore": "*",
  "outside/MARK": "",
  "outside/back": link("../in/d"),
  "outside/sub/MARK": "",
};

const FOLLOWED = {
  recursive: true,
  show_data: true,
  follow_folder_symlinks: true,
  follow_file_symlinks: true,
  use_gitignore: true,
};

// "A link whose target is outside the roots or not granted is still *listed* as a link (raw target as stored),
// but nothing behind it is read, followed, stat'ed or told apart." "FIFOs, sockets and devices are listed
// (`file` in `tree`/`envelope`/`files`, `other` elsewhere), never opened."
const OUT_TEXTS: readonly (readonly [id: string, args: Arguments, text: string])[] = [
  [
    "tree.list_dir",
    FOLLOWED,
    "absolute (link -> /)\nchain (link -> out)\nd/ (folder)\n  f (file)\nout (link -> ../outside)\n" +
    "out-file (link -> ../outside/MARK)\nout-missing (link -> ../nothing)\npipe (file)\n" +
    "through (link -> ../outside/back/f)",
  ],
  [
    "codex.list_dir",
    { depth: 9 },
    "Absolute path: ROOT\nabsolute@\nchain@\nd/\n  f\nout@\nout-file@\nout-missing@\npipe?\nthrough@",
  ],
  [
    // Sorted as files: only a link to a directory inside counts as one.
    "envelope.LS",
    {},
    "Listed 8 entries in '.'\n(Total: 8 items - 1 dirs, 1 files, 6 links)\n\n" +
    "d/\nabsolute@\nchain@\nout@\nout-file@\nout-missing@\npipe\nthrough@",
  ],
  [
    "discovery.glob_search",
    { pattern: "**" },
    "glob_search .: 9 entries\nabsolute@\nchain@\nd/\nd/f\nout@\nout-file@\nout-missing@\npipe\nthrough@",
  ],
  [
    "agent.overview",
    { use_gitignore: false },
    "overview .: 1 file, 1 dir, 6 links, 1 other; no history read (no .git in scope)\nabsolute@ -> (outside)\n" +
    "chain@ -> (outside)\nd/\n f\nout@ -> (outside)\nout-file@ -> (outside)\n" +
    "out-missing@ -> (outside)\npipe (other)\nthrough@ -> (outside)",
  ],
];

test("links that lead outside are listed, never what is behind them", () =>
  withQuickTree(OUT_LINKS, async (root) => {
    const cwd = `${root}/in`;
    for (const roots of [["."], [cwd], ["../in/", "/gone"], [`${cwd}/d/..`]]) {
      for (const [id, args, text] of OUT_TEXTS) {
        assertEquals(await textIn(cwd, id, args, { roots }), text, id);
      }
      const { files } = JSON.parse(await textIn(cwd, "files.ls", {}, { roots }));
      assertEquals(files, ["ROOT/d/f", "ROOT/pipe"]);
    }
    for (const subject of SUBJECTS) {
      const context = { cwd, roots: ["."] };
      const outputs = await outputsOf(subject, farthestFrom(subject, ".", context), context);
      const said = JSON.stringify(outputs).replaceAll("../outside/MARK", "");
      assertEquals(said.includes("MARK"), false, `${subject.id}: ${said}`);
    }
  }));

// "Where a root was itself given through a link […], resolve it once and open everything under it as that
// root's own spelling plus the resolved rest".
test("a root that was given through a link holds for both spellings", () =>
  withQuickTree({ "real/d/f": "", "alias": link("real"), "beside": "" }, async (root) => {
    for (const subject of SUBJECTS) {
      for (const roots of [["alias"], ["alias", "real"]]) {
        const context = { cwd: root, roots };
        for (const path of ["alias/d", "gone/../real/d", `${root}/alias/d`, `${root}/real//d/.`]) {
          const args = argumentsFor(subject, path, context);
          const output = await subject.tool.execute(args, context);
          const { isError, text } = toToolResult(subject.tool, output);
          assert(!isError, `${subject.id} ${path}: ${text}`);
        }
      }
    }
    for (const walker of WALKERS) {
      for (const path of ["alias/d", "real/d"]) {
        const files = await filesBy(walker, { cwd: root, roots: ["alias"] }, path);
        assertEquals(files, ["f"], walker.id);
      }
    }
  }));

// "the budget `maxScanned` is checked before a directory is opened; an opened directory is read whole and
// counted; […] a call opens at least one directory past its cursor. A call that runs out says so".
const BUDGET: Tree = { "a/f": "", "a/g": "", "b/c/f": "", "b/d/f": "", "c": "" };
const TREE = { recursive: true };
const WHOLE = "a/\n  f\n  g\nb/\n  c/\n    f\n  d/\n    f\nc";
const listing = (files: readonly string[], truncated: boolean): string =>
  JSON.stringify(
    {
      files: files.map((file) => `ROOT/${file}`),
      truncated,
      "total-files": files.length,
      "max-depth-reached": false,
      "max-files-reached": false,
    },
    null,
    2,
  );
const HEADER = "Absolute path: ROOT\n";

const BUDGETS:
  readonly (readonly [id: string, args: Arguments, maxScanned: number, text: string])[] = [
    ["tree.list_dir", TREE, 9, WHOLE],
    ["tree.list_dir", TREE, 8, "a/\n  f\n  g\nb/\n  c/\n    f\n  d/\n[stopped after 8 entries]"],
    ["tree.list_dir", TREE, 7, "a/\n  f\n  g\nb/\n  c/\n[stopped after 7 entries]"],
    ["tree.list_dir", TREE, 6, "a/\n  f\n  g\nb/\n  c/\n[stopped after 7 entries]"],
    ["tree.list_dir", TREE, 4, "a/\n  f\n  g\nb/\n[stopped after 5 entries]"],
    ["tree.list_dir", TREE, 0, "a/\n[stopped after 3 entries]"],
    ["tree.list_dir", {}, 0, "a/\nb/\nc"],
    ["tree.list_dir", { ...TREE, filter: "folders" }, 1, "a\n[stopped after 3 entries]"],
    ["tree.list_dir", { ...TREE, format: "json" }, 4, "Error: stopped after 5 entries."],
    [
      "tree.list_dir",
      { ...TREE, format: "json", filter: "files" },
      4,
      "Error: stopped after 5 entries.",
    ],
    ["codex.list_dir", {}, 3, "failed to read directory: more than 3 entries"],
    ["codex.list_dir", {}, 6, `${HEADER}a/\n  f\n  g\nb/\n  c/\n  d/\nc`],
    ["codex.list_dir", { depth: 1 }, 1, `${HEADER}a/\nb/\nc`],
    // A page that is complete within the budget succeeds.
    ["codex.list_dir", { limit: 2 }, 3, `${HEADER}a/\nb/\nMore than 2 entries found`],
    ["files.ls", {}, 0, listing([], true)],
    ["files.ls", {}, 3, listing([], true)],
    ["files.ls", {}, 5, listing(["a/f", "a/g"], true)],
    ["files.ls", {}, 9, listing(["a/f", "a/g", "b/c/f", "b/d/f", "c"], false)],
    [
      "envelope.LS",
      {},
      0,
      "Listed 3 entries in '.'\n(Total: 3 items - 2 dirs, 1 files, 0 links)\n\na/\nb/\nc",
    ],
    ["discovery.list_dir", {}, 0, "list_dir .: 3 entries\na/\nb/\nc"],
    ["discovery.find_files", { max_depth: 1 }, 0, "find_files .: 1 entry\nc"],
  ];

Deno.test("maxScanned: an opened directory is read whole, and a call that runs out says so", () =>
  withQuickTree(BUDGET, async (root) => {
    for (const [id, args, maxScanned, text] of BUDGETS) {
      const what = `${id} ${JSON.stringify([args, maxScanned])}`;
      assertEquals(await textIn(root, id, args, { maxScanned }), text, what);
    }
    for (const walker of WALKERS) {
      assertEquals((await filesBy(walker, { cwd: root, maxScanned: 9 })).length, 5, walker.id);
    }
  }));
