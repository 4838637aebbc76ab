import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../mod.ts";
import { type Cli, cli, withCli } from "../support/command_lines.ts";
import { ANY_NAME, LINKS, needing, SHELL } from "../support/machine.ts";
import { projectFile, run } from "../support/process.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

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
const FILES = ALL.filter((path) => path !== "a" && path !== "link");

/** Builds a tree, and starts a process in it that runs command lines. */
function withCliIn(tree: Tree, test: (cli: Cli, root: string) => Promise<void>): Promise<void> {
  return withTree(tree, (root) => withCli(root, (cli) => test(cli, root)));
}

const shown = (paths: readonly string[]): string =>
  paths.map((path) => `${path.replace("\n", "\\n")}\n`).join("");

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "cli: stdout of the searches holds only entry lines; header, cursor, skipped on stderr",
  ),
  async (t) => {
    const rows: [args: string[], stdout: string, stderr: RegExp][] = [
      [["find_files"], shown(FILES), /^find_files .*6 entries\n$/],
      [["find_files", "a"], "a/x.ts\na/y.md\n", /^find_files a.*2 entries\n$/],
      [["find_files", "--root", "a"], "a/x.ts\na/y.md\n", /^find_files a.*2 entries\n$/],
      [["find_files", "--extensions", "ts"], "a-b.ts\na/x.ts\n", /^find_files/],
      [["find_files", "--extensions", "ts", "--extensions=md"], "a-b.ts\na/x.ts\na/y.md\n", /./],
      [["find_files", "--name-contains", "Y", "--no-case-sensitive"], "a/y.md\n", /1 entry\n$/],
      [
        ["find_files", "--name_contains", "Y", "--case_sensitive"],
        "",
        /0 entries\nhint: 1 differs only by case\n$/,
      ],
      [["find_files", "--limit", "2"], ".hidden\na-b.ts\n", /^.*truncated\n--cursor [\w-]+\n$/],
      [
        ["glob_search", "--pattern", "*"],
        ".hidden\na/\na-b.ts\nline\\nbreak\nlink@\n\u{1F600}\n",
        /./,
      ],
      [["glob_search", "a", "--pattern", "*.ts"], "a/x.ts\n", /^glob_search a/],
      [["glob_search", "--pattern", "*", "--kind", "dir"], "a/\n", /./],
      [["glob_search", "--pattern", "**", "--max-results=1"], ".hidden\n", /--cursor [\w-]+/],
      [["glob_search", "--pattern", "nothing"], "", /0 entries/],
      [["--toolset", "discovery", "list_dir", "a"], "a/x.ts\na/y.md\n", /^list_dir a/],
      [["--toolset=discovery", "find_files", "a"], "a/x.ts\na/y.md\n", /^find_files a/],
    ];
    await withCliIn(TREE, async (cli, root) => {
      for (const [args, stdout, stderr] of rows) {
        await t.step(args.join(" "), async () => {
          const result = await cli(args);
          assertEquals([result.code, result.stdout], [0, stdout], result.stderr);
          assert(stderr.test(result.stderr), result.stderr);
        });
      }
      await t.step(
        "list_dir_entries adds tab, size, tab, ISO time; skipped counts on stderr",
        async () => {
          Deno.utimeSync(`${root}/a/x.ts`, 0, 0);
          const { code, stdout, stderr } = await cli(["list_dir_entries", "a"]);
          const lines = stdout.split("\n");
          assertEquals([code, lines.length, lines[0]], [
            0,
            3,
            "a/x.ts\t1\t1970-01-01T00:00:00.000Z",
          ]);
          assert(stderr.startsWith("list_dir_entries a"), stderr);
          const top = await cli(["list_dir_entries"]);
          assert(!top.stdout.includes("hidden"), top.stdout);
          assert(/hidden/.test(top.stderr), top.stderr);
        },
      );
      await t.step("stat_path prints one `key: value` a line", async () => {
        const file = await cli(["stat_path", "a/x.ts"]);
        assertEquals(file.code, 0);
        assert(
          file.stdout.startsWith("path: a/x.ts\nname: x.ts\nkind: file\nexists: true\nsize: 1\n"),
        );
        const missing = await cli(["stat_path", "nothing"]);
        assertEquals(missing.code, 0, "missing is a success");
        assert(missing.stdout.includes("kind: missing\nexists: false\n"), missing.stdout);
      });
    });
  },
);

Deno.test(needing([LINKS, ANY_NAME], "cli: --null prints raw names, NUL-ended"), async () => {
  await withCliIn(TREE, async (cli) => {
    const nul = (paths: string[]): string => paths.map((path) => `${path}\0`).join("");
    assertEquals((await cli(["find_files", "--null"])).stdout, nul(FILES));
    const globbed = await cli(["glob_search", "--pattern", "**", "--null", "--all"]);
    assertEquals(globbed.stdout, nul(ALL));
    assertEquals((await cli(["find_files", "--null", "--name-contains", "none"])).stdout, "");
  });
});

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "cli: --cursor resumes; --all equals following the cursors, byte for byte",
  ),
  async () => {
    await withCliIn(TREE, async (cli) => {
      const rows: string[][] = [
        ["find_files", "--limit", "4"],
        ["glob_search", "--pattern", "**", "--max_results", "3"],
        ["list_dir_entries", "--limit", "4"],
        ["find_files", "--limit", "4", "--null"],
        ["find_files", "--limit", "4", "--json"],
      ];
      for (const args of rows) {
        let [joined, cursor]: [string, string | undefined] = ["", undefined];
        let pages = 0;
        do {
          const more: string[] = cursor === undefined ? [] : ["--cursor", cursor];
          const { code, stdout, stderr } = await cli([...args, ...more]);
          assertEquals(code, 0, stderr);
          joined += stdout;
          cursor = args.includes("--json")
            ? JSON.parse(stdout).next_cursor
            : stderr.match(/^--cursor (\S+)$/m)?.[1];
          pages++;
        } while (cursor !== undefined);
        assert(pages > 1, args.join(" "));
        const all = await cli([...args, "--all"]);
        assertEquals([all.code, all.stdout], [0, joined], args.join(" "));
        assert(!all.stderr.includes("--cursor"), all.stderr);
      }
    });
  },
);

Deno.test(
  needing([LINKS, ANY_NAME], "cli: --json prints the result, and a final newline"),
  async () => {
    await withCliIn(TREE, async (cli, root) => {
      const { agent } = TOOLSETS;
      const { stdout, code } = await cli(["find_files", "--json", "--limit", "2"]);
      const expected = await agent.find_files.execute({ limit: 2 }, { cwd: root });
      assertEquals([code, JSON.parse(stdout)], [0, JSON.parse(JSON.stringify(expected))]);
      assert(stdout.endsWith("}\n"));
      const stat = await cli(["stat_path", "a", "--json"]);
      assertEquals(JSON.parse(stat.stdout).entries[0].kind, "dir");
      // "JSON *text* carries the same characters as JSON escapes, which is the same value."
      const hidden = await cli(["stat_path", "x\u202ey", "--json"]);
      assert(hidden.stdout.includes('"name": "x\\u202ey"'), hidden.stdout);
      const files = await cli(["ls", ".", "--json"]);
      assertEquals(files.code, 0, files.stderr);
      assertEquals(typeof JSON.parse(files.stdout), "object");
      const envelope = await cli(["LS", "--json"]);
      assertEquals([envelope.code, JSON.parse(envelope.stdout).status], [0, "success"]);
    });
  },
);

Deno.test("cli: LS, ls and codex list_dir: stdout holds the tool's text exactly, and a final newline", async () => {
  await withCliIn({ "d/f": "", "e": "" }, async (cli, root) => {
    const { codex, files } = TOOLSETS;
    const context = { cwd: root };
    const ls = toToolResult(files.ls, await files.ls.execute({ path: "d" }, context));
    assertEquals((await cli(["ls", "d"])).stdout, `${ls.text}\n`);
    const output = await codex.list_dir.execute({ dir_path: root }, context);
    const listed = await cli(["--toolset", "codex", "list_dir", root]);
    assertEquals([listed.code, listed.stdout], [0, `${output.content}\n`], listed.stderr);
    const flagged = await cli(["list_dir", "--toolset", "codex", "--dir-path", root]);
    assertEquals(flagged.stdout, listed.stdout);
    const envelope = await cli(["LS"]);
    assertEquals(envelope.code, 0, envelope.stderr);
    for (const name of ["d/", "e"]) assert(envelope.stdout.includes(name), envelope.stdout);
    const plain = await cli(["list_dir"]);
    assertEquals(plain.stdout, "d/\ne\n", "without --toolset it is list_dir of tree");
  });
});

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "cli: exit 1 the tool returned an error, 2 wrong usage; nothing on stdout",
  ),
  async (t) => {
    const rows: [args: string[], code: number, stderr: string][] = [
      [["find_files", "nothing"], 1, "not_found"],
      [["find_files", "a/x.ts"], 1, "not_a_directory"],
      [["glob_search", "--pattern", "a**"], 1, "bad_pattern"],
      [["find_files", "--cursor", "x"], 1, "bad_cursor"],
      [["list_dir_entries", "nothing"], 1, "not_found"],
      [["--toolset", "discovery", "list_dir", "nothing"], 1, "not_found"],
      [["ls", "nothing"], 1, "does not exist"],
      [["LS", "nothing"], 1, "nothing"],
      [["--toolset", "codex", "list_dir", "relative"], 1, "dir_path must be an absolute path"],
      [["find_files", "--limit", "0"], 2, "limit"],
      [["find_files", "--limit", "1001"], 2, "1000"],
      [["find_files", "--limit", "many"], 2, "many"],
      [["find_files", "--limit"], 2, "limit"],
      [["find_files", "--max-depth", "1.5"], 2, "max_depth"],
      [["find_files", "--pattern", "x"], 2, "pattern"],
      [["find_files", "a", "b"], 2, "b"],
      [["find_files", "a", "--root", "b"], 2, "a"],
      [["glob_search"], 2, "pattern"],
      [["glob_search", "--pattern", "*", "--kind", "link"], 2, "kind"],
      [["stat_path"], 2, "path"],
      [["stat_path", "a", "--all"], 2, "--all"],
      [["ls", "--null"], 2, "--null"],
      [["--toolset", "none", "list_dir"], 2, "toolset"],
      [["--toolset", "discovery"], 0, "list_dir"],
      [["--toolset", "files", "list_dir"], 2, "files"],
    ];
    await withCliIn(TREE, async (cli) => {
      for (const [args, code, said] of rows) {
        await t.step(args.join(" "), async () => {
          const result = await cli(args);
          assertEquals(result.code, code, result.stderr);
          if (code !== 0) assertEquals(result.stdout, "");
          assert(result.stderr.includes(said), result.stderr);
        });
      }
    });
  },
);

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "cli: without the permission it needs it says which --allow-read to add, in one line, exit 1",
  ),
  async () => {
    await withTree(TREE, async (root) => {
      for (
        const args of [["find_files", "a"], ["stat_path", "a"], ["glob_search", "--pattern", "*"]]
      ) {
        const { code, stdout, stderr } = await cli(root, args, []);
        assertEquals([code, stdout], [1, ""], args.join(" "));
        const path = args.includes("a") ? `${root}/a` : root;
        assert(stderr.includes(`--allow-read=${path}`), stderr);
        assertEquals(stderr.trimEnd().split("\n").length, 1, stderr);
      }
    });
  },
);

Deno.test("cli: --scope sets roots, repeatable", async () => {
  await withCliIn({ "a/f": "", "b/g": "", "c/h": "" }, async (cli) => {
    const inside = await cli(["find_files", "a", "--scope", "a", "--scope", "b"]);
    assertEquals([inside.code, inside.stdout], [0, "a/f\n"]);
    const outside = await cli(["find_files", "c", "--scope", "a", "--scope", "b"]);
    assertEquals([outside.code, outside.stdout], [1, ""]);
    assert(outside.stderr.includes("outside_root"), outside.stderr);
  });
});

Deno.test(needing(SHELL, "cli: a closed pipe (`| head`) ends quietly"), async () => {
  const tree = Object.fromEntries(
    Array.from({ length: 3000 }, (_, i) => [`${"n".repeat(60)}${i}`, ""]),
  );
  await withTree(tree, async (root) => {
    const script = `"$0" run --no-prompt --allow-read=. "$1" find_files --all | head -n 1`;
    const words = ["sh", "-c", script, Deno.execPath(), projectFile("cli.ts")];
    const { stdout, stderr } = await run(words, { cwd: root, env: { NO_COLOR: "1" } });
    assertEquals(stdout, `${"n".repeat(60)}0\n`);
    assertEquals(stderr, "");
  });
});
