import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import fc from "fast-check";
import { type FilesOutput, type ToolContext, TOOLSETS, toToolResult } from "../../../mod.ts";
import {
  compareBytes,
  pipe,
  shell,
  stall,
  withReads,
  withUnreadable,
} from "../../support/system.ts";
import { fifo, link, makeTree, type Tree, withTree } from "../../support/tree.ts";

const { ls } = TOOLSETS.files;

async function execute(args: unknown, context: ToolContext = {}): Promise<FilesOutput> {
  return await ls!.execute(args, context) as FilesOutput;
}

interface Listing {
  files: string[];
  truncated: boolean;
  "total-files": number;
  "max-depth-reached": boolean;
  "max-files-reached": boolean;
}

/** The result of a successful call. */
async function list(args: Record<string, unknown>, context: ToolContext): Promise<Listing> {
  const { content, isError } = await execute(args, context);
  assertEquals(isError, false, content[0].text);
  return JSON.parse(content[0].text);
}

/** The files of a complete listing of a tree, relative to its root. */
async function filesIn(root: string, args: Record<string, unknown> = {}): Promise<string[]> {
  const { files, ...rest } = await list(
    { path: ".", "max-files": 100_000, "max-depth": 5000, ...args },
    { cwd: root },
  );
  assertEquals(rest, {
    truncated: false,
    "total-files": files.length,
    "max-depth-reached": false,
    "max-files-reached": false,
  });
  return relativeTo(root, files);
}

function relativeTo(root: string, files: readonly string[]): string[] {
  return files.map((file) => {
    assert(file.startsWith(`${root}/`), file);
    return file.slice(root.length + 1);
  });
}

function failure(message: string): FilesOutput {
  return { content: [{ type: "text", text: `Error: ${message}` }], isError: true };
}

/** Files by number, in order. */
function files(count: number, lead = "f"): Tree {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${lead}${String(i).padStart(3, "0")}`, ""]),
  );
}

Deno.test("files ls: the response is that of the spec's example, byte for byte (7.1)", async () => {
  await withTree({ "src/file1.clj": "", "src/subdir/file2.clj": "" }, async (root) => {
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
    // null means absent
    assertEquals(
      await execute({ path: "src", "max-depth": null, "max-files": null }, { cwd: root }),
      expected,
    );
  });
});

Deno.test("files ls: a truncated response, byte for byte", async () => {
  await withTree({ "a": "", "b": "", "c": "" }, async (root) => {
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
  await withTree({ "empty/": "", "d/e/": "", "d/f": "" }, async (root) => {
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
  await withTree(files(101), async (root) => {
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

Deno.test("files ls: 'max-files-reached is true when at least one more listable file exists' (7.4)", async () => {
  // What follows the last file returned is no listable file.
  await withTree({
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
});

Deno.test("files ls: 'a directory at depth max-depth is not read' (7.3), exact at n-1, n, n+1; default 10", async () => {
  const path = (depth: number) => "d/".repeat(depth);
  const tree = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`${path(i)}f`, ""]));
  await withTree(tree, async (root) => {
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
    // Depth counts from what is named.
    const { "max-depth-reached": reached } = await list({ path: "d" }, { cwd: root });
    assertEquals(reached, false);
  });
});

Deno.test("files ls: max-depth-reached is for a directory that is 'not excluded' only (7.3)", async () => {
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
    await withTree(tree, async (root) => {
      const listing = await list({ path: ".", "max-depth": 1 }, { cwd: root });
      assertEquals(
        [listing["max-depth-reached"], listing.truncated],
        [reached, reached],
        Object.keys(tree).join(" "),
      );
    });
  }
});

Deno.test("files ls: a directory counts as met only if 'its turn in path order comes before the walk stops' (7.3)", async () => {
  await withTree({ "a": "", "b/x": "", "b-c": "", "c": "" }, async (root) => {
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

Deno.test("files ls: 'Files come in code point order of their path' (7.2)", async () => {
  const paths = [
    " ",
    ".h/x",
    "0",
    "B",
    "Z/a",
    "a",
    "b-c",
    "b.c",
    "b/a",
    "b/a-b",
    "b/a.b",
    "b/ab/x",
    "b0",
    "ba/x",
    "c-/x",
    "c/x",
    "e\nf",
    "é",
    "\uE000/x",
    "😀/x",
  ];
  await withTree(
    Object.fromEntries(paths.toReversed().map((path) => [path, ""])),
    async (root) => {
      assertEquals(paths, paths.toSorted(compareBytes));
      assertEquals(await filesIn(root), paths);
    },
  );
});

Deno.test("files ls: 'A path that is a file gives that one file' (7.2), resolved", async () => {
  await withTree({
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
});

Deno.test("files ls: paths are 'under the resolved root, a followed link under its own name' (7.2)", async () => {
  await withTree({
    "project/real/a": "",
    "project/alias": link("real"),
    "project/work/l": link("../real"),
    "project/work/m": link("../real/a"),
    "spelling": link("project"),
  }, async (root) => {
    const cwd = `${root}/project`;
    assertEquals((await list({ path: "alias" }, { cwd })).files, [`${cwd}/real/a`]);
    assertEquals(
      (await list({ path: "work" }, { cwd })).files,
      [`${cwd}/work/l/a`, `${cwd}/work/m`],
    );
    for (const path of ["alias", `${root}/spelling/alias`, `${cwd}/alias`]) {
      assertEquals(
        (await list({ path }, { cwd: `${root}/spelling` })).files,
        [`${cwd}/real/a`],
        path,
      );
    }
  });
});

Deno.test("files ls: 'Include hidden files', exclude .DS_Store and .git directories (7.5)", async () => {
  await withTree({
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
    // Of a worktree: a file.
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
});

Deno.test("files ls: FIFOs and sockets are listed, never opened", async () => {
  await withTree({ "fifo": fifo(), "d/.gitignore": fifo(), "d/x": "" }, async (root) => {
    const listener = Deno.listen({ transport: "unix", path: `${root}/socket` });
    try {
      assertEquals(await filesIn(root), ["d/.gitignore", "d/x", "fifo", "socket"]);
    } finally {
      listener.close();
    }
  });
});

Deno.test("files ls: .gitignore means git's own verdicts, nested files and negation across files (7.5)", async () => {
  const rows: [Tree, string[]][] = [
    [{ ".gitignore": "*.log\n!keep.log\n", "a.log": "", "keep.log": "", "d/b.log": "" }, [
      ".gitignore",
      "keep.log",
    ]],
    [
      { ".gitignore": "*.log", "d/.gitignore": "!b.log", "d/b.log": "", "b.log": "" },
      [
        ".gitignore",
        "d/.gitignore",
      ].concat("d/b.log"),
    ],
    [{ ".gitignore": "d/", "d/.gitignore": "!*", "d/x": "" }, [".gitignore"]],
    [{ ".gitignore": "d/*\n!d/x", "d/x": "", "d/y": "" }, [".gitignore", "d/x"]],
    [{ ".gitignore": "/a", "a": "", "d/a": "" }, [".gitignore", "d/a"]],
    [{ ".gitignore": "d/a", "d/a": "", "e/d/a": "" }, [".gitignore", "e/d/a"]],
    [{ ".gitignore": "a/", "a": "", "d/a/x": "" }, [".gitignore", "a"]],
    [{ ".gitignore": "a/**/z", "a/z": "", "a/b/z": "", "a/b/c/z": "", "z": "" }, [
      ".gitignore",
      "z",
    ]],
    [{ ".gitignore": "A", "a": "", "A/x": "" }, [".gitignore", "a"]],
    [{ ".gitignore": "# a\n\\#b\na \nc\\ \n", "# a": "", "#b": "", "a": "", "c ": "", "c": "" }, [
      "# a",
      ".gitignore",
      "c",
    ]],
    [{ ".gitignore": ".gitignore\n.DS_Store\n", "a": "" }, ["a"]],
    [{ ".gitignore": "*", "a": "", "d/b": "" }, []],
  ];
  for (const [tree, expected] of rows) {
    await withTree(tree, async (root) => {
      assertEquals(await filesIn(root), expected, tree[".gitignore"] as string);
    });
  }
});

Deno.test("files ls: ancestors count 'up to the repository root as far as the scope reaches' (7.5)", async () => {
  await withTree({
    ".gitignore": "above\n",
    "repo/.git/HEAD": "",
    "repo/.gitignore": "top\n*.log\n",
    "repo/a/.gitignore": "middle\n!keep.log\n",
    "repo/a/b/.gitignore": "own\n",
    ...Object.fromEntries(
      ["above", "top", "middle", "own", "x.log", "keep.log", "free"]
        .map((name) => [`repo/a/b/${name}`, ""]),
    ),
  }, async (root) => {
    const b = `${root}/repo/a/b`;
    const rows: [string, string[]][] = [
      // The repository root is where `.git` stands: what is above it is none of its business.
      [root, [".gitignore", "above", "free", "keep.log"]],
      [`${root}/repo`, [".gitignore", "above", "free", "keep.log"]],
      [`${root}/repo/a`, [".gitignore", "above", "free", "keep.log", "top", "x.log"]],
      [b, [".gitignore", "above", "free", "keep.log", "middle", "top", "x.log"]],
    ];
    for (const [scope, names] of rows) {
      const { files } = await list({ path: b }, { cwd: b, roots: [scope] });
      assertEquals(files, names.map((name) => `${b}/${name}`), scope);
    }
  });
});

Deno.test("files ls: what is named is never ignored itself; rules of ancestors hold below by their own match", async () => {
  await withTree({
    ".git/HEAD": "",
    ".gitignore": "node_modules/\n*.log\n/dist/*\n",
    "node_modules/x/f": "",
    "node_modules/x/f.log": "",
    "node_modules/x/node_modules/g": "",
    "dist/a": "",
    "dist/d/b": "",
  }, async (root) => {
    const rows: [string, string[]][] = [
      [".", [".gitignore"]],
      ["node_modules", ["node_modules/x/f"]],
      ["node_modules/x", ["node_modules/x/f"]],
      ["node_modules/x/node_modules", ["node_modules/x/node_modules/g"]],
      ["dist", []],
      ["dist/d", ["dist/d/b"]],
      ["node_modules/x/f.log", ["node_modules/x/f.log"]],
      [".git", [".git/HEAD"]],
    ];
    for (const [path, expected] of rows) {
      const { files } = await list({ path }, { cwd: root });
      assertEquals(relativeTo(root, files), expected, path);
    }
  });
});

Deno.test("files ls: a .gitignore is read 'only when a regular file', at most 1 MiB, inside the scope", async () => {
  const MIB = 1024 * 1024;
  const sized = (size: number) => "*.log\n" + "#".repeat(size - 6);
  await withTree({
    "exact/.gitignore": sized(MIB),
    "exact/a.log": "",
    "large/.gitignore": sized(MIB + 1),
    "large/a.log": "",
    "link/.gitignore": link("rules"),
    "link/rules": "*.log",
    "link/a.log": "",
    "folder/.gitignore/x": "",
    "folder/a.log": "",
    "nothing/.gitignore": link("missing"),
    "nothing/a.log": "",
  }, async (root) => {
    assertEquals(await filesIn(root), [
      "exact/.gitignore",
      "folder/.gitignore/x",
      "folder/a.log",
      "large/.gitignore",
      "large/a.log",
      "link/.gitignore",
      "link/a.log",
      "link/rules",
      "nothing/a.log",
    ]);
  });
  // Above what is named just as below.
  for (const odd of [link("rules"), fifo(), link("/dev/zero"), sized(MIB + 1)]) {
    const tree = { ".git/": "", ".gitignore": odd, "rules": "*.log", "d/a.log": "" };
    await withTree(tree, async (root) => {
      const { files } = await list({ path: "d" }, { cwd: root });
      assertEquals(files, [`${root}/d/a.log`]);
    });
  }
});

Deno.test("files ls: no pattern of a .gitignore can stall a call", async () => {
  const name = "a".repeat(250);
  await withTree({
    ".gitignore": `${"*a".repeat(100)}b\n${"**/".repeat(100)}b\n${"[a-z]*".repeat(60)}!\n`,
    [name]: "",
    [`d/${name}`]: "",
  }, async (root) => {
    assertEquals(await filesIn(root), [".gitignore", name, `d/${name}`]);
  });
});

Deno.test("files ls: links are followed inside the roots only (7.6)", async () => {
  await withTree({
    "in/a": "",
    "in/d/f": "",
    "in/to-file": link("a"),
    "in/to-chain": link("to-file"),
    "in/to-outside-file": link("../out/secret"),
    "in/to-outside": link("../out"),
    "in/to-outside-missing": link("../nothing"),
    "in/to-root": link("/"),
    "in/to-nothing": link("nothing"),
    "in/to-self": link("to-self"),
    "in/x": link("y"),
    "in/y": link("x"),
    "in/round": link("."),
    "in/d/up": link(".."),
    "in/through": link("../out/back"),
    "out/secret": "",
    "out/back": link("../in/d"),
    "second/s": "",
    "in/to-second": link("../second"),
  }, async (root) => {
    const context = { cwd: `${root}/in` };
    assertEquals(
      relativeTo(`${root}/in`, (await list({ path: "." }, context)).files),
      ["a", "d/f", "to-chain", "to-file"],
    );
    // Inside any of the roots.
    const { files } = await list({ path: "." }, { ...context, roots: [".", "../second"] });
    assertEquals(
      relativeTo(`${root}/in`, files),
      ["a", "d/f", "to-chain", "to-file", "to-second/s"],
    );
  });
});

Deno.test("files ls: 'a directory is entered once per call by real path (first in path order wins)' (7.6)", async () => {
  const rows: [Tree, string[]][] = [
    [{ "a": link("z"), "z/f": "" }, ["a/f"]],
    [{ "zz": link("z"), "z/f": "" }, ["z/f"]],
    // A followed directory link sorts as `name/`: `m-` before `m/`.
    [{ "m": link("t"), "m-": link("t"), "t/f": "" }, ["m-/f"]],
    [{ "m": link("t"), "m0": link("t"), "t/f": "" }, ["m/f"]],
    // Part of a real directory was already entered.
    [{ "a": link("b/c"), "b/c/f": "", "b/g": "" }, ["a/f", "b/g"]],
    [{ "a/up": link(".."), "a/f": "", "b": "" }, ["a/f", "b"]],
    [{ "a/l": link("../b"), "b/l": link("../a"), "a/f": "", "b/g": "" }, ["a/f", "a/l/g"]],
    [{ "a": link("b"), "b": link("c"), "c": link("d"), "d/f": "" }, ["a/f"]],
    // Links to files are not directories: each is listed.
    [{ "a": link("f"), "b": link("f"), "f": "" }, ["a", "b", "f"]],
    [{ "d/l": link("../e"), "e/f": "", "e/g/h": "" }, ["d/l/f", "d/l/g/h"]],
  ];
  for (const [tree, expected] of rows) {
    await withTree(tree, async (root) => {
      assertEquals(await filesIn(root), expected, Object.keys(tree).join(" "));
    });
  }
});

Deno.test("files ls: a fan-out of links comes to an end", async () => {
  const tree: Record<string, Tree[string]> = {};
  for (let level = 0; level < 30; level++) {
    tree[`d${String(level).padStart(2, "0")}/f`] = "";
    for (const name of ["x", "y", "z"]) {
      tree[`d${String(level).padStart(2, "0")}/${name}`] = link(
        `../d${String((level + 1) % 30).padStart(2, "0")}`,
      );
    }
  }
  await withTree(tree, async (root) => {
    const files = await filesIn(root);
    assertEquals(
      files,
      Array.from({ length: 30 }, (_, i) => `d00/${"x/".repeat(i)}f`).sort(compareBytes),
    );
  });
});

Deno.test("files ls: a link chain of up to 40 hops is followed, a longer one leads nowhere", async () => {
  const chain = (length: number): Tree =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `l${String(i).padStart(2, "0")}`,
        link(i + 1 < length ? `l${String(i + 1).padStart(2, "0")}` : "z"),
      ]),
    );
  await withTree({ ...chain(42), "z": "" }, async (root) => {
    const names = Object.keys(chain(42));
    // The first two have 42 and 41 hops to go.
    assertEquals(await filesIn(root), [...names.slice(2), "z"]);
  });
});

Deno.test("files ls: below a followed link, rules match paths as walked, and .gitignore files met there count", async () => {
  await withTree({
    ".gitignore": "/l/*.tmp\nm/\n*.log\n",
    "l": link("r"),
    "m": link("s"),
    "r/.gitignore": "own\n",
    "r/a.tmp": "",
    "r/a.log": "",
    "r/own": "",
    "r/x": "",
    "s/y": "",
    "ignored-link.log": link("r/x"),
  }, async (root) => {
    // "A link is matched as a non-directory": `m/` does not match `m`.
    assertEquals(await filesIn(root), [".gitignore", "l/.gitignore", "l/x", "m/y"]);
  });
});

Deno.test("files ls: errors (7.1), the path as given and line-safe", async () => {
  await withTree(
    { "file": "", "to-nothing": link("nothing"), "locked/x": "", "d/x": "" },
    async (root) => {
      const rows: [string, string][] = [
        ["missing", "Path does not exist: missing"],
        ["./missing/", "Path does not exist: ./missing/"],
        [`${root}/missing`, `Path does not exist: ${root}/missing`],
        ["d/missing/x", "Path does not exist: d/missing/x"],
        ["file/x", "Path does not exist: file/x"],
        ["to-nothing", "Path does not exist: to-nothing"],
        ["a\n\u202e\\", "Path does not exist: a\\n\\u{202E}\\\\"],
        ["..", "Path outside allowed directories: .."],
        ["/", "Path outside allowed directories: /"],
        ["../\n", "Path outside allowed directories: ../\\n"],
      ];
      for (const [path, message] of rows) {
        assertEquals(await execute({ path }, { cwd: root }), failure(message), path);
      }
      await withUnreadable([`${root}/locked`], async () => {
        assertEquals(
          await execute({ path: "locked" }, { cwd: root }),
          failure("Permission denied: locked"),
        );
      });
      const before = () => {
        throw Object.assign(new Error(`Input/output error (os error 5): ${root}`), { code: "EIO" });
      };
      await withReads({ before }, async () => {
        const { content: [{ text }], isError } = await execute({ path: "d" }, { cwd: root });
        assertMatch(text, /^Error: [^\n/]+: d$/);
        assert(isError && !text.includes("os error"), text);
      });
    },
  );
});

Deno.test("files ls: a looping or too long path is an error", async () => {
  await withTree({ "loop": link("loop") }, async (root) => {
    for (const path of ["loop", "n".repeat(300), "n/".repeat(5000)]) {
      const { content: [{ text }], isError } = await execute({ path }, { cwd: root });
      assertMatch(text, /^Error: (Path does not exist|Cannot read path): /);
      assert(isError);
    }
  });
});

Deno.test("files ls: wrong arguments name the argument, its bound and the value; the disk is not touched", async () => {
  const rows: [unknown, RegExp][] = [
    [{}, /^Error: path /],
    [{ path: null }, /^Error: path /],
    [{ path: "" }, /^Error: path .*""/],
    [{ path: "a\0b" }, /^Error: path .*a\\u\{0\}b/],
    [{ path: 1 }, /^Error: path .*1/],
    [{ path: true }, /^Error: path .*true/],
    [{ path: ["."] }, /^Error: path /],
    [{ path: {} }, /^Error: path /],
    [{ path: ".", "max-depth": 0 }, /^Error: max-depth .*1.*0/],
    [{ path: ".", "max-depth": -1 }, /^Error: max-depth .*1.*-1/],
    [{ path: ".", "max-depth": 1.5 }, /^Error: max-depth .*1\.5/],
    [{ path: ".", "max-depth": NaN }, /^Error: max-depth .*NaN/],
    [{ path: ".", "max-depth": Infinity }, /^Error: max-depth .*Infinity/],
    [{ path: ".", "max-depth": "3" }, /^Error: max-depth .*"3"/],
    [{ path: ".", "max-depth": true }, /^Error: max-depth .*true/],
    [{ path: ".", "max-files": 0 }, /^Error: max-files .*1.*100000.*0/],
    [{ path: ".", "max-files": 100_001 }, /^Error: max-files .*1.*100000.*100001/],
    [{ path: ".", "max-files": -1 }, /^Error: max-files .*-1/],
    [{ path: ".", "max-files": 99.9 }, /^Error: max-files .*99\.9/],
    [{ path: ".", "max-files": -Infinity }, /^Error: max-files .*-Infinity/],
    [{ path: ".", "max-files": "100" }, /^Error: max-files .*"100"/],
    [{ path: ".", "max-files": false }, /^Error: max-files .*false/],
    [{ path: ".", "max-files": [1] }, /^Error: max-files /],
    [{ path: ".", "max-files": 1n }, /^Error: max-files /],
    [{ path: ".", max_files: 1 }, /^Error: .*max_files/],
    [{ path: ".", maxDepth: 1 }, /^Error: .*maxDepth/],
    [{ path: ".", "a\n": 1 }, /^Error: .*a\\n/],
    [JSON.parse('{"path":".","__proto__":{}}'), /^Error: .*__proto__/],
    [JSON.parse('{"path":".","constructor":1}'), /^Error: .*constructor/],
    [Object.create({ path: "." }), /^Error: path /],
    [undefined, /^Error: ./],
    [null, /^Error: ./],
    [".", /^Error: ./],
    [1, /^Error: ./],
    [["."], /^Error: ./],
  ];
  const before = (path: string): void => {
    throw new Error(`read ${path}`);
  };
  await withReads({ before }, async () => {
    for (const [args, message] of rows) {
      const output = await execute(args);
      const [{ text }] = output.content;
      assertEquals(output, { content: [{ type: "text", text }], isError: true });
      assertMatch(text, message);
      assertEquals(text.split("\n").length, 1);
    }
  });
});

Deno.test("files ls: outside the roots is one answer, in the same words for missing and existing", async () => {
  await withTree({
    "in/d/f": "",
    "in/out": link("../outside"),
    "in/out-missing": link("../nothing"),
    "in/chain": link("out"),
    "in/absolute": link("/"),
    "in-sibling/f": "",
    "outside/sub/f": "",
    "outside/file": "",
    "outside/.gitignore": "*",
  }, async (root) => {
    const cwd = `${root}/in`;
    const paths = [
      "..",
      "../nothing",
      "../outside",
      "../outside/file",
      "../in-sibling",
      "../in-missing",
      "d/../../outside",
      root,
      "/",
      "/nothing",
      "out",
      "out/",
      "out/sub",
      "out/file",
      "out/file/x",
      "out/missing",
      "out-missing",
      "out-missing/x",
      "chain",
      "chain/missing",
      "absolute",
      "absolute/missing",
    ];
    for (const path of paths) {
      for (const context of [{ cwd }, { cwd: root, roots: ["in"] }]) {
        const named = context.cwd === cwd || path.startsWith("/") ? path : `in/${path}`;
        assertEquals(
          await execute({ path: named }, context),
          failure(`Path outside allowed directories: ${named}`),
        );
      }
    }
    // "[] allows nothing"
    assertEquals(
      await execute({ path: "." }, { cwd, roots: [] }),
      failure("Path outside allowed directories: ."),
    );
    assertEquals((await list({ path: "." }, { cwd })).files, [`${cwd}/d/f`]);
  });
});

const sandbox = await makeTree({
  "in/d/f": "",
  "in/to-d": link("d"),
  "in/out": link("../outside"),
  "in/out-file": link("../outside/secret"),
  "in/z": "",
  ".gitignore": "*",
  "outside/secret": "",
});
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox, { recursive: true }));

Deno.test({
  name: "files ls: what Deno's permissions do not grant is outside, even inside the roots",
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    const context = { cwd: `${sandbox}/in`, roots: [sandbox] };
    assertEquals((await list({ path: "." }, context)).files, [
      `${sandbox}/in/d/f`,
      `${sandbox}/in/z`,
    ]);
    for (
      const path of ["..", "out", "out-file", "out/secret", "out/x", "../outside", "../missing"]
    ) {
      assertEquals(
        await execute({ path }, context),
        failure(`Path outside allowed directories: ${path}`),
      );
    }
  },
});

Deno.test("files ls: what --deny-read takes out is passed over, the rest is listed", async () => {
  await withTree({
    "a/x": "",
    "secret/y": "",
    "to-secret": link("secret"),
    "z": "",
  }, async (root) => {
    const text = await pipe(
      Deno.execPath(),
      ["run", "--quiet", `--allow-read=${root}`, `--deny-read=${root}/secret`, "-"],
      `import { TOOLSETS } from "./mod.ts";
      for (const path of [".", "secret", "to-secret", "secret/y", "secret/missing"]) {
        const { content } = await TOOLSETS.files.ls.execute({ path }, { cwd: ${
        JSON.stringify(root)
      } });
        console.log(JSON.stringify(content[0].text));
      }`,
    );
    const [first, ...others] = text!.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(JSON.parse(first).files, [`${root}/a/x`, `${root}/z`]);
    assertEquals(
      others,
      ["secret", "to-secret", "secret/y", "secret/missing"]
        .map((path) => `Error: Path outside allowed directories: ${path}`),
    );
  });
});

Deno.test("files ls: an unreadable or vanished directory below is passed over, nothing found is lost", async () => {
  await withTree({
    "a/x": "",
    "gone/x": "",
    "locked/secret": "",
    "swapped/x": "",
    "z/y": "",
  }, async (root) => {
    await withUnreadable([`${root}/locked`], async () => {
      assertEquals(await filesIn(root), ["a/x", "gone/x", "swapped/x", "z/y"]);
    });
    const after = (path: string): void => {
      if (path !== root) return;
      Deno.removeSync(`${root}/gone`, { recursive: true });
      Deno.removeSync(`${root}/swapped`, { recursive: true });
      Deno.writeTextFileSync(`${root}/swapped`, "");
    };
    await withReads({ after }, async () => {
      assertEquals(await filesIn(root), ["a/x", "locked/secret", "z/y"]);
    });
  });
});

Deno.test({
  name:
    "files ls: names that are not valid UTF-8 are listed once, and never resolved or descended into",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withTree({ "dir/f": "", "\uFFFD/inside": "", "x": "" }, async (root) => {
      await shell(
        root,
        `mkdir "$(printf 'd\\377')"; touch "$(printf 'd\\377')/hidden"
        touch "$(printf 'f\\377')" "$(printf 'f\\376')"
        ln -s dir "$(printf 'l\\377')"; ln -s x "$(printf 'm\\377')"`,
      );
      assertEquals(await filesIn(root), ["dir/f", "f\uFFFD", "x"]);
    }),
});

Deno.test("files ls: JSON carries names unchanged", async () => {
  const names = ["a\nb", "a\\b", "a\tb", 'a"b', "a\u202eb", "a\ufeffb", "a\u{e0041}b"];
  await withTree(Object.fromEntries(names.map((name) => [name, ""])), async (root) => {
    assertEquals(await filesIn(root), names.toSorted(compareBytes));
  });
});

Deno.test("files ls: 1,300 levels are walked, and none is lost where paths grow longer than PATH_MAX", async () => {
  const root = await makeTree({});
  try {
    const deep = Array(1299).fill("d").join("/");
    await shell(root, `mkdir -p ${deep}`);
    await Deno.writeTextFile(`${root}/${deep}/f`, "");
    assertEquals(await filesIn(root), [`${deep}/f`]);
    await shell(root, "rm -rf d");

    const name = "n".repeat(250);
    const half = Array(10).fill(name).join("/");
    await Deno.mkdir(`${root}/long/${half}`, { recursive: true });
    await Deno.mkdir(`${root}/half/${half}`, { recursive: true });
    await Deno.writeTextFile(`${root}/half/${half}/unreachable`, "");
    await Deno.writeTextFile(`${root}/half/${name}/f`, "");
    await Deno.rename(`${root}/half/${name}`, `${root}/long/${half}/${name}`);
    await Deno.remove(`${root}/half`);
    await Deno.writeTextFile(`${root}/long/z`, "");
    assertEquals(await filesIn(root), [`long/${half}/${name}/f`, "long/z"]);
  } finally {
    await shell("/", `rm -rf '${root}'`);
  }
});

Deno.test("files ls: out of budget is 'truncated: true with both flags false'", async () => {
  await withTree({ "a": "", "b/x": "", "c": "" }, async (root) => {
    const expected = (names: string[], truncated: boolean) => ({
      files: names.map((name) => `${root}/${name}`),
      truncated,
      "total-files": names.length,
      "max-depth-reached": false,
      "max-files-reached": false,
    });
    const rows: [number, string[], boolean][] = [
      // The root holds three entries; "an opened directory is read whole".
      [0, ["a"], true],
      [1, ["a"], true],
      [3, ["a"], true],
      [4, ["a", "b/x", "c"], false],
    ];
    for (const [maxScanned, names, truncated] of rows) {
      assertEquals(
        await list({ path: "." }, { cwd: root, maxScanned }),
        expected(names, truncated),
        String(maxScanned),
      );
    }
  });
});

Deno.test("files ls: 'Stop when max-files limit is reached': no directory after that file is read", async () => {
  await withTree({ "a/f": "", "b/f": "", "c/f": "", "d/f": "" }, async (root) => {
    const read: string[] = [];
    await withReads({ before: (path) => read.push(path) }, async () => {
      await list({ path: ".", "max-files": 1 }, { cwd: root });
    });
    assertEquals(read, [root, `${root}/a`, `${root}/b`]);
  });
});

Deno.test("files ls: an aborted signal gives AbortError, before and during the walk", async () => {
  const tree = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i}/f`, ""]));
  await withTree(tree, async (root) => {
    const aborted = await assertRejects(
      () => execute({ path: "." }, { cwd: root, signal: AbortSignal.abort("reason") }),
      DOMException,
    );
    assertEquals(aborted.name, "AbortError");
    const controller = new AbortController();
    let reads = 0;
    const before = (): void => {
      reads++;
      // Longer than the walk may go without a yield.
      stall(25);
      if (reads === 3) setTimeout(() => controller.abort(), 0);
    };
    await withReads({ before }, async () => {
      const error = await assertRejects(
        () => execute({ path: "." }, { cwd: root, signal: controller.signal }),
        DOMException,
      );
      assertEquals(error.name, "AbortError");
    });
    assert(reads < 8, `${reads} directories were read`);
  });
});

Deno.test("files ls: DEFINITION has the names, bounds and defaults of the spec, null for absent", () => {
  const { name, parameters } = ls!.DEFINITION.function;
  assertEquals(name, "ls");
  assertEquals(parameters.required, ["path"]);
  assertEquals(parameters.additionalProperties, false);
  assertEquals(
    Object.entries(parameters.properties).map((
      [key, { type, default: value, minimum, maximum }],
    ) => [key, type, value, minimum, maximum]),
    [
      ["path", "string", undefined, undefined, undefined],
      ["max-depth", ["integer", "null"], 10, 1, undefined],
      ["max-files", ["integer", "null"], 100, 1, 100_000],
    ],
  );
});

Deno.test("files ls: toToolResult gives the text, and isError for an error", async () => {
  await withTree({ "a": "" }, async (root) => {
    for (const [path, isError] of [[".", false], ["x", true]] as const) {
      const output = await execute({ path }, { cwd: root });
      assertEquals(toToolResult(ls!, output), { text: output.content[0].text, isError });
    }
  });
});

const PARTS = ["a", "b", "a.log", "b.txt", "a-b", "é", "x y", "build", "A"];

const globs = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "*",
      "*.log",
      "*.txt",
      "a*",
      "?",
      "[ab]",
      "[!a]*",
      "*b*",
      "a?b",
      "\\a",
      "x\\ y",
      "[[:alpha:]]",
    ),
  },
);

const rules = fc.oneof(
  { weight: 5, arbitrary: globs },
  { weight: 2, arbitrary: fc.tuple(globs, globs).map(([a, b]) => `${a}/${b}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "**/a",
      "a/**",
      "a/**/b",
      "**/b/*",
      "**",
      "/**/a",
      "# a",
      "",
      " ",
      "\\#a",
      "a ",
      "*/*",
      "!",
      "/",
    ),
  },
).chain((glob) =>
  fc.constantFrom(
    glob,
    glob,
    glob,
    `/${glob}`,
    `${glob}/`,
    `!${glob}`,
    `!${glob}`,
    `!/${glob}/`,
    `${glob}  `,
    `${glob}\r`,
  )
);

const gitignores = fc.array(rules, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));

/** Paths of files of a tree, and `.gitignore` files among its directories. */
const gitTrees = fc.tuple(
  fc.uniqueArray(fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 }), {
    selector: (parts) => parts.join("/"),
    minLength: 4,
    maxLength: 14,
  }),
  fc.option(gitignores, { freq: 3, nil: undefined }),
  fc.array(fc.tuple(fc.nat(), gitignores), { maxLength: 2 }),
).map(([paths, top, nested]) => {
  const tree: Record<string, string> = {};
  const folders = new Set<string>();
  for (const parts of paths) {
    const above = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
    const path = parts.join("/");
    if (folders.has(path) || above.some((folder) => folder in tree)) continue;
    for (const folder of above) folders.add(folder);
    tree[path] = "";
  }
  if (top !== undefined) tree[".gitignore"] = top;
  const all = [...folders];
  for (const [i, text] of nested) {
    if (all.length > 0) tree[`${all[i % all.length]}/.gitignore`] = text;
  }
  return tree;
});

Deno.test("files ls: agrees with git ls-files -co --exclude-standard on random trees", async () => {
  const trees = fc.sample(fc.tuple(gitTrees, gitignores), { numRuns: 64, seed: 21 });
  await withTree({ "home/": "" }, async (base) => {
    const env = {
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CEILING_DIRECTORIES: base,
      HOME: `${base}/home`,
      XDG_CONFIG_HOME: `${base}/home`,
    };
    let [kept, ignored, named] = [0, 0, 0];
    // Eight trees a repository, so that git need not be started for each.
    for (let r = 0; r < 8; r++) {
      const tree: Record<string, string> = { "README": "" };
      const group = trees.slice(r * 8, r * 8 + 8);
      group.forEach(([nested], i) => {
        for (const [path, text] of Object.entries(nested)) tree[`t${i}/${path}`] = text;
      });
      // Half of the repositories have rules at their root too.
      if (r % 2 === 1) tree[".gitignore"] = group[0]![1];
      const root = await makeTree(tree);
      try {
        const git = (args: string[], input = "") => pipe("git", args, input, { cwd: root, env });
        if (await git(["init", "--quiet"]) === undefined) {
          console.warn("skipped: git was not found");
          return;
        }
        const output = (await git(["ls-files", "-co", "--exclude-standard", "-z"]))!;
        const expected = output.split("\0").slice(0, -1).toSorted(compareBytes);
        const shown = JSON.stringify(tree, null, 1);
        assertEquals(await filesIn(root), expected, shown);
        kept += expected.length;
        ignored += Object.keys(tree).length - expected.length;
        // Each tree by itself, with the rules above it, unless it is ignored itself.
        const names = group.map((_, i) => `t${i}`);
        const verdicts = (await git(
          ["check-ignore", "--no-index", "--non-matching", "--verbose", "-z", "--stdin"],
          names.map((name) => `${name}/\0`).join(""),
        ).catch(() => undefined))?.split("\0") ?? [];
        for (const [i, name] of names.entries()) {
          const pattern = verdicts[i * 4 + 2] ?? "";
          if (pattern !== "" && !pattern.startsWith("!")) continue;
          named++;
          assertEquals(
            await filesIn(root, { path: name }),
            expected.filter((path) => path.startsWith(`${name}/`)),
            `${name} of ${shown}`,
          );
        }
      } finally {
        await Deno.remove(root, { recursive: true });
      }
    }
    assert(kept > 100 && ignored > 100, `${kept} kept, ${ignored} ignored`);
    assert(named > 30 && named < 64, `${named} trees were named`);
  });
});

/** Spec 3 with the decisions of section 7, read literally: everything by real path, nothing lazy. */
function naive(root: string, maxDepth: number, maxFiles: number): Listing {
  const visited = new Set<string>();
  const events: { file?: string; deep?: boolean }[] = [];
  const enter = (path: string, depth: number): void => {
    const real = Deno.realPathSync(path);
    if (visited.has(real)) return;
    if (depth >= maxDepth) {
      events.push({ deep: true });
      return;
    }
    visited.add(real);
    const items: { key: string; path: string; isDirectory: boolean }[] = [];
    for (const { name } of Deno.readDirSync(path)) {
      const child = `${path}/${name}`;
      try {
        const end = Deno.realPathSync(child);
        if (end !== root && !end.startsWith(`${root}/`)) continue;
        const { isDirectory } = Deno.statSync(child);
        items.push({ key: isDirectory ? `${name}/` : name, path: child, isDirectory });
      } catch {
        // It leads nowhere or round.
      }
    }
    items.sort((a, b) => compareBytes(a.key, b.key));
    for (const item of items) {
      if (item.isDirectory) enter(item.path, depth + 1);
      else events.push({ file: item.path });
    }
  };
  enter(root, 0);
  const files: string[] = [];
  let isDeep = false;
  for (const { file, deep } of events) {
    if (files.length > maxFiles) break;
    if (deep) isDeep = true;
    if (file !== undefined) files.push(file);
  }
  const isMany = files.length > maxFiles;
  return {
    files: files.slice(0, maxFiles),
    truncated: isDeep || isMany,
    "total-files": files.length,
    "max-depth-reached": isDeep,
    "max-files-reached": isMany,
  };
}

const linkTrees = fc.tuple(
  fc.uniqueArray(
    fc.array(fc.constantFrom("a", "b", "a-", "a.", "c", "😀"), { minLength: 1, maxLength: 4 }),
    { selector: (parts) => parts.join("/"), minLength: 2, maxLength: 10 },
  ),
  fc.array(
    fc.tuple(
      fc.nat(),
      fc.constantFrom("l", "A", "a0", "z"),
      fc.nat(),
      fc.constantFrom("dir", "dir", "dir", "file", "link", "none", "out"),
    ),
    { maxLength: 8 },
  ),
).map(([paths, links]) => {
  const tree: Record<string, Tree[string]> = {};
  const folders = new Set<string>([""]);
  for (const parts of paths) {
    const above = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
    const path = parts.join("/");
    if (folders.has(path) || above.some((folder) => folder in tree)) continue;
    for (const folder of above) folders.add(folder);
    tree[path] = "";
  }
  const [all, ends] = [[...folders], Object.keys(tree)];
  const shown: string[] = [];
  for (const [where, name, which, kind] of links) {
    const folder = all[where % all.length]!;
    const path = folder === "" ? name : `${folder}/${name}`;
    if (path in tree || folders.has(path)) continue;
    const up = "../".repeat(folder === "" ? 0 : folder.split("/").length);
    const others = Object.keys(tree);
    const to = kind === "dir"
      ? all[which % all.length]!
      : kind === "file"
      ? ends[which % ends.length]!
      : kind === "link"
      ? others[which % others.length]!
      : kind === "out"
      ? "../"
      : "none";
    tree[path] = link(`${up}${to}` || ".");
    shown.push(`${path} -> ${up}${to}`);
  }
  return { tree, shown: [...ends, ...shown].join(", ") };
});

Deno.test("files ls: agrees with a plain re-implementation on random trees of links, at every limit", async () => {
  let many = 0;
  await fc.assert(
    fc.asyncProperty(linkTrees, async ({ tree, shown }) => {
      await withTree(tree, async (root) => {
        const n = naive(root, Infinity, Infinity).files.length;
        if (n > 8) many++;
        const limits = [...new Set([1, 2, 3, n - 1, n, n + 1].filter((limit) => limit >= 1))];
        for (const maxDepth of [1, 2, 3, 4, 5, 50]) {
          for (const maxFiles of limits) {
            assertEquals(
              await list(
                { path: ".", "max-depth": maxDepth, "max-files": maxFiles },
                { cwd: root },
              ),
              naive(root, maxDepth, maxFiles),
              `max-depth ${maxDepth}, max-files ${maxFiles}: ${shown}`,
            );
          }
        }
      });
    }),
    { numRuns: 60, seed: 22 },
  );
  assert(many > 5, `${many} large trees`);
});
