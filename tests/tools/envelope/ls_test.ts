import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Envelope, toToolResult } from "../../../mod.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { withReads } from "../../support/disk_reads.ts";
import { execute, files, LS, shown } from "../../support/envelope.ts";
import { ANY_TREE, CASE, FIFOS, LINKS, needing, RAW_NAMES, SHELL } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { fifo, link, makeTree, type Tree, withTree } from "../../support/tree.ts";

Deno.test(
  needing(LINKS, "LS: a truncated listing is the envelope of the spec's example, byte for byte"),
  async () => {
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
  },
);

Deno.test(
  needing([LINKS, FIFOS], "LS: suffixes are / for a directory, @ for a link, none for a file"),
  async () => {
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
  },
);

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

Deno.test(
  needing(
    [LINKS, CASE],
    "LS: directories first, then by lower-cased name, ties by code point (5.3)",
  ),
  async () => {
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
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "LS: order and pages agree with a plain re-implementation, at offsets and limits of n-1, n, n+1",
  ),
  async () => {
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
  },
);

Deno.test({
  ...needing(
    [RAW_NAMES, LINKS],
    "LS: names that are not valid UTF-8 are listed once, with the kind that the directory gave",
  ),
  fn: () =>
    withTree({ "dir/": "", "\uFFFD": link("dir") }, async (root) => {
      await shell(
        root,
        `mkdir "$(printf 'd\\377')" "$(printf 'd\\376')"; touch "$(printf 'f\\377')"
        ln -s dir "$(printf 'l\\377')"`,
      );
      // Such links are never resolved, so they sort as files.
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

Deno.test(needing(SHELL, "LS: a directory 1,300 levels deep is listed"), async () => {
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

Deno.test("LS: DEFINITION has the names, bounds and defaults of the spec, and plain types", () => {
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
      ["path", "string", ".", undefined, undefined],
      ["offset", "integer", 0, 0, undefined],
      ["limit", "integer", 100, 1, 200],
      ["include_hidden", "boolean", false, undefined, undefined],
      ["ignore", "array", undefined, undefined, undefined],
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
