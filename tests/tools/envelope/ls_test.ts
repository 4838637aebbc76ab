import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import fc from "fast-check";
import { type Envelope, type ToolContext, TOOLSETS, toToolResult } from "../../../mod.ts";
import { FNMATCH_VERDICTS, judgeWithPython } from "../../support/fnmatch.ts";
import {
  compareBytes,
  pipe,
  shell,
  stall,
  withReads,
  withUnreadable,
} from "../../support/system.ts";
import { fifo, link, makeTree, type Tree, withTree } from "../../support/tree.ts";

const { LS } = TOOLSETS.envelope;

/** The envelope, its time checked and replaced by 0. */
async function execute(args: unknown, context: ToolContext = {}): Promise<Envelope> {
  const envelope = await LS!.execute(args, context) as Envelope;
  const { time_ms } = envelope.stats;
  assert(Number.isInteger(time_ms) && time_ms! >= 0, `time_ms: ${time_ms}`);
  return { ...envelope, stats: { ...envelope.stats, time_ms: 0 } };
}

/** What a failed call gives. */
function failure(
  code: string,
  message: string,
  params_input: unknown,
  cwd = ".",
): Envelope {
  return {
    status: "error",
    data: {},
    text: message,
    stats: { time_ms: 0 },
    context: { cwd, params_input, path_resolved: "." },
    error: { code, message },
  } as Envelope;
}

/** The shown lines below the head of a call that lists all that there is. */
async function shown(args: Record<string, unknown>, context: ToolContext): Promise<string[]> {
  const { status, text } = await execute({ limit: 200, ...args }, context);
  assertEquals(status, "success", text);
  const [, , blank, ...lines] = text.split("\n");
  assertEquals(blank ?? "", "");
  return lines;
}

const DENIED = "Access denied. Path must be within the project root.";

/** So many files, named in order. */
function files(count: number, lead = "f"): Tree {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${lead}${String(i).padStart(3, "0")}`, ""]),
  );
}

Deno.test("LS: a truncated listing is the envelope of the spec's example, byte for byte", async () => {
  // "Total: 120 items - 5 dirs, 112 files, 3 links", "Showing 0-2 of 120. 118 more items available."
  await withTree({
    "agents/x": "",
    "docs/": "",
    "lib/": "",
    "src/": "",
    "tests/": "",
    "README.md": "",
    ...files(111),
    "l0": link("README.md"),
    "l1": link("agents"),
    "l2": link("missing"),
  }, async (root) => {
    const envelope = await execute({ path: ".", limit: 2 }, { cwd: root });
    assertEquals(
      JSON.stringify(envelope, null, 2),
      `{
  "status": "partial",
  "data": {
    "entries": [
      {
        "path": "agents",
        "type": "dir"
      },
      {
        "path": "docs",
        "type": "dir"
      }
    ],
    "truncated": true
  },
  "text": "Listed 2 entries in '.'\\n(Total: 120 items - 5 dirs, 112 files, 3 links)\\n[Truncated: Showing 0-2 of 120. 118 more items available.]\\nUse offset=2 to view next page.\\n\\nagents/\\ndocs/",
  "stats": {
    "time_ms": 0,
    "total_entries": 120,
    "dirs": 5,
    "files": 112,
    "links": 3,
    "returned": 2
  },
  "context": {
    "cwd": ".",
    "params_input": {
      "path": ".",
      "limit": 2
    },
    "path_resolved": "."
  }
}`,
    );
  });
});

Deno.test("LS: suffixes are / for a directory, @ for a link, none for a file", async () => {
  await withTree({
    "agents/x": "",
    "README.md": "",
    "latest": link("README.md"),
    "pipe": fifo(),
    "zdir": link("agents"),
  }, async (root) => {
    assertEquals(await execute({}, { cwd: root }), {
      status: "success",
      data: {
        entries: [
          { path: "agents", type: "dir" },
          { path: "zdir", type: "link" },
          { path: "latest", type: "link" },
          { path: "pipe", type: "file" },
          { path: "README.md", type: "file" },
        ],
        truncated: false,
      },
      text: `Listed 5 entries in '.'
(Total: 5 items - 1 dirs, 2 files, 2 links)

agents/
zdir@
latest@
pipe
README.md`,
      stats: { time_ms: 0, total_entries: 5, dirs: 1, files: 2, links: 2, returned: 5 },
      context: { cwd: ".", params_input: {}, path_resolved: "." },
    });
  });
});

Deno.test("LS: 'with no entries the text ends after the head lines' (5.7)", async () => {
  await withTree({ "empty/": "" }, async (root) => {
    const params_input = { path: "empty" };
    assertEquals(await execute(params_input, { cwd: root }), {
      status: "success",
      data: { entries: [], truncated: false },
      text: "Listed 0 entries in 'empty'\n(Total: 0 items - 0 dirs, 0 files, 0 links)",
      stats: { time_ms: 0, total_entries: 0, dirs: 0, files: 0, links: 0, returned: 0 },
      context: { cwd: ".", params_input, path_resolved: "empty" },
    });
  });
});

Deno.test("LS: 'offset past the end is success with no entries' (5.4)", async () => {
  await withTree({ "a": "", "b/": "" }, async (root) => {
    for (const offset of [2, 3, 1e6, Number.MAX_SAFE_INTEGER]) {
      const params_input = { offset };
      assertEquals(await execute(params_input, { cwd: root }), {
        status: "success",
        data: { entries: [], truncated: false },
        text: "Listed 0 entries in '.'\n(Total: 2 items - 1 dirs, 1 files, 0 links)",
        stats: { time_ms: 0, total_entries: 2, dirs: 1, files: 1, links: 0, returned: 0 },
        context: { cwd: ".", params_input, path_resolved: "." },
      });
    }
  });
});

Deno.test("LS: a page in the middle says where it stands and what is left", async () => {
  await withTree(files(5), async (root) => {
    const rows: [number, number, string][] = [
      [
        1,
        2,
        `Listed 2 entries in '.'
(Total: 5 items - 0 dirs, 5 files, 0 links)
[Truncated: Showing 1-3 of 5. 2 more items available.]
Use offset=3 to view next page.

f001
f002`,
      ],
      [
        3,
        1,
        `Listed 1 entries in '.'
(Total: 5 items - 0 dirs, 5 files, 0 links)
[Truncated: Showing 3-4 of 5. 1 more items available.]
Use offset=4 to view next page.

f003`,
      ],
      [
        3,
        2,
        `Listed 2 entries in '.'
(Total: 5 items - 0 dirs, 5 files, 0 links)

f003
f004`,
      ],
    ];
    for (const [offset, limit, text] of rows) {
      const envelope = await execute({ offset, limit }, { cwd: root });
      assertEquals(envelope.text, text);
      assertEquals(envelope.status, text.includes("[Truncated") ? "partial" : "success");
    }
  });
});

Deno.test("LS: 'Max items to return (1-200)', default 100", async () => {
  await withTree(files(201), async (root) => {
    const rows: [unknown, number][] = [[undefined, 100], [null, 100], [200, 200], [1, 1], [
      101,
      101,
    ]];
    for (const [limit, returned] of rows) {
      const { stats, status } = await execute({ limit }, { cwd: root });
      assertEquals([stats.returned, status], [returned, "partial"]);
    }
    const { stats, status } = await execute({ limit: 200, offset: 1 }, { cwd: root });
    assertEquals([stats.returned, status], [200, "success"]);
  });
});

Deno.test("LS: null and undefined mean absent", async () => {
  await withTree({ "a": "", ".b": "" }, async (root) => {
    const params_input = {
      path: null,
      offset: null,
      limit: null,
      include_hidden: null,
      ignore: null,
    };
    const expected = await execute({}, { cwd: root });
    assertEquals(
      expected.text,
      "Listed 1 entries in '.'\n(Total: 1 items - 0 dirs, 1 files, 0 links)\n\na",
    );
    const envelope = await execute(params_input, { cwd: root });
    assertEquals(envelope, { ...expected, context: { ...expected.context, params_input } });
    const absent = await execute({ path: undefined, ignore: undefined }, { cwd: root });
    assertEquals(absent.text, expected.text);
  });
});

const DEFAULT_IGNORED = [
  ".git",
  ".hg",
  ".svn",
  "__pycache__",
  "node_modules",
  "target",
  "build",
  "dist",
  ".idea",
  ".vscode",
  ".DS_Store",
  "venv",
  ".venv",
];

Deno.test("LS: 'The default list hides entries of any kind by exact name' (5.2)", async () => {
  const near = ["build2", "Dist", "node_modules.bak", "NODE_MODULES", "targets", "xvenv"];
  const byName = (names: string[]) =>
    names.toSorted((a, b) => compareBytes(a.toLowerCase(), b.toLowerCase()));
  for (const kind of ["dir", "file", "link", "fifo"]) {
    const tree: Record<string, Tree[string]> = {};
    for (const name of [...DEFAULT_IGNORED, ...near]) {
      if (kind === "dir") tree[`${name}/`] = "";
      else tree[name] = kind === "file" ? "" : kind === "link" ? link(".") : fifo();
    }
    const suffix = { dir: "/", link: "@", file: "", fifo: "" }[kind];
    await withTree({ ...tree, ".hidden": "" }, async (root) => {
      assertEquals(
        await shown({}, { cwd: root }),
        byName(near).map((name) => name + suffix),
        kind,
      );
      // "include_hidden=true 会同时显示隐藏文件与默认忽略目录"
      assertEquals(
        (await shown({ include_hidden: true }, { cwd: root })).toSorted(compareBytes),
        [".hidden", ...[...DEFAULT_IGNORED, ...near].map((name) => name + suffix)]
          .toSorted(compareBytes),
        kind,
      );
    });
  }
});

Deno.test("LS: what the call names is never ignored itself, nor are its parents", async () => {
  await withTree({
    "node_modules/x/y": "",
    ".hidden/a": "",
    "dist/build/z": "",
  }, async (root) => {
    assertEquals(await shown({}, { cwd: root }), []);
    assertEquals(await shown({ path: "node_modules" }, { cwd: root }), ["node_modules/x/"]);
    assertEquals(await shown({ path: "node_modules/x" }, { cwd: root }), ["node_modules/x/y"]);
    assertEquals(await shown({ path: ".hidden" }, { cwd: root }), [".hidden/a"]);
    assertEquals(await shown({ path: "dist/build" }, { cwd: root }), ["dist/build/z"]);
    assertEquals(
      await shown({ path: "dist/build", ignore: ["dist", "build", "dist/build"] }, { cwd: root }),
      ["dist/build/z"],
    );
  });
});

Deno.test("LS: ignore patterns, by name, by the path from project_root and from the target (spec 5.2)", async () => {
  await withTree({
    "foo": "",
    "a.log": "",
    "B.LOG": "",
    "dist2/": "",
    "sub/foo": "",
    "sub/a.log": "",
    "sub/deep/": "",
    "sub/x[1]": "",
    "sub/{a,b}": "",
    "sub/b\\c": "",
  }, async (root) => {
    const rows: [string, string[], string[]][] = [
      [".", ["*.log"], ["B.LOG", "dist2", "foo", "sub"]],
      [".", ["*.LOG"], ["a.log", "dist2", "foo", "sub"]],
      [".", ["foo", "*.log", "*.LOG"], ["dist2", "sub"]],
      [".", ["foo/"], ["a.log", "B.LOG", "dist2", "foo", "sub"]],
      [".", ["sub/foo"], ["a.log", "B.LOG", "dist2", "foo", "sub"]],
      [".", ["fo"], ["a.log", "B.LOG", "dist2", "foo", "sub"]],
      // "对 **/ 前缀提供零层兼容（**/foo 可匹配 foo）"
      [".", ["**/foo"], ["a.log", "B.LOG", "dist2", "sub"]],
      [".", ["**/*.log"], ["B.LOG", "dist2", "foo", "sub"]],
      [".", ["**/"], ["a.log", "B.LOG", "dist2", "foo", "sub"]],
      [".", ["**/*"], []],
      [".", ["**"], []],
      [".", ["*"], []],
      [".", [""], ["a.log", "B.LOG", "dist2", "foo", "sub"]],
      [".", [], ["a.log", "B.LOG", "dist2", "foo", "sub"]],
      [".", ["[!f]*"], ["foo"]],
      [".", ["?????"], ["foo", "sub"]],
      ["sub", ["foo"], ["a.log", "b\\c", "deep", "x[1]", "{a,b}"]],
      ["sub", ["sub/foo"], ["a.log", "b\\c", "deep", "x[1]", "{a,b}"]],
      ["sub", ["sub/**"], []],
      ["sub", ["sub/*"], []],
      ["sub", ["s?b/foo"], ["a.log", "b\\c", "deep", "x[1]", "{a,b}"]],
      ["sub", ["**/foo"], ["a.log", "b\\c", "deep", "x[1]", "{a,b}"]],
      ["sub", ["**/sub/foo"], ["a.log", "b\\c", "deep", "x[1]", "{a,b}"]],
      ["sub", ["/foo"], ["a.log", "b\\c", "deep", "foo", "x[1]", "{a,b}"]],
      ["sub", ["*/foo"], ["a.log", "b\\c", "deep", "x[1]", "{a,b}"]],
      // Without a slash a pattern is for the name alone.
      ["sub", ["sub?foo"], ["a.log", "b\\c", "deep", "foo", "x[1]", "{a,b}"]],
      ["sub", ["sub*foo"], ["a.log", "b\\c", "deep", "foo", "x[1]", "{a,b}"]],
      // "?" matches "/" too, where the pattern is for paths.
      ["sub", ["**/foo", "sub?a/"], ["a.log", "b\\c", "deep", "x[1]", "{a,b}"]],
      ["sub", ["b\\c"], ["a.log", "deep", "foo", "x[1]", "{a,b}"]],
      ["sub", ["*\\c"], ["a.log", "deep", "foo", "x[1]", "{a,b}"]],
      // "若 pattern 含 / 或 \\": with a backslash it is for paths too.
      ["sub", ["sub?b\\c"], ["a.log", "deep", "foo", "x[1]", "{a,b}"]],
      // Nothing escapes.
      ["sub", ["\\foo"], ["a.log", "b\\c", "deep", "foo", "x[1]", "{a,b}"]],
      ["sub", ["x[1]"], ["a.log", "b\\c", "deep", "foo", "x[1]", "{a,b}"]],
      ["sub", ["x[[]1]"], ["a.log", "b\\c", "deep", "foo", "{a,b}"]],
      // "no brace meaning"
      ["sub", ["{foo,deep}"], ["a.log", "b\\c", "deep", "foo", "x[1]", "{a,b}"]],
      ["sub", ["{a,b}"], ["a.log", "b\\c", "deep", "foo", "x[1]"]],
    ];
    for (const [path, ignore, left] of rows) {
      const { data } = await execute({ path, ignore }, { cwd: root });
      const names = data.entries!.map((entry) => entry.path.replace(/^sub\/(?=.)/, ""));
      assertEquals(
        names.toSorted(compareBytes),
        left.toSorted(compareBytes),
        `${path} ${ignore}`,
      );
    }
  });
});

Deno.test("LS: ignore applies with include_hidden too, and is not counted in the total", async () => {
  await withTree({ ".env": "", "a": "", "dist/x": "" }, async (root) => {
    const { text } = await execute({ include_hidden: true, ignore: [".*"] }, { cwd: root });
    assertEquals(
      text,
      "Listed 2 entries in '.'\n(Total: 2 items - 1 dirs, 1 files, 0 links)\n\ndist/\na",
    );
    // "dist/**" is about what lies below.
    assertEquals(
      await shown({ include_hidden: true, ignore: ["dist/**"] }, { cwd: root }),
      ["dist/", ".env", "a"],
    );
    assertEquals(await shown({ path: "dist", ignore: ["dist/**"] }, { cwd: root }), []);
  });
});

Deno.test("LS: ignore agrees with the recorded verdicts of Python's fnmatch", async () => {
  const rows = FNMATCH_VERDICTS.filter(([, text]) =>
    text !== "" && text !== "." && text !== ".." && !text.includes("/")
  );
  assert(rows.length > 60, String(rows.length));
  const names = new Set(rows.map(([, text]) => text));
  await withTree(
    Object.fromEntries([...names].map((name) => [name, ""])),
    async (root) => {
      for (const [pattern, text, verdict] of rows) {
        const { data } = await execute(
          { include_hidden: true, limit: 200, ignore: [pattern] },
          { cwd: root },
        );
        assert(data.entries, pattern);
        assertEquals(
          !data.entries.some(({ path }) => path === text),
          // The rule of the leading `**/` is the tool's own.
          verdict || pattern === "**/foo" && text === "foo",
          JSON.stringify([pattern, text]),
        );
      }
    },
  );
});

Deno.test("LS: ignore agrees with Python's fnmatch on random patterns", async () => {
  const names = [
    "a",
    "b",
    "z",
    "-",
    "!",
    "[",
    "]",
    "^",
    "\\",
    "a-b",
    "ab",
    "a.b",
    "[a]",
    "é",
    "😀",
    "a\\b",
    "!a",
    "zz",
  ];
  const character = fc.constantFrom(
    "a",
    "b",
    "-",
    "!",
    "[",
    "]",
    "*",
    "?",
    "\\",
    "^",
    "z",
    "/",
    ".",
    "é",
    "😀",
    "**/",
    "d/",
    "[!",
  );
  const patterns = fc.sample(
    fc.array(character, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
    { numRuns: 500, seed: 11 },
  );
  const rows = patterns.flatMap((pattern) => {
    const forms = pattern.startsWith("**/")
      ? [pattern, pattern.replace(/^(\*\*\/)+/, "")]
      : [pattern];
    return names.map((name) => {
      // A pattern with a slash of either kind is for both paths, one without for the name alone.
      const texts = /[/\\]/.test(pattern) ? [name, `d/${name}`] : [name];
      return {
        pattern,
        name,
        pairs: forms.flatMap((form) => texts.map((text): [string, string] => [form, text])),
      };
    });
  });
  const verdicts = await judgeWithPython(rows.flatMap(({ pairs }) => pairs));
  if (verdicts === undefined) return;
  const expected = new Map<string, Set<string>>();
  let at = 0;
  for (const { pattern, name, pairs } of rows) {
    const left = expected.get(pattern) ?? new Set<string>();
    expected.set(pattern, left);
    if (!verdicts.slice(at, at += pairs.length).includes(true)) left.add(name);
  }
  await withTree(
    Object.fromEntries(names.map((name) => [`d/${name}`, ""])),
    async (root) => {
      for (const [pattern, left] of expected) {
        const { data } = await execute({ path: "d", ignore: [pattern] }, { cwd: root });
        assertEquals(
          data.entries?.map(({ path }) => path.slice(2)).toSorted(compareBytes),
          [...left].toSorted(compareBytes),
          JSON.stringify(pattern),
        );
      }
    },
  );
});

Deno.test("LS: directories first, then by lower-cased name, ties by code point (5.3)", async () => {
  await withTree({
    "Zeta/": "",
    "alpha/": "",
    "ALPHA/": "",
    "b": "",
    "B": "",
    "a": "",
    "C": "",
    "_": "",
    "0": "",
    "[": "",
    "É": "",
    "é": "",
    "z": "",
    "\uE000": "",
    "😀": "",
    "in-link": link("Zeta"),
    "In-chain": link("in-link"),
    "out-link": link("/"),
    "file-link": link("a"),
    "dangling": link("nothing"),
    "loop": link("loop"),
    "dotdot": link(".."),
    "self": link("."),
  }, async (root) => {
    assertEquals(await shown({}, { cwd: root }), [
      "ALPHA/",
      "alpha/",
      "In-chain@",
      "in-link@",
      "self@",
      "Zeta/",
      "0",
      "[",
      "_",
      "a",
      "B",
      "b",
      "C",
      "dangling@",
      "dotdot@",
      "file-link@",
      "loop@",
      "out-link@",
      "z",
      "É",
      "é",
      "\uE000",
      "😀",
    ]);
  });
});

Deno.test("LS: order and pages agree with a plain re-implementation, at offsets and limits of n-1, n, n+1", async () => {
  const name = fc.constantFrom(
    "a",
    "A",
    "ab",
    "Ab",
    "b",
    "B",
    "É",
    "é",
    "z",
    "Z-",
    "0",
    "_",
    "😀",
    "\uE000",
    "x y",
    "ß",
    "ss",
  );
  const kind = fc.constantFrom("dir", "file", "link-dir", "link-file", "dangling");
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, kind, { maxKeys: 12 }), async (nodes) => {
      const tree: Record<string, Tree[string]> = { ".target/": "", ".file": "" };
      for (const [name, kind] of Object.entries(nodes)) {
        if (kind === "dir") tree[`${name}/`] = "";
        else if (kind === "file") tree[name] = "";
        else {
          tree[name] = link(
            kind === "link-dir" ? ".target" : kind === "link-file" ? ".file" : "none",
          );
        }
      }
      const rank = (name: string) => /dir$/.test(nodes[name]!) ? 0 : 1;
      const sorted = Object.keys(nodes).sort((a, b) =>
        rank(a) - rank(b) || compareBytes(a.toLowerCase(), b.toLowerCase()) || compareBytes(a, b)
      );
      const all = sorted.map((path) => ({
        path,
        type: nodes[path] === "dir" ? "dir" : nodes[path] === "file" ? "file" : "link",
      }));
      const n = all.length;
      const countOf = (type: string) => all.filter((entry) => entry.type === type).length;
      await withTree(tree, async (root) => {
        for (const offset of new Set([0, 1, n - 1, n, n + 1].filter((i) => i >= 0))) {
          for (const limit of new Set([1, 2, n - 1, n, n + 1].filter((i) => i >= 1))) {
            const entries = all.slice(offset, offset + limit);
            const truncated = offset + limit < n;
            const { status, data, stats, text } = await execute({ offset, limit }, { cwd: root });
            assertEquals(data, { entries, truncated } as Envelope["data"]);
            assertEquals(status, truncated ? "partial" : "success");
            assertEquals(stats, {
              time_ms: 0,
              total_entries: n,
              dirs: countOf("dir"),
              files: countOf("file"),
              links: countOf("link"),
              returned: entries.length,
            });
            assertEquals(
              text.includes(`Use offset=${offset + limit} to view next page.`),
              truncated,
            );
          }
        }
      });
    }),
    { numRuns: 40, seed: 12 },
  );
});

Deno.test("LS: paths are relative to project_root, the first of roots; relative ones resolve from cwd (5.1)", async () => {
  await withTree({
    "project/sub/dir/file": "",
    "project/alias": link("sub/dir"),
    "project/sub/dir/up": link("../../sub"),
    "other/x": "",
  }, async (root) => {
    const roots = [`${root}/project`, `${root}/other`];
    const rows: [string, string | undefined, string, string, string[]][] = [
      // cwd, path, context.cwd, path_resolved, entries
      [`${root}/project`, undefined, ".", ".", ["sub", "alias"]],
      [`${root}/project/sub`, undefined, "sub", "sub", ["sub/dir"]],
      [`${root}/project/sub`, ".", "sub", "sub", ["sub/dir"]],
      [`${root}/project/sub`, "dir", "sub", "sub/dir", ["sub/dir/up", "sub/dir/file"]],
      [`${root}/project/sub`, "..", "sub", ".", ["sub", "alias"]],
      [`${root}/project/sub`, "./dir/../dir/", "sub", "sub/dir", ["sub/dir/up", "sub/dir/file"]],
      [`${root}/project`, `${root}/project/sub`, ".", "sub", ["sub/dir"]],
      [`${root}/project`, `${root}/project`, ".", ".", ["sub", "alias"]],
      // "from the resolved directory on; entries themselves are never resolved"
      [`${root}/project`, "alias", ".", "sub/dir", ["sub/dir/up", "sub/dir/file"]],
      [`${root}/project`, "alias/up", ".", "sub", ["sub/dir"]],
    ];
    for (const [cwd, path, shownCwd, path_resolved, paths] of rows) {
      const params_input = path === undefined ? {} : { path };
      const { context, data, text } = await execute(params_input, { cwd, roots });
      assertEquals(context, { cwd: shownCwd, params_input, path_resolved });
      assertEquals(
        data.entries!.map((entry) => entry.path).toSorted(compareBytes),
        paths.toSorted(compareBytes),
      );
      assert(text.startsWith(`Listed ${paths.length} entries in '${path_resolved}'\n`), text);
    }
    // Relative roots are taken from cwd.
    const { context } = await execute({ path: "sub" }, { cwd: `${root}/project`, roots: ["."] });
    assertEquals(context, { cwd: ".", params_input: { path: "sub" }, path_resolved: "sub" });
    // "nothing outside it is allowed": the second root neither.
    for (const path of ["../other", `${root}/other`, `${root}/other/x`, root, "/"]) {
      assertEquals(
        await execute({ path }, { cwd: `${root}/project`, roots }),
        failure("ACCESS_DENIED", DENIED, { path }),
      );
    }
    assertEquals(
      await execute({}, { cwd: `${root}/project`, roots: [] }),
      failure("ACCESS_DENIED", DENIED, {}),
    );
  });
});

Deno.test("LS: without cwd and roots, the project is the working directory", async () => {
  const { context, text } = await execute({ path: "fixtures/sample/src" });
  assertEquals(context.cwd, ".");
  assertEquals(context.path_resolved, "fixtures/sample/src");
  assertEquals(
    text,
    "Listed 2 entries in 'fixtures/sample/src'\n(Total: 2 items - 1 dirs, 1 files, 0 links)\n\nfixtures/sample/src/utils/\nfixtures/sample/src/main.py",
  );
});

Deno.test("LS: a project that was given through a link holds for both spellings", async () => {
  await withTree({ "real/d/f": "", "alias": link("real") }, async (root) => {
    for (const path of ["d", `${root}/alias/d`, `${root}/real/d`]) {
      const { context, text } = await execute({ path }, { cwd: `${root}/alias` });
      assertEquals(text.split("\n")[0], "Listed 1 entries in 'd'", path);
      assertEquals(context, { cwd: ".", params_input: { path }, path_resolved: "d" });
    }
  });
});

Deno.test("LS: the errors of spec 1, section 7, verbatim, {path} as given", async () => {
  await withTree({
    "dir/x": "",
    "file": "",
    "fifo": fifo(),
    "to-file": link("file"),
    "to-nothing": link("nothing"),
    "locked/x": "",
  }, async (root) => {
    const missing = (path: string) => ["NOT_FOUND", `Path '${path}' does not exist.`] as const;
    const file = (path: string) =>
      [
        "INVALID_PARAM",
        `'${path}' is a file, not a directory. Use 'Read' tool to view its content.`,
      ] as const;
    const rows: [string, readonly [string, string]][] = [
      ["missing", missing("missing")],
      ["./missing/", missing("./missing/")],
      [`${root}/missing`, missing(`${root}/missing`)],
      ["dir/../missing", missing("dir/../missing")],
      ["to-nothing", missing("to-nothing")],
      ["a\nb\\c\u202e", missing("a\\nb\\\\c\\u{202E}")],
      ["file", file("file")],
      ["./file", file("./file")],
      ["fifo", file("fifo")],
      ["to-file", file("to-file")],
      ["..", ["ACCESS_DENIED", DENIED]],
      ["/", ["ACCESS_DENIED", DENIED]],
    ];
    for (const [path, [code, message]] of rows) {
      assertEquals(await execute({ path }, { cwd: root }), failure(code, message, { path }));
    }
    await withUnreadable([`${root}/locked`], async () => {
      assertEquals(
        await execute({ path: "./locked" }, { cwd: root }),
        failure("ACCESS_DENIED", "Permission denied accessing './locked'.", { path: "./locked" }),
      );
      assertEquals(await shown({}, { cwd: root }), [
        "dir/",
        "locked/",
        "fifo",
        "file",
        "to-file@",
        "to-nothing@",
      ]);
    });
    const before = () => {
      throw Object.assign(new Error(`Input/output error (os error 5): ${root}`), { code: "EIO" });
    };
    await withReads({ before }, async () => {
      assertEquals(
        await execute({ path: "dir" }, { cwd: root }),
        failure("INTERNAL_ERROR", "Failed to list directory - input/output error", {
          path: "dir",
        }),
      );
    });
  });
});

Deno.test("LS: a looping or too long path is an error of the table", async () => {
  await withTree({ "loop": link("loop") }, async (root) => {
    for (const path of ["loop", "n".repeat(300), "n/".repeat(5000)]) {
      const { error, text, data } = await execute({ path }, { cwd: root });
      assertMatch(
        `${error!.code}: ${error!.message}`,
        /^(NOT_FOUND: Path '.*' does not exist\.|INTERNAL_ERROR: Failed to list directory - (not found|input\/output error))$/,
      );
      assertEquals([text, data], [error!.message, {}]);
    }
  });
});

Deno.test("LS: messages for wrong arguments (5.5), the disk not touched", async () => {
  const OFFSET = "offset must be a non-negative integer.";
  const LIMIT = "limit must be an integer between 1 and 200.";
  const IGNORE = "ignore must be a list of glob patterns.";
  const PATH = /^path must be [^.\n]+\.$/;
  const HIDDEN = /^include_hidden must be [^.\n]+\.$/;
  const rows: [Record<string, unknown>, string | RegExp][] = [
    [{ offset: -1 }, OFFSET],
    [{ offset: 1.5 }, OFFSET],
    [{ offset: NaN }, OFFSET],
    [{ offset: Infinity }, OFFSET],
    [{ offset: "0" }, OFFSET],
    [{ offset: true }, OFFSET],
    [{ offset: [0] }, OFFSET],
    [{ offset: {} }, OFFSET],
    [{ limit: 0 }, LIMIT],
    [{ limit: 201 }, LIMIT],
    [{ limit: -1 }, LIMIT],
    [{ limit: 1e9 }, LIMIT],
    [{ limit: 0.5 }, LIMIT],
    [{ limit: "10" }, LIMIT],
    [{ limit: false }, LIMIT],
    [{ limit: NaN }, LIMIT],
    [{ limit: -Infinity }, LIMIT],
    [{ limit: 10n }, LIMIT],
    [{ ignore: "*.log" }, IGNORE],
    [{ ignore: {} }, IGNORE],
    [{ ignore: 1 }, IGNORE],
    [{ ignore: true }, IGNORE],
    [{ ignore: [1] }, IGNORE],
    [{ ignore: ["a", null] }, IGNORE],
    [{ ignore: [["a"]] }, IGNORE],
    [{ ignore: [{}] }, IGNORE],
    [{ include_hidden: "true" }, HIDDEN],
    [{ include_hidden: 1 }, HIDDEN],
    [{ include_hidden: [] }, HIDDEN],
    [{ path: "" }, PATH],
    [{ path: "a\0b" }, PATH],
    [{ path: 1 }, PATH],
    [{ path: true }, PATH],
    [{ path: ["."] }, PATH],
    [{ path: {} }, PATH],
    [{ colour: 1 }, "unknown argument 'colour'."],
    [{ Path: "." }, "unknown argument 'Path'."],
    [{ toString: 1 }, "unknown argument 'toString'."],
    [{ "a\n\u200b": 1 }, "unknown argument 'a\\n\\u{200B}'."],
    [JSON.parse('{"__proto__":{"path":"."}}'), "unknown argument '__proto__'."],
    [JSON.parse('{"constructor":null}'), "unknown argument 'constructor'."],
  ];
  const before = (path: string): void => {
    throw new Error(`read ${path}`);
  };
  await withTree({}, (root) =>
    withReads({ before }, async () => {
      for (const [args, message] of rows) {
        const envelope = await execute(args, { cwd: root });
        const text = envelope.text;
        assertEquals(envelope, failure("INVALID_PARAM", text, args), text);
        if (typeof message === "string") assertEquals(text, message);
        else assertMatch(text, message);
      }
    }));
});

Deno.test("LS: 'params_input is what the model sent, unchanged ({} where it sent no object)' (5.6)", async () => {
  await withTree({ "a": "" }, async (root) => {
    for (const args of [undefined, null, "path", 1, true, [], ["."]]) {
      const envelope = await execute(args, { cwd: root });
      assertEquals(envelope, failure("INVALID_PARAM", envelope.text, {}));
      assertMatch(envelope.text, /must be an object/);
    }
    const args = Object.freeze({ path: "./", limit: null, ignore: Object.freeze(["b"]) });
    const { context } = await execute(args, { cwd: root });
    assertEquals(context.params_input, { path: "./", limit: null, ignore: ["b"] });
    assertEquals(context.path_resolved, ".");
  });
});

Deno.test("LS: an error leaves cwd as it is and has the keys of the protocol, in order", async () => {
  await withTree({ "sub/": "" }, async (root) => {
    const envelope = await execute({ path: "x" }, { cwd: `${root}/sub`, roots: [root] });
    assertEquals(envelope, failure("NOT_FOUND", "Path 'x' does not exist.", { path: "x" }, "sub"));
    assertEquals(Object.keys(envelope), ["status", "data", "text", "stats", "context", "error"]);
    const success = await execute({}, { cwd: root });
    assertEquals(Object.keys(success), ["status", "data", "text", "stats", "context"]);
  });
});

Deno.test("LS: outside the project is one answer, in the same words for missing and existing", async () => {
  await withTree({
    "in/d/f": "",
    "in/out": link("../outside"),
    "in/out-missing": link("../nothing"),
    "in/chain": link("out"),
    "in/absolute": link("/"),
    "in-sibling/f": "",
    "outside/sub/f": "",
    "outside/file": "",
  }, async (root) => {
    const inside = `${root}/in`;
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
      for (const context of [{ cwd: inside }, { cwd: inside, roots: [inside] }]) {
        assertEquals(await execute({ path }, context), failure("ACCESS_DENIED", DENIED, { path }));
      }
    }
    // Listed as links, and sorted as files: nothing behind them is told.
    assertEquals(await shown({}, { cwd: inside }), [
      "d/",
      "absolute@",
      "chain@",
      "out@",
      "out-missing@",
    ]);
  });
});

const sandbox = await makeTree({
  "in/d/f": "",
  "in/out": link("../outside"),
  "in/z": "",
  "outside/secret": "",
});
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox, { recursive: true }));

Deno.test({
  name: "LS: what Deno's permissions do not grant is outside, even inside project_root",
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    for (const path of ["in/out", "in/out/secret", "in/out/x", "outside", "missing", "."]) {
      assertEquals(
        await execute({ path }, { cwd: sandbox }),
        failure("ACCESS_DENIED", DENIED, { path }),
      );
    }
    // A relative path is taken from cwd, wherever the roots are.
    assertEquals(
      await shown({ path: "in" }, { cwd: sandbox, roots: ["in"] }),
      ["d/", "out@", "z"],
    );
  },
});

Deno.test({
  name: "LS: a link whose target is not granted is listed, and sorted as a file",
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    assertEquals(await shown({}, { cwd: `${sandbox}/in` }), ["d/", "out@", "z"]);
  },
});

Deno.test("LS: under --deny-read the entry is listed, and naming it is denied", async () => {
  await withTree({ "a": "", "secret/y": "", "to-secret": link("secret") }, async (root) => {
    const text = await pipe(
      Deno.execPath(),
      ["run", "--quiet", `--allow-read=${root}`, `--deny-read=${root}/secret`, "-"],
      `import { TOOLSETS } from "./mod.ts";
      for (const path of [".", "secret", "to-secret", "secret/y", "secret/missing"]) {
        const { text } = await TOOLSETS.envelope.LS.execute({ path }, { cwd: ${
        JSON.stringify(root)
      } });
        console.log(JSON.stringify(text));
      }`,
    );
    assertEquals(text!.trimEnd().split("\n").map((line) => JSON.parse(line)), [
      "Listed 3 entries in '.'\n(Total: 3 items - 1 dirs, 1 files, 1 links)\n\nsecret/\na\nto-secret@",
      DENIED,
      DENIED,
      DENIED,
      DENIED,
    ]);
  });
});

Deno.test("LS: text is line-safe, JSON carries names unchanged (section 3)", async () => {
  const rows: [string, string][] = [
    ["a\nb", "a\\nb"],
    ["a\tb", "a\\tb"],
    ["a\rb", "a\\rb"],
    ["a\x1b[31mb", "a\\u{1B}[31mb"],
    ["a\x7fb", "a\\u{7F}b"],
    ["a\x85b", "a\\u{85}b"],
    ["a\\b", "a\\\\b"],
    ["a\u061cb", "a\\u{61C}b"],
    ["a\u200bb", "a\\u{200B}b"],
    ["a\u2029b", "a\\u{2029}b"],
    ["a\u202eb", "a\\u{202E}b"],
    ["a\u2066b", "a\\u{2066}b"],
    ["a\ufeffb", "a\\u{FEFF}b"],
    ["a\u{e0041}b", "a\\u{E0041}b"],
    ["a'b", "a'b"],
  ];
  await withTree({}, async (root) => {
    for (const [name, text] of rows) {
      await Deno.mkdir(`${root}/${name}/${name}`, { recursive: true });
      const envelope = await execute({ path: name }, { cwd: root });
      assertEquals(
        envelope.text,
        `Listed 1 entries in '${text}'\n(Total: 1 items - 1 dirs, 0 files, 0 links)\n\n${text}/${text}/`,
      );
      assertEquals(envelope.data.entries, [{ path: `${name}/${name}`, type: "dir" }]);
      assertEquals(envelope.context.path_resolved, name);
      await Deno.remove(`${root}/${name}`, { recursive: true });
    }
  });
});

Deno.test({
  name: "LS: names that are not valid UTF-8 are listed once, with the kind that the directory gave",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withTree({ "dir/": "", "\uFFFD": link("dir") }, async (root) => {
      await shell(
        root,
        `mkdir "$(printf 'd\\377')" "$(printf 'd\\376')"; touch "$(printf 'f\\377')"
        ln -s dir "$(printf 'l\\377')"`,
      );
      // The links are never resolved, so they sort as files.
      const { data } = await execute({}, { cwd: root });
      assertEquals(data.entries, [
        { path: "dir", type: "dir" },
        { path: "d\uFFFD", type: "dir" },
        { path: "f\uFFFD", type: "file" },
        { path: "l\uFFFD", type: "link" },
        { path: "\uFFFD", type: "link" },
      ]);
    }),
});

Deno.test("LS: a directory that vanishes before it is read is not found", async () => {
  await withTree({ "gone/x": "" }, async (root) => {
    const before = (path: string) => Deno.removeSync(path, { recursive: true });
    await withReads({ before }, async () => {
      const { error } = await execute({ path: "gone" }, { cwd: root });
      assertEquals(error, { code: "NOT_FOUND", message: "Path 'gone' does not exist." });
    });
  });
});

Deno.test("LS: a directory 1,300 levels deep is listed", async () => {
  const root = await makeTree({});
  const deep = Array(1299).fill("d").join("/");
  try {
    await shell(root, `mkdir -p ${deep}/d`);
    assertEquals(await shown({ path: deep }, { cwd: root }), [`${deep}/d/`]);
  } finally {
    await shell("/", `rm -rf '${root}'`);
  }
});

Deno.test("LS: one directory is read whole, whatever the budget", async () => {
  // "a call opens at least one directory", "an opened directory is read whole and counted"
  await withTree({ ...files(5), "d/x": "" }, async (root) => {
    for (const maxScanned of [0, 1, 5, 6]) {
      const { stats } = await execute({}, { cwd: root, maxScanned });
      assertEquals(stats.returned, 6, String(maxScanned));
    }
  });
});

Deno.test("LS: an aborted signal gives AbortError, before the read and after it", async () => {
  await withTree(files(20), async (root) => {
    const controller = new AbortController();
    const before = (): void => {
      controller.abort();
      // Longer than the walk may go without a yield.
      stall(25);
    };
    const calls = [
      () => execute({ path: "." }, { cwd: root, signal: AbortSignal.abort() }),
      () => withReads({ before }, () => execute({}, { cwd: root, signal: controller.signal })),
    ];
    for (const call of calls) {
      const error = await assertRejects(call, DOMException);
      assertEquals(error.name, "AbortError");
    }
  });
});

Deno.test("LS: DEFINITION has the names, bounds and defaults of the spec, null for absent", () => {
  const { name, description, parameters } = LS!.DEFINITION.function;
  assertEquals(name, "LS");
  assertEquals(
    description,
    "List files and directories in a given path with pagination and filters.",
  );
  assertEquals(parameters.required, []);
  assertEquals(parameters.additionalProperties, false);
  assertEquals(
    Object.entries(parameters.properties).map((
      [key, { type, default: value, minimum, maximum }],
    ) => [key, type, value, minimum, maximum]),
    [
      ["path", ["string", "null"], ".", undefined, undefined],
      ["offset", ["integer", "null"], 0, 0, undefined],
      ["limit", ["integer", "null"], 100, 1, 200],
      ["include_hidden", ["boolean", "null"], false, undefined, undefined],
      ["ignore", ["array", "null"], null, undefined, undefined],
    ],
  );
});

Deno.test("LS: toToolResult gives text, the envelope, and isError for an error only", async () => {
  await withTree({ "a": "", "b": "" }, async (root) => {
    const rows: [Record<string, unknown>, boolean][] = [
      [{}, false],
      [{ limit: 1 }, false],
      [{ path: "a" }, true],
    ];
    for (const [args, isError] of rows) {
      const output = await execute(args, { cwd: root });
      const result = toToolResult(LS!, output);
      assertEquals(result, { text: output.text, structured: output, isError });
    }
  });
});
