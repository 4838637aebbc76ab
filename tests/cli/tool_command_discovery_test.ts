import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../mod.ts";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { CLI } from "../support/cli.ts";
import { ANY_NAME, LINKS, SHELL, TERMINAL, testsNeeding } from "../support/machine.ts";
import { denoRun, onTerminal, run, shellWords } from "../support/process.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS, ANY_NAME);

const TREE: Tree = {
  ".hidden": "",
  "a/x.ts": "1",
  "a/y.md": "",
  "a-b.ts": "",
  "line\nbreak": "",
  "link": link("a"),
  "\u{1F600}": "",
};

/** Every path that `glob_search --pattern '**'` finds. */
const ALL = [".hidden", "a", "a-b.ts", "a/x.ts", "a/y.md", "line\nbreak", "link", "\u{1F600}"];
/** A search whose output is long, and the same as JSON. */
const JS = ["find_files", "--extensions", "js"];
const JSON_LINE = [...JS, "--json"];

const FILES = ALL.filter((path) => path !== "a" && path !== "link");

const shown = (paths: readonly string[]): string =>
  paths.map((path) => `${path.replace("\n", "\\n")}\n`).join("");

const nul = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join("");

test("cli: stdout of the searches holds only entry lines; header, cursor, skipped on stderr", async () => {
  const rows: [words: string[], stdout: string | RegExp, stderr: RegExp][] = [
    [
      ["find_files"],
      shown(FILES),
      /^find_files .*6 entries\nhint: No .git was found.*\n$/,
    ],
    [
      ["find_files", "a"],
      "a/x.ts\na/y.md\n",
      /^find_files a.*2 entries\nhint: No .git was found.*\n$/,
    ],
    [
      ["find_files", "--root", "a"],
      "a/x.ts\na/y.md\n",
      /^find_files a.*2 entries\nhint: No .git was found.*\n$/,
    ],
    [["find_files", "--extensions", "ts"], "a-b.ts\na/x.ts\n", /^find_files/],
    [["find_files", "--extensions", "ts", "--extensions=md"], "a-b.ts\na/x.ts\na/y.md\n", /./],
    [
      ["find_files", "--name-contains", "Y", "--no-case-sensitive"],
      "a/y.md\n",
      /1 entry\nhint: No .git was found.*\n$/,
    ],
    [
      ["find_files", "--name_contains", "Y", "--case_sensitive"],
      "",
      /0 entries\nhint: 1 differs only by case \(--no-case-sensitive\)\n$/,
    ],
    [
      ["find_files", "--limit", "2"],
      ".hidden\na-b.ts\n",
      /^.*truncated\n--cursor [\w-]+\nhint: No .git was found.*\n$/,
    ],
    [
      ["glob_search", "--pattern", "*"],
      ".hidden\na/\na-b.ts\nline\\nbreak\nlink@\n\u{1F600}\n",
      /./,
    ],
    [["glob_search", "*.ts", "a"], "a/x.ts\n", /^glob_search a/],
    [["glob_search", "--pattern", "*", "--kind", "dir"], "a/\n", /./],
    [["glob_search", "--pattern", "**", "--max-results=1"], ".hidden\n", /--cursor [\w-]+/],
    [["glob_search", "--pattern", "nothing"], "", /0 entries/],
    [["--toolset", "discovery", "list_dir", "a"], "a/x.ts\na/y.md\n", /^list_dir a/],
    [["--toolset=discovery", "find_files", "a"], "a/x.ts\na/y.md\n", /^find_files a/],
    // "`--null` prints raw names, NUL-ended"
    [["find_files", "--null"], nul(FILES), /./],
    [["glob_search", "--pattern", "**", "--null", "--all"], nul(ALL), /./],
    [["find_files", "--null", "--name-contains", "none"], "", /./],
    // An entry, a tab, its size, a tab, the time in ISO form.
    [
      ["list_dir_entries", "a"],
      /^a\/x.ts\t1\t1970-01-01T00:00:00.000Z\n[^\n]+\n$/,
      /^list_dir_entries a/,
    ],
    [["list_dir_entries"], /^(?!.*hidden)/s, /hidden/],
    [
      ["stat_path", "a/x.ts"],
      /^path: a\/x.ts\nname: x.ts\nkind: file\nexists: true\nsize: 1\n/,
      /./,
    ],
    // A missing path is a success.
    [["stat_path", "nothing"], /kind: missing\nexists: false\n/, /./],
  ];
  await withTree(TREE, async (root) => {
    Deno.utimeSync(`${root}/a/x.ts`, 0, 0);
    await assertEnds(root, rows.map(([words, stdout, stderr]) => [words, { stdout, stderr }]));
  });
});

testsNeeding(SHELL)(
  "output that is safe to pipe: no name is an option of xargs' command",
  () =>
    withTree({ "-n": "1", "d/-n": "", "a b": "" }, async (root) => {
      const find = shellWords(denoRun(["--allow-read=."], CLI, "find_files"));
      const pipe = await run(["sh", "-c", `${find} -0 2> /dev/null | xargs -0 ls`], { cwd: root });
      assertEquals(pipe, { code: 0, signal: null, stdout: "./-n\na b\nd/-n\n", stderr: "" });
      await assertEnds(root, [[["stat_path", "-0", "none"], { stderr: /none: 1 entry/ }]]);
    }),
);

Deno.test('"Where standard output is no terminal, a search gives all of its entries, unless --limit or --cursor says otherwise"', async () => {
  const names = Array.from({ length: 250 }, (_, i) => `${1000 + i}.js`);
  const tree = Object.fromEntries(names.map((name, i) => [name, "x".repeat(250 - i)]));
  const all = names.map((name) => `${name}\n`).join("");
  const header = (tool: string) => ({ stdout: all, stderr: `${tool} .: 250 entries\n` });
  await withTree({ ".git/": "", ...tree }, async (root) => {
    await assertEnds(root, [
      [["find_files", "--extensions", "js"], header("find_files")],
      [["ls"], { stdout: all }],
      [["glob_search", "*.js"], header("glob_search")],
      [["find_files", "-0"], { ...header("find_files"), stdout: nul(names) }],
      [["list_dir_entries", "-0"], { stdout: nul([...names]), stderr: /: 250 entries\n/ }],
      // In order of size as well, which has one page.
      [["find_files", "--sort", "size", "-0"], { ...header("find_files"), stdout: nul(names) }],
      [["find_path", "js", "-0"], { stdout: /^([^\0]+\0){200}$/, stderr: /^find_path .: 200 / }],
      [["find_files", "--limit", "1"], { stdout: "1000.js\n", stderr: /truncated\n--cursor / }],
      [["glob_search", "*", "--max-results", "1"], { stdout: "1000.js\n", stderr: /truncated/ }],
      [["find_files", "--sort", "size", "--limit", "1"], {
        stdout: "1000.js\t250\n",
        stderr: /hint: 250 match; these are the largest/,
      }],
    ]);
    const [json, page] = await runAll(root, [JSON_LINE, [...JSON_LINE, "--limit", "100"]]);
    const { next_cursor: _, ...first } = JSON.parse(page!.stdout);
    const entries = names.map((name, i) => ({ path: name, name, kind: "file", size: 250 - i }));
    // In order of size there is one page, with --all too.
    const sorted = [...JSON_LINE, "--all", "--sort", "size"];
    for (const words of [sorted, [...sorted, "--limit", "1"]]) {
      const [all] = await runAll(root, [words]);
      const { count, truncated, entries } = JSON.parse(all!.stdout);
      assertEquals([count, truncated, entries.length], [250, false, 250]);
    }
    const query = { ...first.query, limit: 100 };
    const expected = { ...first, query, count: 250, truncated: false, entries };
    assertEquals(JSON.parse(json!.stdout), expected);
  });
});

Deno.test("a pipe is told once what git ignores on all pages", async () => {
  const names = Array.from({ length: 101 }, (_, i) => `a${i}.js`);
  const tree = Object.fromEntries(names.map((name) => [name, ""]));
  const late: Tree = { ...tree, "z/.gitignore": "*.js\n", "z/1.js": "", "z/2.js": "", "b/x": "" };
  await withTree({ ".git/": "", ...late }, async (root) => {
    const hint = "hint: 2 more are ignored by git (first: z/.gitignore:1 *.js)\n";
    await assertEnds(root, [
      [JS, { stdout: /./, stderr: `find_files .: 101 entries\n${hint}` }],
      [[...JS, "--all"], { stdout: /./, stderr: hint }],
    ]);
    const [json] = await runAll(root, [JSON_LINE]);
    assertEquals(JSON.parse(json!.stdout).hints, [hint.trim().replace("hint: ", "")]);
  });
});

testsNeeding(TERMINAL)("at a terminal, a search gives a page", async () => {
  const tree = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`${i}.js`, ""]));
  await withTree({ ".git/": "", ...tree }, async (root) => {
    const command = onTerminal(denoRun(["--allow-read=."], CLI, ...JS));
    const { stdout } = await run(command, { cwd: root, env: { NO_COLOR: "1" } });
    assert(/find_files .: 100 entries, truncated\r\n--cursor /.test(stdout), stdout);
  });
});

test("cli: --cursor resumes; --all equals following the cursors, byte for byte", async () => {
  const rows: string[][] = [
    ["find_files", "--limit", "4"],
    ["glob_search", "--pattern", "**", "--max_results", "3"],
    ["list_dir_entries", "--limit", "4"],
    ["find_files", "--limit", "4", "--null"],
    ["find_files", "--limit", "4", "--json"],
  ];
  await withTree(TREE, async (root) => {
    const joined = rows.map(() => "");
    let next = rows.map((words, row) => ({ row, words }));
    for (let page = 1; next.length > 0; page++) {
      const done = await runAll(root, next.map(({ words }) => words));
      next = next.flatMap(({ row }, i) => {
        const { code, stdout, stderr } = done[i]!;
        assertEquals(code, 0, stderr);
        const words = rows[row]!;
        const json = words.includes("--json") ? JSON.parse(stdout) : undefined;
        // "`-j --all` gives JSON lines", a page each.
        joined[row] += json ? `${JSON.stringify(json)}\n` : stdout;
        const cursor = json ? json.next_cursor : stderr.match(/^--cursor (\S+)$/m)?.[1];
        assert(page > 1 || cursor !== undefined, words.join(" "));
        return cursor === undefined ? [] : [{ row, words: [...words, "--cursor", cursor] }];
      });
    }
    const all = await runAll(root, rows.map((words) => [...words, "--all"]));
    assertEquals(all.map(({ code, stdout }) => [code, stdout]), joined.map((text) => [0, text]));
    assert(!all.some(({ stderr }) => stderr.includes("--cursor")));
  });
});

test("cli: --json prints the result, and a final newline", async () => {
  await withTree(TREE, async (root) => {
    const found = await TOOLSETS.agent.find_files.execute({ limit: 2 }, { cwd: root });
    await assertEnds(root, [
      [["find_files", "--json", "--limit", "2"], {
        stdout: `${JSON.stringify(found, null, 2)}\n`,
      }],
      [["stat_path", "a", "--json"], { stdout: /"kind": "dir"/ }],
      // "JSON *text* carries the same characters as JSON escapes, which is the same value."
      [["stat_path", "x\u202ey", "--json"], { stdout: /"name": "x\\u202ey"/ }],
      [["LS", "--json"], { stdout: /^\{\n {2}"status": "success",/ }],
    ]);
  });
});

Deno.test("cli: LS, ls and codex list_dir: stdout holds the tool's text exactly, and a final newline", async () => {
  await withTree({ "d/f": "", "e": "" }, async (root) => {
    const { codex, envelope, files } = TOOLSETS;
    const context = { cwd: root };
    const ls = toToolResult(files.ls, await files.ls.execute({ path: "d" }, context));
    const { content } = await codex.list_dir.execute({ dir_path: root }, context);
    // "`ls --json` is not JSON in JSON"
    const { text } = toToolResult(files.ls, await files.ls.execute({ path: "." }, context));
    await assertEnds(root, [
      [["--toolset", "files", "ls", "d"], { stdout: `${ls.text}\n` }],
      [["--toolset", "files", "ls", ".", "--json"], { stdout: `${text}\n` }],
      [["--toolset", "codex", "list_dir", root], { stdout: `${content}\n` }],
      [["list_dir", "--toolset", "codex", "--dir-path", root], { stdout: `${content}\n` }],
      // Without --toolset it is that of tree.
      [["list_dir"], { stdout: "d/\ne\n" }],
    ]);
    const [listed] = await runAll(root, [["LS"]]);
    const entries = toToolResult(envelope.LS, await envelope.LS.execute({}, context)).text;
    assertEquals(listed, { code: 0, stdout: `${entries}\n`, stderr: "" });
  });
});

test("cli: exit 1 the tool returned an error, 2 wrong usage; nothing on stdout", async () => {
  const rows: [words: string[], code: number, stderr: RegExp][] = [
    [["find_files", "nothing"], 1, /not_found/],
    [["find_files", "a/x.ts"], 1, /not_a_directory/],
    [["glob_search", "--pattern", "a**"], 1, /bad_pattern/],
    [["find_files", "--cursor", "x"], 1, /bad_cursor/],
    [["--toolset", "discovery", "list_dir", "nothing"], 1, /not_found/],
    [["--toolset", "files", "ls", "nothing"], 1, /does not exist/],
    [["LS", "nothing"], 1, /nothing/],
    [["--toolset", "codex", "list_dir", "relative"], 1, /dir_path must be an absolute path/],
    [["find_files", "--limit", "0"], 2, /limit/],
    [["find_files", "--pattern", "x"], 2, /pattern/],
    [["find_files", "a", "--root", "b"], 2, /"a"/],
    [["glob_search"], 2, /pattern/],
    [["glob_search", "--pattern", "*", "--kind", "link"], 2, /kind/],
    [["stat_path", "a", "--all"], 2, /--all/],
    [["--toolset", "files", "ls", ".", "--null"], 2, /--null/],
  ];
  await withTree(TREE, (root) =>
    assertEnds(root, [
      ...rows.map(([words, code, stderr]): CommandLineRow => [words, { code, stderr }]),
      [["--toolset", "discovery"], { stdout: /./, stderr: /^list_dir/ }],
    ]));
});
