import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Envelope } from "../../../mod.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { files, numbered } from "../../support/agent.ts";
import { execute, linesOfCall } from "../../support/envelope.ts";
import { ANY_TREE, CASE, LINKS, testsNeeding } from "../../support/machine.ts";
import { sketch } from "../../support/sketch.ts";
import { link, type Tree, withTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS);

test("LS: a truncated listing is the envelope of the spec's example, byte for byte", async () => {
  // "Total: 120 items - 5 dirs, 112 files, 3 links", "Showing 0-2 of 120. 118 more items available."
  const tree = sketch(
    "agents/x, docs/, lib/, src/, tests/, README.md, l0 -> README.md, l1 -> agents, l2 -> missing",
  );
  await withTree({ ...tree, ...files(numbered(111)) }, async (root) => {
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

Deno.test("LS: pages say where they stand and what is left; past the end they are success with no entries (5.4, 5.7)", () =>
  withTree({ ...files(numbered(5, "f00")), "empty/": "" }, async (cwd) => {
    const total = "(Total: 6 items - 1 dirs, 5 files, 0 links)";
    const rows: [args: Record<string, unknown>, text: string][] = [
      [
        { offset: 1, limit: 2 },
        `Listed 2 entries in '.'\n${total}\n[Truncated: Showing 1-3 of 6. 3 more items available.]\n` +
        "Use offset=3 to view next page.\n\nf000\nf001",
      ],
      [
        { offset: 4, limit: 1 },
        `Listed 1 entries in '.'\n${total}\n[Truncated: Showing 4-5 of 6. 1 more items available.]\n` +
        "Use offset=5 to view next page.\n\nf003",
      ],
      [{ offset: 4, limit: 2 }, `Listed 2 entries in '.'\n${total}\n\nf003\nf004`],
      // "with no entries the text ends after the head lines"
      [
        { path: "empty" },
        "Listed 0 entries in 'empty'\n(Total: 0 items - 0 dirs, 0 files, 0 links)",
      ],
      ...[6, 7, 1e6, Number.MAX_SAFE_INTEGER].map((offset): [Record<string, unknown>, string] => [
        { offset },
        `Listed 0 entries in '.'\n${total}`,
      ]),
    ];
    for (const [args, text] of rows) {
      const envelope = await execute(args, { cwd });
      assertEquals(envelope.text, text);
      assertEquals(envelope.status, text.includes("[Truncated") ? "partial" : "success");
    }
  }));

Deno.test("LS: 'Max items to return (1-200)', default 100", () =>
  withTree(files(numbered(201)), async (root) => {
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
  }));

testsNeeding(LINKS, CASE)(
  "LS: directories first, then by lower-cased name, ties by code point (5.3)",
  async () => {
    // "symlink 指向目录时，会被排序为目录，但 `type` 仍为 `\"link\"`"
    const tree = sketch(
      "Zeta/, alpha/, ALPHA/, b, B, a, C, _, 0, [, É, é, z, \uE000, 😀, in-link -> Zeta, In-chain -> in-link, " +
        "out-link -> /, file-link -> a, dangling -> nothing, loop -> loop, dotdot -> .., self -> .",
    );
    const directories = "ALPHA/ alpha/ In-chain@ in-link@ self@ Zeta/";
    const files = "0 [ _ a B b C dangling@ dotdot@ file-link@ loop@ out-link@ z É é \uE000 😀";
    await withTree(tree, async (cwd) => {
      assertEquals(await linesOfCall({}, { cwd }), `${directories} ${files}`.split(" "));
    });
  },
);

testsNeeding(ANY_TREE)(
  "LS: order and pages agree with a plain re-implementation, at offsets and limits of n-1, n, n+1",
  async () => {
    const name = fc.constantFrom(...[
      ...["a", "A", "ab", "Ab", "b", "B", "É", "é", "z", "Z-", "0", "_", "😀", "\uE000", "x y"],
      ...["ß", "ss"],
    ]);
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

test("LS: paths are relative to project_root, the first of roots; relative ones resolve from cwd (5.1)", async () => {
  const tree = sketch(
    "project/sub/dir/file, project/alias -> sub/dir, project/sub/dir/up -> ../../sub, other/x, link -> project",
  );
  await withTree(tree, async (root) => {
    const roots = [`${root}/project`, `${root}/other`];
    const dir = ["sub/dir/up", "sub/dir/file"];
    type Shown = readonly [cwd: string, path_resolved: string, paths: readonly string[]];
    const rows: readonly (readonly [cwd: string, path: string | undefined, shown: Shown])[] = [
      ["project", undefined, [".", ".", ["sub", "alias"]]],
      ["project/sub", undefined, ["sub", "sub", ["sub/dir"]]],
      ["project/sub", ".", ["sub", "sub", ["sub/dir"]]],
      ["project/sub", "dir", ["sub", "sub/dir", dir]],
      ["project/sub", "..", ["sub", ".", ["sub", "alias"]]],
      ["project/sub", "./dir/../dir/", ["sub", "sub/dir", dir]],
      ["project", `${root}/project/sub`, [".", "sub", ["sub/dir"]]],
      // "from the resolved directory on; entries themselves are never resolved"
      ["project", "alias", [".", "sub/dir", dir]],
      ["project", "alias/up", [".", "sub", ["sub/dir"]]],
    ];
    for (const [cwd, path, [shownCwd, path_resolved, paths]] of rows) {
      const params_input = path === undefined ? {} : { path };
      const context = { cwd: `${root}/${cwd}`, roots };
      const output = await execute(params_input, context);
      assertEquals(output.context, { cwd: shownCwd, params_input, path_resolved });
      assertEquals(output.data.entries!.map(({ path }) => path).sort(), paths.toSorted());
      assert(output.text.startsWith(`Listed ${paths.length} entries in '${path_resolved}'\n`));
    }
    // A project that was given through a link holds for both spellings.
    for (const path of ["sub", `${root}/link/sub`, `${root}/project/sub`]) {
      const { context } = await execute({ path }, { cwd: `${root}/link` });
      assertEquals(context, { cwd: ".", params_input: { path }, path_resolved: "sub" });
    }
    // "nothing outside it is allowed": not even the second root.
    for (const path of ["../other", `${root}/other`, `${root}/other/x`]) {
      const { error } = await execute({ path }, { cwd: `${root}/project`, roots });
      assertEquals(error?.code, "ACCESS_DENIED");
    }
  });
});

Deno.test("LS: without cwd and roots, the project is the working directory", async () => {
  const { context, text } = await execute({ path: "fixtures/sample/src" });
  assertEquals([context.cwd, context.path_resolved], [".", "fixtures/sample/src"]);
  assertEquals(
    text,
    "Listed 2 entries in 'fixtures/sample/src'\n(Total: 2 items - 1 dirs, 1 files, 0 links)\n\n" +
      "fixtures/sample/src/utils/\nfixtures/sample/src/main.py",
  );
});

Deno.test("LS: the keys of the protocol, in order; `error` only when status is error", () =>
  withTree({ "a": "" }, async (cwd) => {
    const keys = ["status", "data", "text", "stats", "context"];
    assertEquals(Object.keys(await execute({}, { cwd })), keys);
    assertEquals(Object.keys(await execute({ path: "x" }, { cwd })), [...keys, "error"]);
  }));
