import { assert, assertEquals, assertMatch } from "@std/assert";
import { toToolResult } from "../../../mod.ts";
import { pathsOf, run, TOOLS } from "../../support/discovery.ts";
import { ANY_NAME, FIFOS, LINKS, testsNeeding } from "../../support/machine.ts";
import { sketch } from "../../support/sketch.ts";
import { fifo, link, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS, ANY_NAME);

Deno.test("discovery result keys are in the contract's order, JSON byte for byte", () =>
  withQuickTree({ "a/x.ts": "12345", "b.ts": "1", ".h": "" }, async (root) => {
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
  }));

test("`root` and every `entries[].path` are relative to `cwd`", async () => {
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
    ["to_s", ".", ".", "f"],
  ];
  await withQuickTree(sketch("s/f, t/g, to_s -> s"), async (root) => {
    for (const [cwd, requested, shown, path] of rows) {
      const fill = (text: string): string => text.replace("ROOT", root);
      const context = { cwd: `${root}/${cwd}`, roots: [root, `${root}/to_s`] };
      const call = async (name: string, args: object): Promise<string[]> => {
        const result = await TOOLS[name]!.execute(args, context);
        assertEquals(
          [result.success, result.root],
          [true, fill(shown)],
          `${requested} from /${cwd}`,
        );
        return pathsOf(result);
      };
      const there = { root: fill(requested), path: fill(requested) };
      for (const args of [{ root: there.root }, { root: there.root, pattern: "**/?" }]) {
        const paths = await call("pattern" in args ? "glob_search" : "find_files", args);
        assert(paths.includes(fill(path)), paths.join());
      }
      for (const name of ["list_dir", "list_dir_entries"]) await call(name, { path: there.path });
      assertEquals(await call("stat_path", { path: there.path }), [fill(shown)]);
    }
  });
});

const EPOCH = "1970-01-01T00:00:00.000Z";
const CHILDREN = "a/\na-b\nbad\\nname\ndir/\nlink@\npipe";

// Decision 1: "For `discovery`: a one-line header, then one entry a line (`path`, `/` after a directory, `@` after a
// link; `list_dir_entries` adds tab, size, tab, ISO time; `stat_path` is one `key: value` a line), then one last line
// with the cursor and the skipped counts when there are any; an error is `error <code>: <message>`".
const TEXTS: readonly (readonly [name: string, args: Record<string, unknown>, text: string])[] = [
  ["find_files", {}, "find_files .: 4 entries\na-b\na/.hidden\na/x.ts\nbad\\nname"],
  ["find_files", { limit: 1 }, "find_files .: 1 entry, truncated\na-b\nnext_cursor: CURSOR"],
  ["find_files", { extensions: ["none"] }, "find_files .: 0 entries"],
  ["find_files", { root: "none" }, "error not_found: 'none' does not exist"],
  ["find_files", { root: "x\n\u202E" }, "error not_found: 'x\\n\\u{202E}' does not exist"],
  ["glob_search", { pattern: "*" }, `glob_search .: 6 entries\n${CHILDREN}`],
  ["list_dir", {}, `list_dir .: 6 entries\n${CHILDREN}`],
  [
    "list_dir_entries",
    { limit: 4 },
    `list_dir_entries .: 4 entries, truncated\na/\t-\t${EPOCH}\ndir/\t-\t${EPOCH}\na-b\t1\t${EPOCH}\n` +
    `bad\\nname\t0\t${EPOCH}\nnext_cursor: CURSOR`,
  ],
  [
    "list_dir_entries",
    { path: "a" },
    `list_dir_entries a: 1 entry\na/x.ts\t5\t${EPOCH}\nskipped: 1 hidden`,
  ],
  [
    "stat_path",
    { path: "a-b" },
    "stat_path a-b: 1 entry\npath: a-b\nname: a-b\nkind: file\nexists: true\nsize: 1\nmodified_unix_ms: 0",
  ],
];

test("the text of discovery's tools, whole", async () => {
  const tree = { "a/x.ts": "12345", "a/.hidden": "", "a-b": "1", "dir/": "", "bad\nname": "" };
  await withQuickTree({ ...tree, "link": link("a"), "pipe": fifo() }, async (root) => {
    for (const name of ["a", "a-b", "a/x.ts", "bad\nname", "dir"]) {
      Deno.utimeSync(`${root}/${name}`, 0, 0);
    }
    for (const [name, args, text] of TEXTS) {
      const output = await run(name, args, root);
      const shown = toToolResult(TOOLS[name]!, output).text;
      assertEquals(shown, text.replace("CURSOR", output.next_cursor ?? "CURSOR"));
    }
    const stat = toToolResult(TOOLS.stat_path!, await run("stat_path", { path: "link" }, root));
    assertMatch(stat.text, /\nkind: symlink\nexists: true\nmodified_unix_ms: \d+\nlink_target: a$/);
  });
});
