import { assert, assertEquals, assertLess } from "@std/assert";
import fc from "fast-check";
import { type DiscoveryResult, toToolResult } from "../../../mod.ts";
import { seal, unseal } from "../../support/cursors.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { findSorted, follow, pathsOf, stream, TOOLS } from "../../support/discovery.ts";
import { readsOf } from "../../support/disk_reads.ts";
import { ANY_NAME, ANY_TREE, FIFOS, LINKS, needing, SHELL } from "../../support/machine.ts";
import { oddPath, randomTree, withRandomTree } from "../../support/odd_trees.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

/** The tools that have pages: what each must be given, and which argument is the page size. */
const PAGED = [
  { name: "find_files", least: {}, size: "limit" },
  { name: "glob_search", least: { pattern: "**" }, size: "max_results" },
  { name: "list_dir_entries", least: { include_hidden: true }, size: "limit" },
] as const;

const FLAT: Tree = { a: "", b: "", c: "", d: "", e: "" };

function join(pages: readonly DiscoveryResult[]): string[] {
  return pages.flatMap(pathsOf);
}

Deno.test("`truncated` is exact: true only if one more entry exists (limits n-1, n, n+1)", async (t) => {
  for (const { name, least, size } of PAGED) {
    const tool = TOOLS[name]!;
    await t.step(name, async () => {
      await withQuickTree(FLAT, async (cwd) => {
        for (const [limit, count, truncated] of [[4, 4, true], [5, 5, false], [6, 5, false]]) {
          const result = await tool.execute({ ...least, [size]: limit }, { cwd });
          assertEquals([result.count, result.entries.length], [count, count]);
          assertEquals([result.truncated, "next_cursor" in result], [truncated, truncated]);
        }
        const pages = await follow(tool, { ...least, [size]: 4 }, { cwd });
        assertEquals(pages.map(pathsOf), [["a", "b", "c", "d"], ["e"]]);
        assertEquals(pages.map(({ truncated }) => truncated), [true, false]);
      });
    });
  }
});

Deno.test(
  needing(LINKS, "`truncated` is exact where only unwanted entries and empty directories are left"),
  async () => {
    await withQuickTree(
      { "a": "", "b.md": "", "empty/deeper/": "", "z": link("a") },
      async (cwd) => {
        const result = await TOOLS.find_files!.execute({ limit: 2 }, { cwd });
        assertEquals([result.count, result.truncated], [2, false]);
        const one = await TOOLS.find_files!.execute({ limit: 1, name_contains: "a" }, { cwd });
        assertEquals([pathsOf(one), one.truncated], [["a"], false]);
        const globbed = await TOOLS.glob_search!.execute({ pattern: "*.md", max_results: 1 }, {
          cwd,
        });
        assertEquals([pathsOf(globbed), globbed.truncated], [["b.md"], false]);
      },
    );
  },
);

Deno.test("a page size at its bounds, 1 and 1000, over 1,001 entries", async () => {
  const tree = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i + 1000}`, ""]));
  await withQuickTree(tree, async (cwd) => {
    for (const { name, least, size } of PAGED) {
      const pages = await follow(TOOLS[name]!, { ...least, [size]: 1000 }, { cwd });
      assertEquals(pages.map(({ count }) => count), [1000, 1], name);
      assertEquals(join(pages), Object.keys(tree));
      const one = await TOOLS[name]!.execute({ ...least, [size]: 1 }, { cwd });
      assertEquals([pathsOf(one), one.truncated], [["1000"], true]);
      const usual = await TOOLS[name]!.execute(least, { cwd });
      assertEquals(usual.count, name === "list_dir_entries" ? 200 : 100);
    }
    assertEquals((await TOOLS.list_dir!.execute({}, { cwd })).count, 1001, "all of them");
  });
});

Deno.test(
  needing(SHELL, "Overly broad glob query exceeding limits: a page, truncated, with a cursor"),
  async () => {
    const tree = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`d${i % 7}/${i}`, ""]));
    await withQuickTree(tree, async (cwd) => {
      const pages = await follow(TOOLS.glob_search!, { pattern: "**" }, { cwd });
      assertEquals(pages.map(({ count }) => count), [100, 100, 57]);
      assertEquals(join(pages), await findSorted(cwd));
    });
  },
);

Deno.test("Path order is code point order of the whole path string: `a`, `a-b`, `a/x`", async () => {
  const tree: Tree = {
    "a/x": "",
    "a-b/x": "",
    "a.b": "",
    "a b": "",
    "ab": "",
    "a/-": "",
    "a!/y/z": "",
    "\u{1F600}/1": "",
    "\uFF01": "",
    "\u{1F600}-": "",
  };
  await withQuickTree(tree, async (cwd) => {
    const { entries } = await TOOLS.glob_search!.execute({ pattern: "**" }, { cwd });
    assertEquals(entries.map(({ path }) => path), [
      "a",
      "a b",
      "a!",
      "a!/y",
      "a!/y/z",
      "a-b",
      "a-b/x",
      "a.b",
      "a/-",
      "a/x",
      "ab",
      "\uFF01",
      "\u{1F600}",
      "\u{1F600}-",
      "\u{1F600}/1",
    ]);
  });
});

Deno.test(
  needing(
    ANY_TREE,
    "find_files and glob_search: pages concatenated equal `find … | LC_ALL=C sort`, every page size",
  ),
  async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, async (tree) => {
        await withRandomTree(tree, async (cwd) => {
          const files = await findSorted(cwd, "-type f");
          for (let limit = 1; limit <= files.length + 1; limit++) {
            const pages = await follow(TOOLS.find_files!, { limit }, { cwd });
            assertEquals(join(pages), files);
            assertEquals(pages.length, Math.max(1, Math.ceil(files.length / limit)));
          }
          const all = await findSorted(cwd);
          for (let max_results = 1; max_results <= all.length + 1; max_results++) {
            const args = { pattern: "**", max_results };
            const pages = await follow(TOOLS.glob_search!, args, { cwd });
            assertEquals(join(pages), all);
            assertEquals(pages.length, Math.max(1, Math.ceil(all.length / max_results)));
          }
        });
      }),
      { numRuns: 30 },
    );
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "pages() (one walk kept open) equals following the cursors, byte for byte",
  ),
  async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, fc.integer({ min: 1, max: 6 }), async (tree, limit) => {
        await withRandomTree(tree, async (cwd) => {
          for (const { name, least, size } of PAGED) {
            const args = { ...least, [size]: limit };
            const streamed = await stream(TOOLS[name]!, args, { cwd });
            const followed = await follow(TOOLS[name]!, args, { cwd });
            assertEquals(JSON.stringify(streamed), JSON.stringify(followed), name);
          }
        });
      }),
      { numRuns: 40 },
    );
  },
);

Deno.test("pages() reads each directory once", async () => {
  const tree = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i % 8}/${i}`, ""]));
  await withQuickTree(tree, async (cwd) => {
    const streamed = await readsOf(() => stream(TOOLS.find_files!, { limit: 3 }, { cwd }));
    assertEquals(streamed.reads.length, 9);
  });
});

Deno.test(
  needing(
    SHELL,
    "maxScanned: a call that runs out says truncated, with a cursor that resumes there",
  ),
  async (t) => {
    const tree: Tree = { "a/1": "", "a/2": "", "b/c/1": "", "b/c/2": "", "d/": "", "e/f/g/1": "" };
    await withQuickTree(tree, async (cwd) => {
      const files = await findSorted(cwd, "-type f");
      const all = await findSorted(cwd);
      await t.step("even if `entries` is empty", async () => {
        const result = await TOOLS.find_files!.execute({}, { cwd, maxScanned: 1 });
        assertEquals([result.success, result.entries, result.truncated], [true, [], true]);
        assertEquals(typeof result.next_cursor, "string");
      });
      for (const maxScanned of [0, 1, 2, 3, 5, 8, 100]) {
        await t.step(`nothing is lost or repeated with ${maxScanned}`, async () => {
          for (const limit of [1, 2, 100]) {
            const found = await follow(TOOLS.find_files!, { limit }, { cwd, maxScanned });
            assertEquals(join(found), files);
            const args = { pattern: "**", max_results: limit };
            const globbed = await follow(TOOLS.glob_search!, args, { cwd, maxScanned });
            assertEquals(join(globbed), all);
          }
        });
      }
      await t.step("a call opens at least one directory past its cursor", async () => {
        const opened: string[] = [];
        let cursor: string | null = null;
        do {
          const { result, reads }: { result: DiscoveryResult; reads: string[] } = await readsOf(
            () => TOOLS.find_files!.execute({ cursor }, { cwd, maxScanned: 0 }),
          );
          const last = reads.at(-1)!;
          assert(reads.slice(0, -1).every((path) => last.startsWith(`${path}/`)), reads.join());
          opened.push(last.slice(cwd.length));
          cursor = result.next_cursor ?? null;
        } while (cursor !== null);
        assertEquals(opened, ["", "/a", "/b", "/b/c", "/d", "/e", "/e/f", "/e/f/g"]);
      });
      await t.step("the text says truncated as well", async () => {
        const result = await TOOLS.find_files!.execute({}, { cwd, maxScanned: 1 });
        assert(toToolResult(TOOLS.find_files!, result).text.includes(result.next_cursor!));
      });
    });
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "pages() equals following the cursors also where the scan budget runs out",
  ),
  async () => {
    await withQuickTree({ "a": "", "b": "", "c/1": "", "d/": "" }, async (cwd) => {
      const [tool, args, context] = [TOOLS.find_files!, { limit: 1 }, { cwd, maxScanned: 0 }];
      assertEquals(
        (await stream(tool, args, context)).map(pathsOf),
        (await follow(tool, args, context)).map(pathsOf),
      );
    });
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 8 }),
        async (tree, limit, maxScanned) => {
          await withRandomTree(tree, async (cwd) => {
            const [tool, args, context] = [TOOLS.find_files!, { limit }, { cwd, maxScanned }];
            assertEquals(
              JSON.stringify(await stream(tool, args, context)),
              JSON.stringify(await follow(tool, args, context)),
            );
          });
        },
      ),
      { numRuns: 60 },
    );
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "Cursors: files added or removed between pages never cause a repeat or a loss among the others",
  ),
  async () => {
    const step = fc.record({
      action: fc.constantFrom("create", "createDir", "remove", "rename"),
      at: fc.nat(),
      path: oddPath,
    });
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 8 }),
        async (tree, limit, changes) => {
          for (const { name, least, size } of PAGED.slice(0, 2)) {
            await withRandomTree(tree, async (cwd) => {
              const list = (): string[] => listAll(cwd, name === "find_files");
              const atStart = list();
              const alwaysThere = new Set(atStart);
              let round = 0;
              const pages = await follow(TOOLS[name]!, { ...least, [size]: limit }, { cwd }, () => {
                for (const { action, at, path } of changes[round++] ?? []) {
                  change(cwd, action, at, path);
                  const now = new Set(list());
                  for (const each of alwaysThere) if (!now.has(each)) alwaysThere.delete(each);
                }
              });
              const given = join(pages);
              assertEquals(given, [...new Set(given)], "no repeat");
              assertEquals(given, given.toSorted(compareBytes), "in order");
              const missing = [...alwaysThere].filter((path) => !given.includes(path));
              assertEquals(missing, [], "no loss");
            });
          }
        },
      ),
      { numRuns: 60 },
    );
  },
);

Deno.test(
  needing(
    [LINKS, FIFOS],
    "Cursors: list_dir_entries resumes by kind and name, whatever was added or removed",
  ),
  async () => {
    const tree: Tree = { "d1/": "", "d3/": "", "f1": "", "f3": "", "l1": link("f1"), "p": fifo() };
    await withQuickTree(tree, async (cwd) => {
      const changes: (() => void)[] = [
        () => Deno.removeSync(`${cwd}/d1`),
        () => Deno.mkdirSync(`${cwd}/d2`),
        () => Deno.writeTextFileSync(`${cwd}/f2`, ""),
        () => Deno.removeSync(`${cwd}/f1`),
        () => Deno.writeTextFileSync(`${cwd}/f0`, ""),
        () => Deno.renameSync(`${cwd}/d3`, `${cwd}/zd`),
      ];
      const pages = await follow(TOOLS.list_dir_entries!, { limit: 1 }, { cwd }, () => {
        changes.shift()?.();
      });
      assertEquals(join(pages), ["d1", "d3", "f1", "f2", "f3", "p", "l1"]);
    });
  },
);

Deno.test("Cursors: what the cursor names may have vanished or changed its kind", async (t) => {
  const tree: Tree = { "a": "", "b/1": "", "b/2": "", "b/3": "", "b-c": "", "c": "" };
  const rows: [what: string, after: number, change: (root: string) => void, rest: string[]][] = [
    ["the file is gone", 1, (root) => Deno.removeSync(`${root}/a`), [
      "b-c",
      "b/1",
      "b/2",
      "b/3",
      "c",
    ]],
    ["its directory is gone", 3, (root) => Deno.removeSync(`${root}/b`, { recursive: true }), [
      "c",
    ]],
    ["its directory is a file now", 3, (root) => {
      Deno.removeSync(`${root}/b`, { recursive: true });
      Deno.writeTextFileSync(`${root}/b`, "");
    }, ["c"]],
    ["its directory is a link now", 3, (root) => {
      Deno.renameSync(`${root}/b`, `${root}/zz`);
      Deno.symlinkSync("zz", `${root}/b`);
    }, ["c", "zz/1", "zz/2", "zz/3"]],
    ["the file is a directory now", 1, (root) => {
      Deno.removeSync(`${root}/a`);
      Deno.mkdirSync(`${root}/a`);
      Deno.writeTextFileSync(`${root}/a/in`, "");
    }, ["a/in", "b-c", "b/1", "b/2", "b/3", "c"]],
    ["everything is gone", 3, (root) => {
      for (const name of ["a", "b", "b-c", "c"]) {
        Deno.removeSync(`${root}/${name}`, { recursive: true });
      }
    }, []],
  ];
  for (const [what, limit, change, rest] of rows) {
    await t.step({
      ...needing(what.includes("link") ? LINKS : [], what),
      fn: async () => {
        await withQuickTree(tree, async (cwd) => {
          const { next_cursor } = await TOOLS.find_files!.execute({ limit }, { cwd });
          change(cwd);
          const pages = await follow(TOOLS.find_files!, { limit, cursor: next_cursor }, { cwd });
          assertEquals(join(pages), rest);
        });
      },
    });
  }
});

Deno.test(
  needing(
    ANY_TREE,
    "a right cursor at any position gives exactly what sorts after it, and opens nothing outside",
  ),
  async () => {
    const position = fc.oneof(
      oddPath,
      oddPath.map((path) => `${path}/`),
      fc.array(fc.constantFrom("a", "a-b", "/", "..", ".", "\u{1F600}", "\uFF01", "-", "b"))
        .map((parts) => parts.join("")),
      fc.constantFrom("", "..", "../", "../a", "/etc/passwd", "//", "a//", "a/../b", "./a", "~"),
      fc.string().filter((text) => !text.includes("\0")),
    );
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.array(position, { maxLength: 12 }),
        async (tree, positions) => {
          await withRandomTree(tree, async (cwd) => {
            for (
              const [name, least, size] of [["find_files", {}, "limit"], [
                "glob_search",
                { pattern: "**" },
                "max_results",
              ]] as const
            ) {
              const first = await TOOLS[name]!.execute({ ...least, [size]: 1 }, { cwd });
              if (first.next_cursor === undefined) continue;
              const [version, hash] = unseal(first.next_cursor);
              const all = pathsOf(await TOOLS[name]!.execute(least, { cwd }));
              for (const at of positions) {
                const cursor = await seal(version, hash, at);
                const { result, reads } = await readsOf(() =>
                  TOOLS[name]!.execute({ ...least, cursor }, { cwd })
                );
                assertEquals(pathsOf(result), all.filter((path) => compareBytes(path, at) > 0), at);
                const outside = reads.filter((path) =>
                  !`${path}/`.startsWith(`${cwd}/`) || path.split("/").includes("..")
                );
                assertEquals(outside, []);
              }
            }
          });
        },
      ),
      { numRuns: 40 },
    );
  },
);

Deno.test(
  needing(
    ANY_NAME,
    "every cursor that a tool hands out works, however odd and long the path in it",
  ),
  async () => {
    const rows: [what: string, name: string, levels: number][] = [
      ["control characters", "\u0001".repeat(250), 6],
      ["quotes", '"'.repeat(250), 14],
      ["backslashes", "\\".repeat(250), 14],
      ["emoji", "\u{1F600}".repeat(60), 14],
      ["plain", "n".repeat(250), 14],
    ];
    for (const [what, name, levels] of rows) {
      const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
      try {
        const path = root + `/${name}`.repeat(levels);
        Deno.mkdirSync(path, { recursive: true });
        for (const file of ["1", "2"]) Deno.writeTextFileSync(`${path}/${file}`, "");
        const pages = await follow(TOOLS.find_files!, { limit: 1 }, { cwd: root });
        assertEquals(pages.map(({ error }) => error), [undefined, undefined], what);
        assertEquals(pages.map(({ entries }) => entries[0]?.name), ["1", "2"], what);
        assertLess(pages[0]!.next_cursor!.length, 8 * 1024 + 1, what);
      } finally {
        Deno.removeSync(root, { recursive: true });
      }
    }
  },
);

function listAll(root: string, isFiles: boolean, prefix = ""): string[] {
  const paths: string[] = [];
  for (const { name, isDirectory, isFile } of Deno.readDirSync(`${root}/${prefix}`)) {
    if (isFile || !isFiles) paths.push(prefix + name);
    if (isDirectory) paths.push(...listAll(root, isFiles, `${prefix}${name}/`));
  }
  return paths;
}

/** Changes the tree somehow; what cannot be done is left undone. */
function change(root: string, action: string, at: number, path: string): void {
  const all = listAll(root, false);
  const target = all.length === 0 ? undefined : `${root}/${all[at % all.length]}`;
  try {
    switch (action) {
      case "create":
        Deno.writeTextFileSync(`${root}/${path}`, "", { createNew: true });
        break;
      case "createDir":
        Deno.mkdirSync(`${root}/${path}`, { recursive: true });
        Deno.writeTextFileSync(`${root}/${path}/new`, "");
        break;
      case "remove":
        if (target !== undefined) Deno.removeSync(target, { recursive: true });
        break;
      case "rename":
        if (target !== undefined) Deno.renameSync(target, `${root}/${path}`);
    }
  } catch {
    // Its parent is missing, or something else stands there.
  }
}
