import { assert, assertEquals } from "@std/assert";
import { toToolResult } from "../../../mod.ts";
import { pathsOf, run, TOOLS } from "../../support/discovery.ts";
import { osError, readsOf } from "../../support/disk_reads.ts";
import { ANY_NAME, FIFOS, LINKS, needing } from "../../support/machine.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const TREE: Tree = {
  "a/x.ts": "12345",
  "a/.hidden": "",
  "a-b": "1",
  "dir/": "",
  "link": link("a"),
  "pipe": fifo(),
};

Deno.test("discovery result keys stand in the contract's order, JSON byte for byte", async () => {
  await withQuickTree({ "a/x.ts": "12345", "b.ts": "1", ".h": "" }, async (root) => {
    for (const path of ["a", "b.ts"]) Deno.utimeSync(`${root}/${path}`, 1, 1.5);
    const findQuery = '{"root":".","max_depth":null,"extensions":null,"name_contains":null,' +
      '"path_contains":null,"exclude_dirs":null,"case_sensitive":false,"use_gitignore":false,';
    const globQuery =
      '"root":".","kind":"any","case_sensitive":true,"use_gitignore":false,"max_results":100}';
    const rows: [string, Record<string, unknown>, string][] = [
      [
        "find_files",
        { extensions: null },
        `{"success":true,"operation":"find_files","root":".","query":${findQuery}"limit":100},` +
        '"count":3,"truncated":false,"entries":[{"path":".h","name":".h","kind":"file","size":0},' +
        '{"path":"a/x.ts","name":"x.ts","kind":"file","size":5},' +
        '{"path":"b.ts","name":"b.ts","kind":"file","size":1}]}',
      ],
      [
        "find_files",
        { limit: 1 },
        `{"success":true,"operation":"find_files","root":".","query":${findQuery}"limit":1},` +
        '"count":1,"truncated":true,"next_cursor":"CURSOR",' +
        '"entries":[{"path":".h","name":".h","kind":"file","size":0}]}',
      ],
      [
        "find_files",
        { root: "none" },
        `{"success":false,"operation":"find_files","root":"none","query":${
          findQuery.replace('"."', '"none"')
        }"limit":100},"count":0,"truncated":false,"entries":[],` +
        `"error":{"code":"not_found","message":"'none' does not exist"}}`,
      ],
      [
        "glob_search",
        { pattern: "*/x.*" },
        `{"success":true,"operation":"glob_search","root":".","query":{"pattern":"*/x.*",` +
        `${globQuery},"count":1,"truncated":false,` +
        '"entries":[{"path":"a/x.ts","name":"x.ts","kind":"file"}]}',
      ],
      [
        "list_dir_entries",
        {},
        '{"success":true,"operation":"list_dir_entries","root":".",' +
        '"query":{"path":".","include_hidden":false,"limit":200},"count":2,"truncated":false,' +
        '"entries":[{"name":"a","path":"a","kind":"dir","size":null,"modified_unix_ms":1500},' +
        '{"name":"b.ts","path":"b.ts","kind":"file","size":1,"modified_unix_ms":1500}],' +
        '"skipped":{"hidden":1}}',
      ],
      [
        "stat_path",
        { path: "b.ts" },
        '{"success":true,"operation":"stat_path","root":"b.ts","query":{"path":"b.ts"},' +
        '"count":1,"truncated":false,"entries":[{"path":"b.ts","name":"b.ts","kind":"file",' +
        '"exists":true,"size":1,"modified_unix_ms":1500}]}',
      ],
      [
        "list_dir",
        {},
        '{"success":true,"operation":"list_dir","root":".","query":{"path":"."},"count":3,' +
        '"truncated":false,"entries":[{"name":".h","path":".h","kind":"file"},' +
        '{"name":"a","path":"a","kind":"dir"},{"name":"b.ts","path":"b.ts","kind":"file"}]}',
      ],
    ];
    const wrong: string[] = [];
    for (const [name, args, json] of rows) {
      const actual = JSON.stringify(await run(name, args, root))
        .replace(/"next_cursor":"[\w-]+"/, '"next_cursor":"CURSOR"');
      if (actual !== json) wrong.push(`${name}\n  is     ${actual}\n  not    ${json}`);
    }
    assertEquals(wrong, []);
  });
});

Deno.test(needing(LINKS, "`root` and every `entries[].path` are relative to `cwd`"), async (t) => {
  const rows: [cwd: string, asked: string, shown: string, path: string][] = [
    ["", ".", ".", "s/f"],
    ["", "s", "s", "s/f"],
    ["", "./s/", "s", "s/f"],
    ["", "s/../s", "s", "s/f"],
    ["", "ROOT/s", "s", "s/f"],
    ["", "ROOT", ".", "s/f"],
    ["s", ".", ".", "f"],
    ["s", "..", "ROOT", "ROOT/s/f"],
    ["s", "../s", ".", "f"],
    ["s", "../t", "ROOT/t", "ROOT/t/g"],
    ["", "to_s", "to_s", "to_s/f"],
  ];
  await withQuickTree({ "s/f": "", "t/g": "", "to_s": link("s") }, async (root) => {
    for (const [cwd, asked, shown, path] of rows) {
      await t.step(`${asked} from /${cwd} is ${shown}`, async () => {
        const fill = (text: string): string => text.replace("ROOT", root);
        const args = { root: fill(asked) };
        const context = { cwd: `${root}/${cwd}`, roots: [root] };
        for (const [name, more] of [["find_files", {}], ["glob_search", { pattern: "**/?" }]]) {
          const result = await TOOLS[name as string]!.execute(
            { ...args, ...more as object },
            context,
          );
          assertEquals([result.success, result.root], [true, fill(shown)]);
          assert(pathsOf(result).includes(fill(path)), pathsOf(result).join());
        }
        for (const name of ["list_dir", "list_dir_entries"]) {
          const result = await TOOLS[name]!.execute({ path: fill(asked) }, context);
          assertEquals([result.success, result.root], [true, fill(shown)]);
        }
        const stat = await TOOLS.stat_path!.execute({ path: fill(asked) }, context);
        assertEquals([stat.root, pathsOf(stat)], [fill(shown), [fill(shown)]]);
      });
    }
  });
});

Deno.test(
  needing(LINKS, "cwd itself given through a link: paths stay relative to it"),
  async () => {
    await withQuickTree({ "real/f": "", "alias": link("real") }, async (root) => {
      const result = await TOOLS.find_files!.execute({}, { cwd: `${root}/alias` });
      assertEquals([result.root, pathsOf(result)], [".", ["f"]]);
    });
  },
);

Deno.test(
  needing(
    [LINKS, FIFOS],
    "kind is file, dir, symlink, other; a link is never followed, also where it leads round",
  ),
  async () => {
    const tree: Tree = {
      "d/f": "",
      "d/up": link(".."),
      "d/self": link("self"),
      "d/dangling": link("none"),
      "d/out": link("/etc"),
      "d/to-file": link("f"),
      "d/pipe": fifo(),
    };
    await withQuickTree(tree, async (root) => {
      const { result, reads } = await readsOf(() => run("glob_search", {}, root));
      assertEquals(result.entries.map(({ path, kind }) => `${path} ${kind}`), [
        "d dir",
        "d/dangling symlink",
        "d/f file",
        "d/out symlink",
        "d/pipe other",
        "d/self symlink",
        "d/to-file symlink",
        "d/up symlink",
      ]);
      assertEquals(reads, [root, `${root}/d`]);
      assertEquals(pathsOf(await run("find_files", {}, root)), ["d/f"]);
    });
  },
);

Deno.test(
  needing(
    [LINKS, FIFOS, ANY_NAME],
    "toToolResult(discovery): a header, then one entry a line, `/` and `@` after dirs and links",
  ),
  async () => {
    await withQuickTree({ ...TREE, "bad\nname": "" }, async (root) => {
      Deno.utimeSync(`${root}/a-b`, 0, 0);
      const textOf = async (name: string, args: Record<string, unknown> = {}) => {
        const output = await run(name, args, root);
        const { text, structured, isError } = toToolResult(TOOLS[name]!, output);
        assertEquals([structured, isError], [output, !output.success]);
        const [header, ...lines] = text.split("\n");
        assert(header!.includes(name), header);
        return lines;
      };
      assertEquals(await textOf("find_files"), ["a-b", "a/.hidden", "a/x.ts", "bad\\nname"]);
      assertEquals(await textOf("glob_search", { pattern: "*" }), [
        "a/",
        "a-b",
        "bad\\nname",
        "dir/",
        "link@",
        "pipe",
      ]);
      assertEquals(await textOf("list_dir"), ["a/", "a-b", "bad\\nname", "dir/", "link@", "pipe"]);
      const rows = (await textOf("list_dir_entries")).map((line) => line.split("\t"));
      assertEquals(rows[2], ["a-b", "1", "1970-01-01T00:00:00.000Z"]);
      assertEquals(rows.map(([path]) => path), [
        "a/",
        "dir/",
        "a-b",
        "bad\\nname",
        "pipe",
        "link@",
      ]);
      assert(rows.every((row) => row.length === 3), JSON.stringify(rows));
      const stat = await textOf("stat_path", { path: "a-b" });
      for (const line of ["path: a-b", "kind: file", "exists: true", "size: 1"]) {
        assert(stat.includes(line), stat.join("|"));
      }
      assert((await textOf("stat_path", { path: "link" })).includes("link_target: a"));
    });
  },
);

Deno.test("toToolResult(discovery): one last line with the cursor and the skipped counts", async () => {
  await withQuickTree({ "a/1": "", "b": "", "c": "", ".h": "" }, async (root) => {
    const output = await run("list_dir_entries", { limit: 1 }, root);
    const lines = toToolResult(TOOLS.list_dir_entries!, output).text.split("\n");
    assertEquals(lines.length, 3);
    assert(lines[2]!.includes(output.next_cursor!) && /1.*hidden|hidden.*1/.test(lines[2]!));
    const { result } = await readsOf(
      () => run("find_files", {}, root),
      (path) => path.endsWith("/a") ? osError("EACCES", Deno.errors.PermissionDenied) : undefined,
    );
    const skipped = toToolResult(TOOLS.find_files!, result).text.split("\n");
    assertEquals(skipped.slice(1, -1), [".h", "b", "c"]);
    assert(skipped.at(-1)!.includes("permission_denied"), skipped.at(-1));
    const empty = await run("find_files", { extensions: ["none"] }, root);
    assertEquals(toToolResult(TOOLS.find_files!, empty).text.split("\n").length, 1);
  });
});

Deno.test(
  needing(
    [LINKS, FIFOS],
    "toToolResult(discovery): an error is `error <code>: <message>`, line-safe",
  ),
  async () => {
    await withQuickTree(TREE, async (root) => {
      for (
        const [path, shown] of [["none", "none"], ["x\ny", "x\\ny"], ["\u202Ex", "\\u{202E}x"]]
      ) {
        const output = await run("find_files", { root: path }, root);
        const { text, isError, structured } = toToolResult(TOOLS.find_files!, output);
        assertEquals(text, `error not_found: '${shown}' does not exist`);
        assertEquals([isError, structured], [true, output]);
      }
      const odd = await run("find_files", { ["x\n\u202E"]: 1 }, root);
      assert(!/[\n\u202E]/.test(toToolResult(TOOLS.find_files!, odd).text));
    });
  },
);
