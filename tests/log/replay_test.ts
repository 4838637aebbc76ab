import { lineSafe } from "../../src/text/line_safe.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { DiscoveryLog, replay, type Replayed, TOOLSETS } from "../../mod.ts";
import { LOGGED_TOOLS, type LoggedTool, tamper } from "../support/logging.ts";
import {
  denoRun,
  type Ended,
  HAS_TERMINAL,
  onTerminal,
  projectFile,
  run,
  type Running,
} from "../support/process.ts";
import { manyDirectories } from "../support/slow_disk.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Result = Readonly<Record<string, unknown>>;

/** A logged call: the tool, what it is given, and the host's budget. */
interface Call {
  readonly logged: LoggedTool;
  readonly args: Arguments;
  readonly maxScanned?: number;
}

/** Numbers that look random and are the same each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

const NAMES = ["a", "a-b", "b.ts", "c.log", "d e", ".f", "g\n", "\u{1F600}.ts", "\u202Eh", "out"];

/** A random tree. */
function randomTree(random: (below: number) => number): Tree {
  const tree: Record<string, Tree[string]> = { ".gitignore": "*.log\nout/\n", "a/a/b.ts": "" };
  const directories = ["", "a/", "a/a/"];
  for (let i = 0; i < 40; i++) {
    const path = directories[random(directories.length)]! + NAMES[random(NAMES.length)];
    const isTaken = Object.keys(tree).some((each) => `${each}/`.startsWith(`${path}/`));
    if (isTaken) continue;
    const kind = random(4);
    if (kind === 0) directories.push(`${path}/`);
    tree[kind === 0 ? `${path}/` : path] = kind === 1 ? link("a") : `${i}`;
  }
  return tree;
}

/** Random calls of all tools. */
function randomCalls(
  count: number,
  paths: readonly string[],
  random: (below: number) => number,
): Call[] {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
  const path = (): unknown =>
    pick([".", ".", ".", "a", "a/a", "nothing", "..", "", ...paths.slice(0, 4)]);
  const values: Readonly<Record<string, () => unknown>> = {
    path,
    root: path,
    limit: () => pick([1, 2, 5, 1000, 0]),
    max_results: () => pick([1, 3, 1000, 1001]),
    max_depth: () => pick([1, 2, null]),
    extensions: () => pick([["ts"], [".log", "ts"], []]),
    name_contains: () => pick(["a", "B", "none"]),
    path_contains: () => pick(["a/", "x"]),
    exclude_dirs: () => pick([["a"], ["a/a"], ["out"]]),
    case_sensitive: () => pick([true, false]),
    use_gitignore: () => pick([true, false]),
    include_hidden: () => pick([true, false]),
    kind: () => pick(["any", "file", "dir"]),
    pattern: () => pick(["**", "**/*.ts", "*", "a/**", "a**", "**/A*"]),
    max_tokens: () => pick([200, 2000, 1]),
    cursor: () => pick([null, "damaged"]),
  };
  return Array.from({ length: count }, (_, i) => {
    const logged = LOGGED_TOOLS[i % LOGGED_TOOLS.length]!;
    const { properties, required } = logged.tool.DEFINITION.function.parameters;
    const names = Object.keys(properties).filter((name) =>
      required.includes(name) || random(name === "cursor" ? 8 : 3) === 0
    );
    const args = Object.fromEntries(names.map((name) => [name, values[name]!()]));
    return { logged, args, ...random(4) === 0 && { maxScanned: 1 + random(20) } };
  });
}

/** What a call gives, as JSON. */
async function direct({ logged: { tool }, args, maxScanned }: Call, cwd: string): Promise<string> {
  const context = { cwd, ...maxScanned !== undefined && { maxScanned } };
  return JSON.stringify(await tool.execute(args, context));
}

/** Logs calls; the next cursor of a page is followed once. */
async function logCalls(log: DiscoveryLog, calls: readonly Call[], cwd: string): Promise<Call[]> {
  const made: Call[] = [];
  for (const call of calls) {
    const { logged: { tool }, args, maxScanned } = call;
    const context = { cwd, log, ...maxScanned !== undefined && { maxScanned } };
    const { next_cursor } = await tool.execute(args, context) as Result;
    made.push(call);
    if (next_cursor === undefined) continue;
    const next = { ...call, args: { ...args, cursor: next_cursor } };
    await tool.execute(next.args, context);
    made.push(next);
  }
  return made;
}

/** A tree, and a place for a log that the calls do not see. */
async function withLog(
  tree: Tree,
  test: (cwd: string, file: string) => Promise<void>,
): Promise<void> {
  const below = Object.entries(tree).map(([path, node]) => [`tree/${path}`, node]);
  await withTree(
    { "tree/": "", ...Object.fromEntries(below) },
    (root) => test(`${root}/tree`, `${root}/log.sqlite`),
  );
}

/** What may be named as the first difference: what stood there or stands there now. */
function firstDifferences(before: Result, now: Result): string[] {
  const entries = [before, now].map((each) => (each.entries ?? []) as { path: string }[]);
  const lines = [before, now].map((each) => (each.text as string | undefined ?? "").split("\n"));
  const shownPaths = firstUnequal(entries[0]!, entries[1]!).map(({ path }) => lineSafe(path));
  if (shownPaths.length > 0) return shownPaths;
  const shownLines = firstUnequal(lines[0]!, lines[1]!).map((line) => line.trim());
  if (shownLines.length > 0) return shownLines;
  const fields = [...Object.keys(before), ...Object.keys(now)];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]));
}

function firstUnequal<T>(before: readonly T[], now: readonly T[]): T[] {
  for (let i = 0; i < Math.max(before.length, now.length); i++) {
    if (JSON.stringify(before[i]) !== JSON.stringify(now[i])) {
      return [before, now].flatMap((items) => i < items.length ? [items[i]!] : []);
    }
  }
  return [];
}

for (const seed of [1, 2, 3]) {
  Deno.test(`"runs each logged query again and reports equal or different, the first differing entry named", random tree ${seed}`, async () => {
    const random = randomFrom(seed);
    const tree = randomTree(random);
    await withLog(tree, async (cwd, file) => {
      const calls = randomCalls(200, Object.keys(tree), random);
      using log = await DiscoveryLog.open(file);
      const made = await logCalls(log, calls, cwd);
      const before: string[] = [];
      for (const call of made) before.push(await direct(call, cwd));

      const unchanged = await Array.fromAsync(replay(log));
      assertEquals(unchanged.map(({ record }) => record.result), before);
      assertEquals(unchanged.filter(({ isEqual }) => !isEqual), []);
      assertEquals(unchanged.map((each) => "difference" in each), unchanged.map(() => false));

      Deno.renameSync(`${cwd}/a/a/b.ts`, `${cwd}/a/a/renamed.ts`);
      const expected: string[][] = [];
      for (const [i, call] of made.entries()) {
        const now = await direct(call, cwd);
        expected.push(
          now === before[i] ? [] : firstDifferences(JSON.parse(before[i]!), JSON.parse(now)),
        );
      }
      const changed = await Array.fromAsync(replay(log));
      assertEquals(
        changed.map(({ record }) => record.sequence),
        made.map((_, i) => i + 1),
        "oldest first",
      );
      assertEquals(
        changed.map(({ isEqual }) => isEqual),
        expected.map((each) => each.length === 0),
      );
      const touched = expected.filter((each) => each.length > 0).length;
      assert(touched > 10 && touched < made.length - 10, `${touched} of ${made.length}`);
      for (const [i, { difference, isEqual }] of changed.entries()) {
        if (isEqual) assertEquals(difference, undefined);
        else assert(expected[i]!.includes(difference!), `${difference}: ${expected[i]}`);
      }
      assertEquals([...log.records()].length, made.length, "Nothing is logged.");
    });
  });
}

/** Logs one call, changes the tree, and replays. */
async function replayAfter(
  tree: Tree,
  call: readonly [toolset: "agent" | "discovery", name: string, args: unknown],
  change: (cwd: string) => void,
): Promise<Replayed> {
  let replayed: Replayed[] = [];
  await withLog(tree, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    const [toolset, name, args] = call;
    const { tool } = LOGGED_TOOLS.find((each) => each.toolset === toolset && each.name === name)!;
    await tool.execute(args, { cwd, log });
    change(cwd);
    replayed = await Array.fromAsync(replay(log));
  });
  assertEquals(replayed.length, 1);
  return replayed[0]!;
}

const CHANGES: readonly [
  what: string,
  name: string,
  args: Arguments,
  change: (cwd: string) => void,
  difference: string,
][] = [
  ["an entry that is gone", "find_files", {}, (cwd) => Deno.removeSync(`${cwd}/b`), "b"],
  ["the last entry gone", "find_files", {}, (cwd) => Deno.removeSync(`${cwd}/c/d`), "c/d"],
  ["an entry after all", "find_files", {}, (cwd) => Deno.writeTextFileSync(`${cwd}/z`, ""), "z"],
  ["a size", "find_files", {}, (cwd) => Deno.writeTextFileSync(`${cwd}/b`, "more"), "b"],
  ["an error instead", "find_files", { root: "c" }, remove("c"), "c/d"],
  ["a result instead", "find_files", { root: "e" }, (cwd) => Deno.mkdirSync(`${cwd}/e`), "success"],
  ["a row", "overview", {}, (cwd) => Deno.renameSync(`${cwd}/c/d`, `${cwd}/c/x`), "d"],
  ["a rule", "explain_path", { path: "b" }, (cwd) => ignore(cwd, "b"), "ignored"],
  [
    "a hint",
    "find_files",
    { extensions: ["x"], root: "c" },
    (cwd) => Deno.writeTextFileSync(`${cwd}/c/d.X`, ""),
    "c/d.X",
  ],
  [
    "a suggestion",
    "stat_path",
    { path: "bb" },
    (cwd) => Deno.removeSync(`${cwd}/b`),
    "suggestions",
  ],
  ["a skipped count", "list_dir_entries", { path: "c" }, (cwd) => {
    const { mtime } = Deno.statSync(`${cwd}/c/d`);
    Deno.writeTextFileSync(`${cwd}/c/.h`, "");
    Deno.utimeSync(`${cwd}/c/d`, mtime!, mtime!);
  }, "skipped"],
];

function remove(path: string): (cwd: string) => void {
  return (cwd) => Deno.removeSync(`${cwd}/${path}`, { recursive: true });
}

function ignore(cwd: string, pattern: string): void {
  Deno.writeTextFileSync(`${cwd}/.gitignore`, `${pattern}\n`);
}

for (const [what, name, args, change, difference] of CHANGES) {
  Deno.test(`replay() names what differs first: ${what}`, async () => {
    const replayed = await replayAfter({ "b": "", "c/d": "" }, ["agent", name, args], change);
    assertEquals([replayed.isEqual, replayed.difference], [false, difference]);
  });
}

Deno.test("replay() names the entry that came between, not one that is as it was", async () => {
  // "the first differing entry named"
  const { difference } = await replayAfter(
    { "a": "", "c": "" },
    ["agent", "find_files", {}],
    (cwd) => Deno.writeTextFileSync(`${cwd}/b`, ""),
  );
  assertEquals(difference, "b");
});

/** Arguments that are refused, as JSON brings them or only a program does. */
const REFUSED: readonly [what: string, args: unknown][] = [
  ["a wrong type", { root: 1 }],
  ["out of range", { limit: 0 }],
  ["an unknown name", { nope: [1, { a: null }] }],
  ["__proto__", JSON.parse('{"__proto__": 1}')],
  ["a list", ["find_files"]],
  ["a text", "x"],
  ["null", null],
  ["a number beyond all others, in JSON", JSON.parse('{"limit": 1e400}')],
  ["nothing", undefined],
];

for (const [what, args] of REFUSED) {
  Deno.test(`refused arguments, replayed on an unchanged tree, are equal: ${what}`, async () => {
    for (const toolset of ["agent", "discovery"] as const) {
      const replayed = await replayAfter({ "a": "" }, [toolset, "find_files", args], () => {});
      assertEquals([replayed.isEqual, replayed.difference], [true, undefined]);
    }
  });
}

Deno.test("maxScanned and roots are kept", async () => {
  await withLog({ "a/b/c": "", "d": "", "e/f": "" }, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    const { find_files, overview } = TOOLSETS.agent;
    const contexts = [
      { maxScanned: 1 },
      { maxScanned: 4 },
      { roots: ["a"] },
      { roots: [] },
      { roots: ["/"] },
      {},
    ];
    for (const context of contexts) {
      await find_files.execute({}, { cwd, log, ...context });
      await overview.execute({}, { cwd, log, ...context });
    }
    const results = [...log.records()].map(({ result }) => result);
    assert(new Set(results).size >= 6, "they matter");
    const replayed = await Array.fromAsync(replay(log));
    assertEquals(replayed.filter(({ isEqual }) => !isEqual), []);
  });
});

const DAMAGE: readonly [what: string, sql: string, difference: RegExp][] = [
  ["another result", `UPDATE discovery_log SET result = replace(result, '"a"', '"b"')`, /damaged/],
  ["a result that is no JSON", "UPDATE discovery_log SET result = 'garbage'", /damaged/],
  ["no result", "UPDATE discovery_log SET result = ''", /damaged/],
  ["another hash", "UPDATE discovery_log SET sha256 = 'x'", /damaged/],
  ["a result of bytes", "UPDATE discovery_log SET result = x'00ff'", /damaged/],
  ["an unknown operation", "UPDATE discovery_log SET operation = 'nope'", /no tool of that name/],
  ["no tool's name", "UPDATE discovery_log SET operation = 'toString'", /no tool of that name/],
  ["an unknown toolset", "UPDATE discovery_log SET toolset = 'nope'", /no tool of that name/],
  ["no toolset's name", "UPDATE discovery_log SET toolset = '__proto__'", /no tool of that name/],
  ["a query that is no JSON", "UPDATE discovery_log SET query = '{'", /./],
  ["roots that are no JSON", "UPDATE discovery_log SET roots = ''", /./],
  ["a working directory that is no text", "UPDATE discovery_log SET cwd = '1'", /./],
];

for (const [what, sql, difference] of DAMAGE) {
  Deno.test(`a damaged record is reported, and the next one is replayed: ${what}`, async () => {
    await withLog({ "a": "" }, async (cwd, file) => {
      {
        using log = await DiscoveryLog.open(file);
        for (let i = 0; i < 3; i++) await TOOLSETS.agent.find_files.execute({}, { cwd, log });
      }
      tamper(file, `${sql} WHERE sequence = 2`);
      const command = await replayCommand(cwd, [file]);
      assertEquals([command.code, command.stderr], [1, ""]);
      const lines = command.stdout.split("\n");
      assertEquals([lines[0], lines[2]], ["1 find_files .: equal", "3 find_files .: equal"]);
      assert(lines[1]!.startsWith("2 ") && difference.test(lines[1]!), lines[1]);
      assertEquals(lines[3], "3 replayed: 2 equal, 1 different");
      using log = await DiscoveryLog.open(file);
      const replayed = await Array.fromAsync(replay(log));
      assertEquals(replayed.map(({ isEqual }) => isEqual), [true, false, true]);
      assertMatch(replayed[1]!.difference!, difference);
    });
  });
}

Deno.test("replay() rejects with an AbortError when its signal aborts", async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    for (let i = 0; i < 3; i++) await TOOLSETS.agent.find_files.execute({}, { cwd, log });
    const abort = new AbortController();
    const seen: number[] = [];
    const error = await assertRejects(async () => {
      for await (const { record } of replay(log, { signal: abort.signal })) {
        seen.push(record.sequence);
        if (record.sequence === 2) abort.abort();
      }
    });
    assertEquals([(error as DOMException).name, seen], ["AbortError", [1, 2]]);
  });
});

/** `dirscope replay`, by default with every permission for files. */
function replayCommand(
  cwd: string,
  words: readonly string[],
  permissions: readonly string[] = ["--allow-read", "--allow-write"],
): Promise<Ended> {
  const flags = ["--no-prompt", ...permissions];
  return run(denoRun(flags, projectFile("cli.ts"), "replay", ...words), { cwd });
}

Deno.test('`dirscope replay FILE` "reports equal or different, the first differing entry named; exit 1 if any differ"', async () => {
  await withLog({ "a\nb/c.ts": "", "d.ts": "", "gone.ts": "" }, async (cwd, file) => {
    {
      using log = await DiscoveryLog.open(file);
      const { agent, discovery } = TOOLSETS;
      await agent.find_files.execute({}, { cwd, log });
      await discovery.list_dir.execute({ path: "a\nb" }, { cwd, log });
      await agent.overview.execute({}, { cwd, log });
      await agent.explain_path.execute({ path: "d.ts" }, { cwd, log });
      await agent.stat_path.execute({}, { cwd, log });
    }
    // Not the folder where they were made.
    const unchanged = await replayCommand("/", [file]);
    assertEquals(unchanged, {
      code: 0,
      signal: null,
      stdout: [
        "1 find_files .: equal",
        "2 list_dir a\\nb: equal",
        "3 overview .: equal",
        "4 explain_path d.ts: equal",
        "5 stat_path .: equal",
        "5 replayed: 5 equal, 0 different",
        "",
      ].join("\n"),
      stderr: "",
    });
    Deno.removeSync(`${cwd}/gone.ts`);
    assertEquals(await replayCommand(cwd, [file]), {
      code: 1,
      signal: null,
      stdout: [
        "1 find_files .: different: gone.ts",
        "2 list_dir a\\nb: equal",
        "3 overview .: different: gone.ts",
        "4 explain_path d.ts: equal",
        "5 stat_path .: equal",
        "5 replayed: 3 equal, 2 different",
        "",
      ].join("\n"),
      stderr: "",
    });
  });
});

Deno.test("`dirscope replay` escapes a name once, as the tool's own text does", async () => {
  // "a name shows as `\\n` … and a backslash in any name as `\\\\`. The escape is reversible"
  await withLog({ "a\nb": "" }, async (cwd, file) => {
    {
      using log = await DiscoveryLog.open(file);
      await TOOLSETS.agent.find_files.execute({}, { cwd, log });
      await TOOLSETS.agent.overview.execute({}, { cwd, log });
    }
    Deno.removeSync(`${cwd}/a\nb`);
    const { stdout } = await replayCommand(cwd, [file]);
    assertEquals(stdout.split("\n").slice(0, 2), [
      "1 find_files .: different: a\\nb",
      "2 overview .: different: a\\nb",
    ]);
  });
});

Deno.test("`dirscope replay`: an empty log, and one of the calls of `dirscope` itself", async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    (await DiscoveryLog.open(file)).close();
    const empty = await replayCommand(cwd, [file]);
    assertEquals([empty.code, empty.stdout], [0, "0 replayed: 0 equal, 0 different\n"]);
    const flags = ["--no-prompt", `--allow-read=.,${file}`, `--allow-write=${file}`];
    const words = ["find_files", "--log", file];
    const { code, stderr } = await run(denoRun(flags, projectFile("cli.ts"), ...words), { cwd });
    assertEquals([code, stderr], [0, "find_files .: 1 entry\n"]);
    const one = await replayCommand(cwd, [file], flags.slice(1));
    assertEquals([one.code, one.stdout], [
      0,
      "1 find_files .: equal\n1 replayed: 1 equal, 0 different\n",
    ]);
  });
});

Deno.test("`dirscope replay`: what is wrong is told in one line on stderr", async () => {
  const tree = { "text": "no database\n".repeat(99), "folder/": "", "line\nbreak": "no" };
  await withTree(tree, async (root) => {
    const rows: [words: string[], permissions: string[], code: number, stderr: string][] = [
      [[], [], 2, "replay needs a FILE (--help shows the usage)"],
      [["a", "b"], [], 2, 'unexpected argument "b" (--help shows the usage)'],
      [["--nope"], [], 2, 'unknown option "--nope" (--help shows the usage)'],
      [["--log", "a"], [], 2, 'unknown option "--log" (--help shows the usage)'],
      [["none"], ["-R", "-W"], 1, "'none' does not exist"],
      [["no\nne"], ["-R", "-W"], 1, "'no\\nne' does not exist"],
      [["text"], ["-R", "-W"], 1, "cannot open 'text' as a log"],
      [["folder"], ["-R", "-W"], 1, "cannot open 'folder' as a log"],
      [["line\nbreak"], ["-R", "-W"], 1, "cannot open 'line\\nbreak' as a log"],
      [
        ["text"],
        [],
        1,
        `no permission for 'text': add --allow-read=${root}/text --allow-write=${root}/text`,
      ],
      [["text"], ["-W"], 1, `no permission for 'text': add --allow-read=${root}/text`],
      [["text"], ["-R=."], 1, `no permission for 'text': add --allow-write=${root}/text`],
      [
        ["none"],
        [],
        1,
        `no permission for 'none': add --allow-read=${root}/none --allow-write=${root}/none`,
      ],
    ];
    for (const [words, permissions, code, stderr] of rows) {
      const ended = await replayCommand(root, words, permissions);
      const expected = { code, signal: null, stdout: "", stderr: `dirscope: ${stderr}\n` };
      assertEquals(ended, expected, `${words} ${permissions}`);
    }
    assertEquals([...Deno.readDirSync(root)].length, 3, "nothing is made");
    assertEquals(await Deno.readTextFile(`${root}/text`), tree.text);
  });
});

for (const schema of ["CREATE TABLE other (a)", "CREATE TABLE discovery_log (a)"]) {
  Deno.test(`\`dirscope replay\` refuses another program's database, and leaves it as it was: ${schema}`, async () => {
    await withTree({}, async (root) => {
      {
        using database = new DatabaseSync(`${root}/other.sqlite`);
        database.exec(schema);
      }
      const before = await Deno.readFile(`${root}/other.sqlite`);
      const { code, stdout, stderr } = await replayCommand(root, ["other.sqlite"]);
      assertEquals([code, stdout, stderr], [
        1,
        "",
        "dirscope: cannot open 'other.sqlite' as a log\n",
      ]);
      assertEquals(await Deno.readFile(`${root}/other.sqlite`), before);
    });
  });
}

Deno.test('"what is not granted is a difference"', async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    {
      using log = await DiscoveryLog.open(file);
      await TOOLSETS.agent.find_files.execute({}, { cwd, log });
    }
    const { code, stdout } = await replayCommand("/", [file], [
      `--allow-read=${file}`,
      `--allow-write=${file}`,
    ]);
    assertEquals([code, stdout.split("\n")[0]], [1, "1 find_files .: different: a"]);
  });
});

Deno.test({
  name: "`dirscope replay` never prompts, on a terminal either",
  ignore: !HAS_TERMINAL,
  fn: () =>
    withTree({ "log": "" }, async (root) => {
      for (const permissions of [[], ["--allow-write"], ["--allow-read"]]) {
        const command = denoRun(permissions, projectFile("cli.ts"), "replay", "log");
        const { code, stdout } = await run(onTerminal(command), {
          cwd: root,
          meanwhile: endPrompt,
        });
        assert(!stdout.includes("requests"), stdout);
        assertEquals(code, 1, stdout);
        assertMatch(stdout, /^dirscope: no permission for 'log': add .*--allow-/);
      }
    }),
});

/** Ends what asks, so that it does not wait for ever. */
async function endPrompt({ child, shows }: Running): Promise<void> {
  if (await shows(/requests/)) child.kill("SIGKILL");
}

for (
  const [signal, expected] of [["SIGINT", 130], ["SIGTERM", undefined]] as const
) {
  Deno.test(`a replay that ${signal} ends early does not end as if all were equal`, async () => {
    await withLog(manyDirectories(10), async (cwd, file) => {
      {
        using log = await DiscoveryLog.open(file);
        for (let i = 0; i < 100; i++) await TOOLSETS.agent.find_files.execute({}, { cwd, log });
      }
      const flags = ["--no-prompt", "--allow-read", "--allow-write"];
      const program = projectFile("tests/support/slow_cli.ts");
      const { code, stdout } = await run(denoRun(flags, program, "replay", file), {
        meanwhile: async ({ child, shows }) => {
          await shows(/^1 .*\n/m);
          child.kill(signal);
        },
      });
      assert(!stdout.includes("replayed"), stdout);
      if (expected !== undefined) assertEquals(code, expected);
      assert(code !== 0, "exit 0");
    });
  });
}
