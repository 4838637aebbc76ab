import { assert, assertEquals } from "@std/assert";
import { type FilesOutput, toToolResult } from "../../../mod.ts";
import { files, numbered } from "../../support/agent.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { withReads } from "../../support/disk_reads.ts";
import { execute, filesIn, list, type Listing, ls } from "../../support/files.ts";
import { UNSAFE } from "../../support/line_unsafe.ts";
import { ANY_NAME, CASE, FIFOS, LINKS, testsNeeding } from "../../support/machine.ts";
import { sketch } from "../../support/sketch.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS, ANY_NAME);

Deno.test("files ls: the response is that of the spec's example, byte for byte (7.1)", () =>
  withQuickTree({ "src/file1.clj": "", "src/subdir/file2.clj": "" }, async (root) => {
    const expected: FilesOutput = {
      content: [{
        type: "text",
        text: `{
  "files": [
    "${root}/src/file1.clj",
    "${root}/src/subdir/file2.clj"
  ],
  "truncated": false,
  "total-files": 2,
  "max-depth-reached": false,
  "max-files-reached": false
}`,
      }],
      isError: false,
    };
    assertEquals(await execute({ path: "./src" }, { cwd: root }), expected);
    assertEquals(await execute({ path: `${root}/src` }, { cwd: root }), expected);
    assertEquals(
      await execute({ path: `${root}/src`, "max-depth": 3, "max-files": 50 }, { cwd: root }),
      expected,
    );
  }));

Deno.test("files ls: a truncated response, byte for byte", () =>
  withQuickTree({ "a": "", "b": "", "c": "" }, async (root) => {
    assertEquals(
      (await execute({ path: ".", "max-files": 1 }, { cwd: root })).content[0].text,
      `{
  "files": [
    "${root}/a"
  ],
  "truncated": true,
  "total-files": 2,
  "max-depth-reached": false,
  "max-files-reached": true
}`,
    );
  }));

function listing(
  root: string,
  names: readonly string[],
  { total = names.length, isDeep = false }: { readonly total?: number; readonly isDeep?: boolean } =
    {},
): Listing {
  return {
    files: names.map((name) => `${root}/${name}`),
    truncated: isDeep || total > names.length,
    "total-files": total,
    "max-depth-reached": isDeep,
    "max-files-reached": total > names.length,
  };
}

Deno.test("files ls: an empty directory has no files; directories are not listed and do not count", () =>
  withQuickTree(sketch("empty/, d/e/, d/f"), async (cwd) => {
    assertEquals(await list({ path: "empty" }, { cwd }), listing(cwd, []));
    assertEquals(await list({ path: ".", "max-files": 1 }, { cwd }), listing(cwd, ["d/f"]));
  }));

Deno.test("files ls: 'max-files (integer, default: 100)', exact at n-1, n, n+1 (7.4)", async () => {
  const names = numbered(101);
  await withQuickTree(files(names), async (cwd) => {
    for (const most of [undefined, 1, 99, 100, 101, 102, 100_000]) {
      const shown = names.slice(0, most ?? 100);
      const total = Math.min(101, shown.length + 1);
      const expected = listing(cwd, shown, { total });
      assertEquals(await list({ path: ".", "max-files": most }, { cwd }), expected);
    }
    await Deno.remove(`${cwd}/f100`);
    assertEquals((await list({ path: "." }, { cwd })).truncated, false);
  });
});

test("files ls: 'max-files-reached is true when at least one more listable file exists' (7.4)", async () => {
  // After the last file returned, nothing is a listable file.
  const tree = sketch("a, b/, c/.DS_Store, d.log, to-nothing -> nothing, to-dir -> b");
  await withQuickTree({ ...tree, ".gitignore": "*.log\n" }, async (cwd) => {
    const args = { path: ".", "max-files": 2 };
    const names = [".gitignore", "a"];
    assertEquals(await list(args, { cwd }), listing(cwd, names));
    // "a link to a file is listed as a file"
    await Deno.symlink("a", `${cwd}/z`);
    assertEquals(await list(args, { cwd }), listing(cwd, names, { total: 3 }));
  });
});

Deno.test("files ls: 'a directory at depth max-depth is not read' (7.3), exact at n-1, n, n+1; default 10", async () => {
  const names = Array.from({ length: 11 }, (_, i) => `${"d/".repeat(i)}f`);
  await withQuickTree(sketch(names.join(", ")), async (cwd) => {
    for (const most of [1, 2, 9, 10, undefined, 11, 12, Number.MAX_SAFE_INTEGER]) {
      const shown = names.slice(0, most ?? 10).toSorted(compareBytes);
      const expected = listing(cwd, shown, { isDeep: shown.length < 11 });
      assertEquals(await list({ path: ".", "max-depth": most }, { cwd }), expected);
    }
    // Depth counts from the named directory.
    assertEquals((await list({ path: "d" }, { cwd }))["max-depth-reached"], false);
  });
});

test("files ls: max-depth-reached is for a directory that is 'not excluded' only (7.3)", async () => {
  const rows: [Tree, boolean][] = [
    [sketch("a"), false],
    [sketch("a, d/"), true],
    [sketch("a, .git/"), false],
    [sketch("a, .DS_Store/x"), false],
    [{ ".gitignore": "d/", "d/x": "" }, false],
    [{ ".gitignore": "d/*", "d/x": "" }, true],
    ...[".", "/", "nothing", "a"].map((
      target,
    ): [Tree, boolean] => [sketch(`a, l -> ${target}`), false]),
  ];
  for (const [tree, reached] of rows) {
    await withQuickTree(tree, async (cwd) => {
      const shown = await list({ path: ".", "max-depth": 1 }, { cwd });
      const flags = [shown["max-depth-reached"], shown.truncated];
      assertEquals(flags, [reached, reached], Object.keys(tree).join(" "));
    });
  }
});

Deno.test("files ls: a directory counts as met only if 'its turn in path order comes before the walk stops' (7.3)", () =>
  withQuickTree(sketch("a, b/x, b-c, c"), async (cwd) => {
    // Path order: a, b-c, b/, c.
    const rows: [number, Listing][] = [
      [1, listing(cwd, ["a"], { total: 2 })],
      [2, listing(cwd, ["a", "b-c"], { total: 3, isDeep: true })],
      [3, listing(cwd, ["a", "b-c", "c"], { isDeep: true })],
    ];
    for (const [most, expected] of rows) {
      assertEquals(await list({ path: ".", "max-depth": 1, "max-files": most }, { cwd }), expected);
    }
  }));

testsNeeding(ANY_NAME, CASE)(
  "files ls: 'Files come in code point order of their path' (7.2)",
  async () => {
    const paths =
      " ,.h/x,0,B,Z/a,a,b-c,b.c,b/a,b/a-b,b/a.b,b/ab/x,b0,ba/x,c-/x,c/x,e\nf,é,\uE000/x,😀/x".split(
        ",",
      );
    await withQuickTree(
      Object.fromEntries(paths.toReversed().map((path) => [path, ""])),
      async (root) => {
        assertEquals(paths, paths.toSorted(compareBytes));
        assertEquals(await filesIn(root), paths);
      },
    );
  },
);

test("files ls: 'A path that is a file gives that one file' (7.2), resolved", async () => {
  const tree = { ...sketch("d/f, .DS_Store, l -> d/f"), ".gitignore": "d\nf\n", "fifo": fifo() };
  await withQuickTree(tree, async (cwd) => {
    const rows = [["d/f", "d/f"], ["./d/../d/f", "d/f"], ["l", "d/f"]];
    for (const name of [".gitignore", ".DS_Store", "fifo"]) rows.push([name, name]);
    for (const [path, file] of rows) {
      for (const limits of [{}, { "max-depth": 1, "max-files": 1 }]) {
        assertEquals(await list({ path, ...limits }, { cwd }), listing(cwd, [file!]));
      }
    }
  });
});

testsNeeding(LINKS, CASE)(
  "files ls: 'Include hidden files', exclude .DS_Store and .git directories (7.5)",
  async () => {
    const kept = [
      ...[".env", ".hidden/.x", "d/.ds_store", "d/.github/x", "d/.gitmodules", "d/x.DS_Store"],
      // A worktree has a file in place of the directory.
      ...["link.DS_Store", "node_modules/x", "w/.git"],
    ];
    const gone =
      ".git/HEAD, .DS_Store, d/.DS_Store, d/.git/HEAD, e/.DS_Store/x, l/.DS_Store -> ../.env";
    const tree = sketch(`${kept.join(", ")}, ${gone}`);
    await withQuickTree({ ...tree, "link.DS_Store": link(".DS_Store") }, async (root) => {
      assertEquals(await filesIn(root), kept);
    });
  },
);

test("files ls: JSON carries names unchanged, and nothing in its text is invisible", async () => {
  const names = [
    ...["a\nb", "a\\b", "a\tb", 'a"b', "a\x9bb", "a\u202eb", "a\ufeffb", "a\u{e0041}b", " a"],
  ];
  await withQuickTree(Object.fromEntries(names.map((name) => [name, ""])), async (root) => {
    assertEquals(await filesIn(root), names.toSorted(compareBytes));
    const { text } = toToolResult(ls, await execute({ path: "." }, { cwd: root }));
    assertEquals(text.split("\n").filter((line) => UNSAFE.test(line)), []);
    assert(text.includes('/a\\u009bb",\n'), text);
    assert(text.includes('/a\\udb40\\udc41b"\n'), text);
  });
});

Deno.test("files ls: 'Stop when max-files limit is reached': no directory after that file is read", () =>
  withQuickTree({ "a/f": "", "b/f": "", "c/f": "", "d/f": "" }, async (root) => {
    const read: string[] = [];
    await withReads({ before: (path) => read.push(path) }, async () => {
      await list({ path: ".", "max-files": 1 }, { cwd: root });
    });
    assertEquals(read, [root, `${root}/a`, `${root}/b`]);
  }));
