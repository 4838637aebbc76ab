import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { toAnthropicTool, toMcpTool, type Tool, TOOLSETS, toResponsesTool } from "../../mod.ts";
import { runAll } from "../support/command_lines.ts";
import { rowsOf } from "../support/logging.ts";
import {
  denoRun,
  HAS_TERMINAL,
  onTerminal,
  projectFile,
  run,
  type Running,
} from "../support/process.ts";
import { type Tree, withTree } from "../support/tree.ts";

const CLI = projectFile("cli.ts");
const COMMANDS = ["completions", "definition", "mcp", "replay", "tools"];

const TREE: Tree = {
  "definition/a": "",
  "docs/guide.md": "",
  "completions/b": "",
  "mcp/c": "",
  "replay/d": "",
  "tools/e": "",
};

const ALL_TOOLS: [toolset: string, name: string, tool: Tool][] = Object.entries(TOOLSETS).flatMap(
  ([toolset, tools]) =>
    Object.entries(tools as Record<string, Tool>).map(([name, tool]): [string, string, Tool] => [
      toolset,
      name,
      tool,
    ]),
);

Deno.test("`dirscope tools` lists every tool of every toolset, a line each", async () => {
  await withTree({}, async (root) => {
    const toolsets = Object.keys(TOOLSETS);
    const lines = [["tools"], ...toolsets.map((each) => ["tools", "--toolset", each])];
    const [all, ...each] = await runAll(root, lines, []);
    assertEquals([all!.code, all!.stderr], [0, ""]);
    const rows = all!.stdout.trimEnd().split("\n").map((line) =>
      line.match(/^(\S+) +(\S+) +(.+)$/)!
    );
    assertEquals(
      rows.map(([, toolset, name]) => `${toolset} ${name}`).sort(),
      ALL_TOOLS.map(([toolset, name]) => `${toolset} ${name}`).sort(),
    );
    for (const [, toolset, name, about] of rows) {
      const [, , tool] = ALL_TOOLS.find(([t, n]) => t === toolset && n === name)!;
      const { description } = tool.DEFINITION.function;
      assert(description.startsWith(about!.slice(0, -1)), about);
      assert(about!.endsWith("."), about);
    }
    for (const [i, toolset] of toolsets.entries()) {
      const expected = rows.filter((row) => row[1] === toolset).map((row) => row.slice(1));
      const { code, stdout } = each[i]!;
      const shown = stdout.trimEnd().split("\n").map((line) => line.match(/^(\S+) +(\S+) +(.+)$/)!);
      assertEquals([code, shown.map((row) => row.slice(1))], [0, expected]);
    }
  });
});

const FORMS: Readonly<Record<string, (tool: Tool) => unknown>> = {
  openai: ({ DEFINITION }) => DEFINITION,
  responses: ({ DEFINITION }) => toResponsesTool(DEFINITION),
  anthropic: ({ DEFINITION }) => toAnthropicTool(DEFINITION),
  mcp: ({ DEFINITION, OUTPUT_SCHEMA }) => toMcpTool(DEFINITION, OUTPUT_SCHEMA),
};

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

Deno.test("`dirscope definition TOOL [--format openai|responses|anthropic|mcp]` prints what the adapters give", async () => {
  await withTree({}, async (root) => {
    const rows: [words: string[], stdout: string][] = [];
    for (const [toolset, name, tool] of ALL_TOOLS) {
      for (const [format, convert] of Object.entries(FORMS)) {
        const words = ["definition", name, "--toolset", toolset, "--format", format];
        rows.push([words, asJson(convert(tool))]);
      }
    }
    for (const [toolset, tools] of Object.entries(TOOLSETS)) {
      for (const [format, convert] of Object.entries(FORMS)) {
        const all = Object.values(tools as Record<string, Tool>).map(convert);
        rows.push([["definition", `--toolset=${toolset}`, `--format=${format}`], asJson(all)]);
      }
    }
    const { tree, agent, files, envelope } = TOOLSETS;
    rows.push(
      [["definition", "list_dir"], asJson(tree.list_dir.DEFINITION)],
      [["definition", "ls"], asJson(files.ls.DEFINITION)],
      [["definition", "LS"], asJson(envelope.LS.DEFINITION)],
      [["definition", "overview"], asJson(agent.overview.DEFINITION)],
      // "by name alone the agent's tool": its output schema tells no difference, but it is the same.
      [["definition", "find_files", "--format", "mcp"], asJson(FORMS.mcp!(agent.find_files))],
      [["definition", "--format", "mcp", "overview"], asJson(FORMS.mcp!(agent.overview))],
      [["definition", "--", "overview"], asJson(agent.overview.DEFINITION)],
    );
    const done = await runAll(root, rows.map(([words]) => words), []);
    for (const [i, [words, stdout]] of rows.entries()) {
      assertEquals(done[i], { code: 0, stdout, stderr: "" }, words.join(" "));
    }
  });
});

const WRONG: readonly [words: string[], stderr: string][] = [
  [["definition"], "definition needs a TOOL, or --toolset NAME"],
  [["definition", "--format", "mcp"], "definition needs a TOOL, or --toolset NAME"],
  [["definition", "nope"], 'no tool "nope": dirscope tools lists them'],
  [["definition", "no\npe\x1b"], 'no tool "no\\npe\\u{1B}": dirscope tools lists them'],
  [["definition", "toString"], 'no tool "toString": dirscope tools lists them'],
  [
    ["definition", "overview", "--toolset", "tree"],
    'no tool "overview": dirscope tools lists them',
  ],
  [["definition", "find_files", "list_dir"], 'unexpected argument "list_dir"'],
  [
    ["definition", "ls", "--format", "yaml"],
    "--format must be one of openai, responses, anthropic, mcp",
  ],
  [
    ["definition", "ls", "--format", "toString"],
    "--format must be one of openai, responses, anthropic, mcp",
  ],
  [["definition", "ls", "--format"], "--format needs a value"],
  [["definition", "ls", "--json"], 'unknown option "--json"'],
  [["definition", "ls", "--no-format"], 'unknown option "--no-format"'],
  [
    ["definition", "--toolset", "nope"],
    "--toolset must be one of tree, envelope, codex, files, discovery, agent",
  ],
  [["definition", "ls", "--toolset="], "--toolset needs a value"],
  [
    ["tools", "--toolset", "nope"],
    "--toolset must be one of tree, envelope, codex, files, discovery, agent",
  ],
  [
    ["tools", "--toolset", "__proto__"],
    "--toolset must be one of tree, envelope, codex, files, discovery, agent",
  ],
  [["tools", "--toolset"], "--toolset needs a value"],
  [["tools", "agent"], 'unexpected argument "agent"'],
  [["tools", "--nope"], 'unknown option "--nope"'],
  [["tools", "--json"], 'unknown option "--json"'],
  [["tools", "-x"], 'unknown option "-x"'],
  [["tools", "--no\npe"], 'unknown option "--no\\npe"'],
  [["replay"], "replay needs a FILE"],
  [["replay", "--nope", "x"], 'unknown option "--nope"'],
  [["completions"], "completions needs bash, zsh or fish"],
  [["completions", "sh"], 'completions needs bash, zsh or fish, not "sh"'],
  [["completions", "toString"], 'completions needs bash, zsh or fish, not "toString"'],
  [["completions", "bash", "zsh"], 'unexpected argument "zsh"'],
  [["completions", "--nope"], 'unknown option "--nope"'],
  [["mcp", "--nope"], 'unknown option "--nope"'],
];

Deno.test("the commands: exit 2 wrong usage, told in one line on stderr", async () => {
  await withTree({}, async (root) => {
    const done = await runAll(root, WRONG.map(([words]) => words), []);
    for (const [i, [words, stderr]] of WRONG.entries()) {
      const expected = `dirscope: ${stderr} (--help shows the usage)\n`;
      assertEquals(done[i], { code: 2, stdout: "", stderr: expected }, words.join(" "));
    }
  });
});

Deno.test("`--help` of every command and of every tool needs no permission, and is the same as -h", async () => {
  await withTree({}, async (root) => {
    const lines = [
      ...COMMANDS.map((name) => [name]),
      ...ALL_TOOLS.map(([toolset, name]) => ["--toolset", toolset, name]),
      ["completions", "bash"],
      ["definition", "nope"],
      ["replay", "none"],
    ];
    const long = await runAll(root, lines.map((words) => [...words, "--help"]), []);
    const short = await runAll(root, lines.map((words) => [...words, "-h"]), []);
    for (const [i, words] of lines.entries()) {
      const { code, stdout, stderr } = long[i]!;
      assertEquals([code, stderr], [0, ""], words.join(" "));
      assertStringIncludes(stdout, `dirscope ${i < COMMANDS.length ? words[0] : ""}`);
      assert(stdout.endsWith("\n") && !stdout.endsWith("\n\n"));
      assertEquals(short[i], long[i]);
    }
    const [main] = await runAll(root, [["--help"]], []);
    for (const name of COMMANDS) assertMatch(main!.stdout, new RegExp(`^  ${name} `, "m"));
  });
});

Deno.test("a folder called like a command is listed: `./ls` for a folder of that name", async () => {
  await withTree(TREE, async (root) => {
    const rows: [words: string[], stdout: string][] = [
      [["./tools"], "e\n"],
      [["tools/"], "e\n"],
      [["--", "tools"], "e\n"],
      [["list_dir", "tools"], "e\n"],
      [["--path", "tools"], "e\n"],
      [["--toolset", "tree", "tools"], "e\n"],
      [["./definition"], "a\n"],
      [["./completions"], "b\n"],
      [["./mcp"], "c\n"],
      [["./replay"], "d\n"],
      [["find_files", "tools"], "tools/e\n"],
      [["overview", "mcp", "--no-use-gitignore"], "overview mcp: 1 file\nc\n"],
    ];
    const done = await runAll(root, rows.map(([words]) => words));
    for (const [i, [words, stdout]] of rows.entries()) {
      assertEquals([done[i]!.code, done[i]!.stdout], [0, stdout], words.join(" "));
    }
  });
});

Deno.test("by name alone it is the agent's tool: hints and suggestions show on stderr", async () => {
  await withTree({ "docs/GUIDE.md": "", ".gitignore": "out\n", "out/x.js": "" }, async (root) => {
    const rows: [words: string[], code: number, stdout: string, stderr: string][] = [
      [["find_files", "dosc"], 1, "", "error not_found: 'dosc' does not exist\nsuggestion: docs\n"],
      [
        ["stat_path", "dosc"],
        0,
        "path: dosc\nname: dosc\nkind: missing\nexists: false\n",
        "stat_path dosc: 1 entry\nsuggestion: docs\n",
      ],
      [
        ["find_files", "--name-contains", "guide", "--case-sensitive"],
        0,
        "",
        "find_files .: 0 entries\nhint: 1 differs only by case\n",
      ],
      [
        ["glob_search", "--pattern", "**/*.js", "--use-gitignore", "--null"],
        0,
        "",
        "glob_search .: 0 entries\nhint: 1 would match with use_gitignore: false (first: .gitignore:1 out)\n",
      ],
      [
        ["find_files", "--name-contains", "guide", "--case-sensitive", "--all"],
        0,
        "",
        "hint: 1 differs only by case\n",
      ],
      [
        ["--toolset", "discovery", "find_files", "dosc"],
        1,
        "",
        "error not_found: 'dosc' does not exist\n",
      ],
      [
        ["--toolset", "agent", "list_dir", "docs"],
        0,
        "docs/GUIDE.md\n",
        "list_dir docs: 1 entry\n",
      ],
    ];
    const done = await runAll(root, rows.map(([words]) => words));
    for (const [i, [words, code, stdout, stderr]] of rows.entries()) {
      assertEquals(done[i], { code, stdout, stderr }, words.join(" "));
    }
  });
});

/** The flags that allow a log beside the tree that is listed. */
const LOG_FLAGS = ["--allow-read=.,../log.sqlite", "--allow-write=../log.sqlite"];

async function withLogBeside(
  tree: Tree,
  test: (cwd: string, file: string) => Promise<void>,
): Promise<void> {
  const below = Object.entries(tree).map(([path, node]) => [`tree/${path}`, node]);
  await withTree(Object.fromEntries(below), (root) => test(`${root}/tree`, `${root}/log.sqlite`));
}

Deno.test("`--log FILE` turns it on: the calls are those of execute, with no more permission than the file's", async () => {
  await withLogBeside(TREE, async (cwd, file) => {
    const log = ["--log", "../log.sqlite"];
    const rows: [words: string[], toolset?: string, operation?: string, query?: object][] = [
      [["find_files", ...log], "agent", "find_files", { root: ".", limit: 100, cursor: null }],
      [["overview", "docs", ...log], "agent", "overview", { path: "docs", max_tokens: 2000 }],
      [["explain_path", "docs", ...log], "agent", "explain_path", { path: "docs" }],
      [["--toolset", "discovery", "list_dir", ...log], "discovery", "list_dir", { path: "." }],
      [["stat_path", "dosc", ...log, "--json"], "agent", "stat_path", { path: "dosc" }],
      [["find_files", "none", ...log], "agent", "find_files", { root: "none" }],
      // What the command refuses is no call.
      [["find_files", "--limit", "0", ...log]],
      [["find_files", "--help", ...log]],
    ];
    const done = await runAll(cwd, rows.map(([words]) => words), LOG_FLAGS);
    assertEquals(
      done.map(({ code }) => code),
      [0, 0, 0, 0, 0, 1, 2, 0],
      JSON.stringify(done),
    );
    const plain = await runAll(
      cwd,
      rows.map(([words]) => words.filter((word) => !/log/.test(word))),
    );
    assertEquals(done.map(({ stdout }) => stdout), plain.map(({ stdout }) => stdout));
    const expected = rows.filter(([, toolset]) => toolset !== undefined);
    const logged = rowsOf(file);
    assertEquals(
      logged.map((row) => [row.toolset, row.operation, row.cwd, row.roots]),
      expected.map(([, toolset, operation]) => [
        toolset,
        operation,
        JSON.stringify(cwd),
        JSON.stringify([cwd]),
      ]),
    );
    for (const [i, [, , , query]] of expected.entries()) {
      const { ...all } = JSON.parse(`${logged[i]!.query}`);
      assertEquals({ ...all, ...query }, all);
    }
  });
});

Deno.test("`--log` is refused where nothing would be recorded, rather than passed over", async () => {
  await withLogBeside(TREE, async (cwd, file) => {
    const done = await runAll(
      cwd,
      [["--log", file, "docs"], ["LS", "--log", file], ["ls", "--log", file]],
      LOG_FLAGS,
    );
    const refusal =
      "dirscope: --log is for the tools of agent and discovery (--help shows the usage)\n";
    assertEquals(done, done.map(() => ({ code: 2, stdout: "", stderr: refusal })));
    assertEquals([...Deno.readDirSync(`${cwd}/..`)].map(({ name }) => name), ["tree"]);
  });
});

Deno.test("`--log` with --scope and --all: the roots, and a record for each page", async () => {
  await withLogBeside({ "a/1": "", "a/2": "", "a/3": "", "b": "" }, async (cwd, file) => {
    const words = [
      "find_files",
      "a",
      "--all",
      "--limit",
      "2",
      "--scope",
      "a",
      "--log",
      "../log.sqlite",
    ];
    const { code, stdout } = await run(denoRun([...LOG_FLAGS, "--no-prompt"], CLI, ...words), {
      cwd,
    });
    assertEquals([code, stdout], [0, "a/1\na/2\na/3\n"]);
    const rows = rowsOf(file);
    assertEquals(rows.map(({ roots, count }) => [roots, count]), [
      [JSON.stringify([`${cwd}/a`]), 2],
      [JSON.stringify([`${cwd}/a`]), 1],
    ]);
    assertEquals(rows.map(({ query }) => JSON.parse(`${query}`).cursor), [
      null,
      rows[0]!.next_cursor,
    ]);
  });
});

Deno.test('`--log`: "without the permission it needs it says which to add, in one line, and exits 1"', async () => {
  await withTree(
    { "a": "", "text": "no database\n".repeat(99), "with space/": "" },
    async (root) => {
      const rows: [permissions: string[], file: string, stderr: string][] = [
        [["--allow-read=."], "l", `no permission for 'l': add --allow-write=${root}/l`],
        [[], "l", `no permission for 'l': add --allow-read=${root}/l --allow-write=${root}/l`],
        [["--allow-write"], "l", `no permission for 'l': add --allow-read=${root}/l`],
        [
          ["--allow-read=.", "--allow-write=m"],
          "./l",
          `no permission for './l': add --allow-write=${root}/l`,
        ],
        [
          ["--allow-read=."],
          "with space/l",
          `no permission for 'with space/l': add --allow-write='${root}/with space/l'`,
        ],
        [["--allow-read=."], "a,b", "no permission for 'a,b': add --allow-write"],
        [["-R", "-W"], "text", "cannot open 'text' as a log"],
        [["-R", "-W"], "with space", "cannot open 'with space' as a log"],
        [["-R", "-W"], "none/l", "cannot open 'none/l' as a log"],
        [["-R", "-W"], "no\nne/l", "cannot open 'no\\nne/l' as a log"],
      ];
      for (const [permissions, file, stderr] of rows) {
        const lines = ["find_files", "overview", "list_dir_entries"].map((
          name,
        ) => [name, "--log", file]);
        for (const done of await runAll(root, lines, permissions)) {
          assertEquals(done, { code: 1, stdout: "", stderr: `dirscope: ${stderr}\n` });
        }
      }
      assertEquals([...Deno.readDirSync(root)].length, 3, "nothing is made");
    },
  );
});

Deno.test({
  name: "the commands never prompt, on a terminal either",
  ignore: !HAS_TERMINAL,
  fn: () =>
    withTree(TREE, async (root) => {
      const rows: [flags: string[], words: string[]][] = [
        [[], ["find_files", "--log", "l"]],
        [["--allow-read"], ["find_files", "--log", "l"]],
        [[], ["overview", "docs"]],
        [[], ["explain_path", "docs"]],
        [[], ["tools"]],
        [[], ["completions", "complete", "overview", "docs"]],
      ];
      await Promise.all(rows.map(async ([flags, words]) => {
        const { stdout } = await run(onTerminal(denoRun(flags, CLI, ...words)), {
          cwd: root,
          meanwhile: endPrompt,
        });
        assert(!stdout.includes("requests"), `${words}: ${stdout}`);
      }));
    }),
});

/** Ends what asks, so that it does not wait for ever. */
async function endPrompt({ child, shows }: Running): Promise<void> {
  if (await shows(/requests/)) child.kill("SIGKILL");
}

Deno.test("a call whose record cannot be written is told in one line, without a stack trace, and exits 1", async () => {
  await withLogBeside({ "a": "" }, async (cwd, file) => {
    const words = ["find_files", "--log", "../log.sqlite"];
    await runAll(cwd, [words], LOG_FLAGS);
    {
      using database = new DatabaseSync(file);
      database.exec(`CREATE TRIGGER full BEFORE INSERT ON discovery_log
        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    }
    const command = denoRun([...LOG_FLAGS, "--no-prompt"], CLI, ...words);
    const { code, stderr } = await run(command, { cwd, env: { NO_COLOR: "1" } });
    assertMatch(stderr, /^dirscope: [^\n]+\n$/);
    assertEquals(code, 1);
  });
});
