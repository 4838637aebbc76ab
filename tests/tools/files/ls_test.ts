import { assert, assertEquals } from "@std/assert";
import { type FilesOutput, toToolResult } from "../../../mod.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { withReads } from "../../support/disk_reads.ts";
import { execute, files, filesIn, list, ls } from "../../support/files.ts";
import { UNSAFE } from "../../support/line_unsafe.ts";
import { ANY_NAME, CASE, FIFOS, LINKS, needing } from "../../support/machine.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

Deno.test("files ls: the response is that of the spec's example, byte for byte (7.1)", async () => {
  await withQuickTree({ "src/file1.clj": "", "src/subdir/file2.clj": "" }, async (root) => {
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
  });
});

Deno.test("files ls: a truncated response, byte for byte", async () => {
  await withQuickTree({ "a": "", "b": "", "c": "" }, async (root) => {
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
  });
});

Deno.test("files ls: an empty directory has no files; directories are not listed and do not count", async () => {
  await withQuickTree({ "empty/": "", "d/e/": "", "d/f": "" }, async (root) => {
    assertEquals(
      (await execute({ path: "empty" }, { cwd: root })).content[0].text,
      `{
  "files": [],
  "truncated": false,
  "total-files": 0,
  "max-depth-reached": false,
  "max-files-reached": false
}`,
    );
    assertEquals(await filesIn(root), ["d/f"]);
    assertEquals((await list({ path: ".", "max-files": 1 }, { cwd: root })).truncated, false);
  });
});

Deno.test("files ls: 'max-files (integer, default: 100)', exact at n-1, n, n+1 (7.4)", async () => {
  await withQuickTree(files(101), async (root) => {
    const rows: [unknown, number, number, boolean][] = [
      // max-files, files, total-files, max-files-reached
      [undefined, 100, 101, true],
      [1, 1, 2, true],
      [99, 99, 100, true],
      [100, 100, 101, true],
      [101, 101, 101, false],
      [102, 101, 101, false],
      [100_000, 101, 101, false],
    ];
    for (const [maxFiles, count, total, reached] of rows) {
      assertEquals(await list({ path: ".", "max-files": maxFiles }, { cwd: root }), {
        files: Object.keys(files(101)).slice(0, count).map((name) => `${root}/${name}`),
        truncated: reached,
        "total-files": total,
        "max-depth-reached": false,
        "max-files-reached": reached,
      });
    }
    await Deno.remove(`${root}/f100`);
    assertEquals((await list({ path: "." }, { cwd: root })).truncated, false);
  });
});

Deno.test(
  needing(
    LINKS,
    "files ls: 'max-files-reached is true when at least one more listable file exists' (7.4)",
  ),
  async () => {
    // After the last file returned, nothing is a listable file.
    await withQuickTree({
      "a": "",
      "b/": "",
      "c/.DS_Store": "",
      "d.log": "",
      ".gitignore": "*.log\n",
      "to-nothing": link("nothing"),
      "to-dir": link("b"),
    }, async (root) => {
      assertEquals(await list({ path: ".", "max-files": 2 }, { cwd: root }), {
        files: [`${root}/.gitignore`, `${root}/a`],
        truncated: false,
        "total-files": 2,
        "max-depth-reached": false,
        "max-files-reached": false,
      });
      // "a link to a file is listed as a file"
      await Deno.symlink("a", `${root}/z`);
      assertEquals(await list({ path: ".", "max-files": 2 }, { cwd: root }), {
        files: [`${root}/.gitignore`, `${root}/a`],
        truncated: true,
        "total-files": 3,
        "max-depth-reached": false,
        "max-files-reached": true,
      });
    });
  },
);

Deno.test("files ls: 'a directory at depth max-depth is not read' (7.3), exact at n-1, n, n+1; default 10", async () => {
  const path = (depth: number) => "d/".repeat(depth);
  const tree = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`${path(i)}f`, ""]));
  await withQuickTree(tree, async (root) => {
    const rows: [unknown, number, boolean][] = [
      // max-depth, files, max-depth-reached
      [1, 1, true],
      [2, 2, true],
      [9, 9, true],
      [10, 10, true],
      [undefined, 10, true],
      [11, 11, false],
      [12, 11, false],
      [Number.MAX_SAFE_INTEGER, 11, false],
    ];
    for (const [maxDepth, count, reached] of rows) {
      const listing = await list({ path: ".", "max-depth": maxDepth }, { cwd: root });
      assertEquals(listing, {
        files: Array.from({ length: count }, (_, i) => `${root}/${path(i)}f`)
          .toSorted(compareBytes),
        truncated: reached,
        "total-files": count,
        "max-depth-reached": reached,
        "max-files-reached": false,
      });
    }
    // Depth counts from the named directory.
    const { "max-depth-reached": reached } = await list({ path: "d" }, { cwd: root });
    assertEquals(reached, false);
  });
});

Deno.test(
  needing(
    LINKS,
    "files ls: max-depth-reached is for a directory that is 'not excluded' only (7.3)",
  ),
  async () => {
    const rows: [Tree, boolean][] = [
      [{ "a": "" }, false],
      [{ "a": "", "d/": "" }, true],
      [{ "a": "", ".git/": "" }, false],
      [{ "a": "", ".DS_Store/x": "" }, false],
      [{ "a": "", ".gitignore": "d/", "d/x": "" }, false],
      [{ "a": "", ".gitignore": "d/*", "d/x": "" }, true],
      [{ "a": "", "l": link(".") }, false],
      [{ "a": "", "l": link("/") }, false],
      [{ "a": "", "l": link("nothing") }, false],
      [{ "a": "", "l": link("a") }, false],
    ];
    for (const [tree, reached] of rows) {
      await withQuickTree(tree, async (root) => {
        const listing = await list({ path: ".", "max-depth": 1 }, { cwd: root });
        assertEquals(
          [listing["max-depth-reached"], listing.truncated],
          [reached, reached],
          Object.keys(tree).join(" "),
        );
      });
    }
  },
);

Deno.test("files ls: a directory counts as met only if 'its turn in path order comes before the walk stops' (7.3)", async () => {
  await withQuickTree({ "a": "", "b/x": "", "b-c": "", "c": "" }, async (root) => {
    // Path order: a, b-c, b/, c.
    const rows: [number, string[], number, boolean, boolean][] = [
      [1, ["a"], 2, false, true],
      [2, ["a", "b-c"], 3, true, true],
      [3, ["a", "b-c", "c"], 3, true, false],
    ];
    for (const [maxFiles, names, total, depth, max] of rows) {
      assertEquals(
        await list({ path: ".", "max-depth": 1, "max-files": maxFiles }, { cwd: root }),
        {
          files: names.map((name) => `${root}/${name}`),
          truncated: true,
          "total-files": total,
          "max-depth-reached": depth,
          "max-files-reached": max,
        },
        String(maxFiles),
      );
    }
  });
});

Deno.test(
  needing([ANY_NAME, CASE], "files ls: 'Files come in code point order of their path' (7.2)"),
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

Deno.test(
  needing([LINKS, FIFOS], "files ls: 'A path that is a file gives that one file' (7.2), resolved"),
  async () => {
    await withQuickTree({
      "d/f": "",
      ".gitignore": "d\nf\n",
      ".DS_Store": "",
      "l": link("d/f"),
      "fifo": fifo(),
    }, async (root) => {
      const rows = [
        ["d/f", "d/f"],
        ["./d/../d/f", "d/f"],
        ["l", "d/f"],
        [".gitignore", ".gitignore"],
        [".DS_Store", ".DS_Store"],
        ["fifo", "fifo"],
      ];
      for (const [path, file] of rows) {
        for (const limits of [{}, { "max-depth": 1, "max-files": 1 }]) {
          assertEquals(await list({ path, ...limits }, { cwd: root }), {
            files: [`${root}/${file}`],
            truncated: false,
            "total-files": 1,
            "max-depth-reached": false,
            "max-files-reached": false,
          });
        }
      }
    });
  },
);

Deno.test(
  needing(
    [LINKS, CASE],
    "files ls: 'Include hidden files', exclude .DS_Store and .git directories (7.5)",
  ),
  async () => {
    await withQuickTree({
      ".env": "",
      ".hidden/.x": "",
      ".git/HEAD": "",
      ".DS_Store": "",
      "d/.DS_Store": "",
      "d/.git/HEAD": "",
      "d/.github/x": "",
      "d/.gitmodules": "",
      "d/x.DS_Store": "",
      "d/.ds_store": "",
      "e/.DS_Store/x": "",
      "node_modules/x": "",
      // A worktree has a file in place of the directory.
      "w/.git": "gitdir: ../.git",
      "link.DS_Store": link(".DS_Store"),
      "l/.DS_Store": link("../.env"),
    }, async (root) => {
      assertEquals(await filesIn(root), [
        ".env",
        ".hidden/.x",
        "d/.ds_store",
        "d/.github/x",
        "d/.gitmodules",
        "d/x.DS_Store",
        "link.DS_Store",
        "node_modules/x",
        "w/.git",
      ]);
    });
  },
);

Deno.test(needing(FIFOS, "files ls: FIFOs and sockets are listed, never opened"), async () => {
  await withQuickTree({ "fifo": fifo(), "d/.gitignore": fifo(), "d/x": "" }, async (root) => {
    const listener = Deno.listen({ transport: "unix", path: `${root}/socket` });
    try {
      assertEquals(await filesIn(root), ["d/.gitignore", "d/x", "fifo", "socket"]);
    } finally {
      listener.close();
    }
  });
});

Deno.test(
  needing(ANY_NAME, "files ls: JSON carries names unchanged, and nothing in its text is invisible"),
  async () => {
    const names = [
      "a\nb",
      "a\\b",
      "a\tb",
      'a"b',
      "a\x9bb",
      "a\u202eb",
      "a\ufeffb",
      "a\u{e0041}b",
      " a",
    ];
    await withQuickTree(Object.fromEntries(names.map((name) => [name, ""])), async (root) => {
      assertEquals(await filesIn(root), names.toSorted(compareBytes));
      const { text } = toToolResult(ls, await execute({ path: "." }, { cwd: root }));
      assertEquals(text.split("\n").filter((line) => UNSAFE.test(line)), []);
      assert(text.includes('/a\\u009bb",\n'), text);
      assert(text.includes('/a\\udb40\\udc41b"\n'), text);
    });
  },
);

Deno.test("files ls: 'Stop when max-files limit is reached': no directory after that file is read", async () => {
  await withQuickTree({ "a/f": "", "b/f": "", "c/f": "", "d/f": "" }, async (root) => {
    const read: string[] = [];
    await withReads({ before: (path) => read.push(path) }, async () => {
      await list({ path: ".", "max-files": 1 }, { cwd: root });
    });
    assertEquals(read, [root, `${root}/a`, `${root}/b`]);
  });
});
