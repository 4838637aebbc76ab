import { assert, assertEquals } from "@std/assert";
import { DiscoveryLog, TOOLSETS } from "../../mod.ts";
import { assertEnds, type CommandLineRow } from "../support/command_lines.ts";
import { tamper, withLog } from "../support/logging.ts";
import { ANY_NAME, MODES, SIGNALS, testsNeeding } from "../support/machine.ts";
import { denoRun, type ProcessResult, projectFile, run, unprivileged } from "../support/process.ts";
import { manyDirectories } from "../support/slow_disk.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(ANY_NAME);

/** `dirscope replay`, by default with permission to read alone. */
function replayCommand(
  cwd: string,
  words: readonly string[],
  permissions: readonly string[] = ["--allow-read"],
): Promise<ProcessResult> {
  const flags = ["--no-prompt", ...permissions];
  return run(denoRun(flags, projectFile("cli.ts"), "replay", ...words), { cwd });
}

/** Logs calls of `find_files`. */
async function logCalls(file: string, cwd: string, count = 1): Promise<void> {
  using log = await DiscoveryLog.open(file);
  for (let i = 0; i < count; i++) await TOOLSETS.agent.find_files.execute({}, { cwd, log });
}

test('`dirscope replay FILE` "reports equal or different, the first differing entry named; exit 1 if any differ"', async () => {
  await withLog({ "a\nb/c.ts": "", "d.ts": "", "gone\n.ts": "" }, async (cwd, file) => {
    {
      using log = await DiscoveryLog.open(file);
      const { agent, discovery } = TOOLSETS;
      await agent.find_files.execute({}, { cwd, log });
      await discovery.list_dir.execute({ path: "a\nb" }, { cwd, log });
      await agent.overview.execute({}, { cwd, log });
      await agent.explain_path.execute({ path: "d.ts" }, { cwd, log });
      await agent.stat_path.execute({} as unknown, { cwd, log });
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
    Deno.removeSync(`${cwd}/gone\n.ts`);
    const changed = await replayCommand(cwd, [file]);
    // A name is escaped once, as the tool's own text does it.
    const stdout = unchanged.stdout
      .replaceAll(/(find_files|overview) \.: equal/g, "$1 .: different: gone\\n.ts")
      .replace("5 equal, 0", "3 equal, 2");
    assertEquals(changed, { code: 1, signal: null, stdout, stderr: "" });
  });
});

Deno.test("`dirscope replay`: an empty log, and one of the calls of `dirscope` itself", async () => {
  await withLog({ ".git/": "", "a": "" }, async (cwd, file) => {
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

test("`dirscope replay`: what is wrong is told in one line on stderr", async () => {
  const text = "no database\n".repeat(99);
  const tree = { text, "line\nbreak": "no", "empty": "" };
  await withTree(tree, async (root) => {
    const usage: [words: string[], reason: string][] = [
      [[], "replay needs a FILE"],
      [["a", "b"], 'unexpected argument "b"'],
      [["--nope"], 'unknown option "--nope"'],
      [["--log", "a"], 'unknown option "--log"'],
    ];
    const files: [file: string, reason: string][] = [
      ["none", "it does not exist"],
      ["no\nne", "it does not exist"],
      ["text", "it is no SQLite database"],
      ["empty", "it is empty"],
      ["line\nbreak", "it is no SQLite database"],
    ];
    const ends = (
      words: string[],
      code: number,
      reason: string,
    ): CommandLineRow => [["replay", ...words], { code, stderr: `dirscope: ${reason}\n` }];
    const wrong = files.map(([file, reason]) =>
      ends([file], 1, `cannot open '${file.replace("\n", "\\n")}' as a Dirscope log: ${reason}`)
    );
    await assertEnds(root, wrong, ["--allow-read"]);
    const missing = ["text", "none"].map((file) =>
      ends([file], 1, `no permission for '${file}': add --allow-read=${root}`)
    );
    const refused = usage.map(([words, reason]) =>
      ends(words, 2, `${reason} (--help shows the usage)`)
    );
    await assertEnds(root, [...refused, ...missing], ["--allow-write"]);
    assertEquals([...Deno.readDirSync(root)].length, 3, "nothing is made");
    assertEquals(await Deno.readTextFile(`${root}/text`), text);
  });
});

testsNeeding(MODES)(
  "`dirscope replay` says what is in the way of a log that may not be written, nor its folder",
  () =>
    withTree({ "tree/a": "", "log/": "" }, async (root) => {
      const [cwd, folder] = [`${root}/tree`, `${root}/log`];
      const file = `${folder}/log.sqlite`;
      await logCalls(file, cwd);
      Deno.chmodSync(file, 0o444);
      Deno.chmodSync(folder, 0o555);
      try {
        const { code, stdout, stderr } = await run([
          ...unprivileged(),
          ...denoRun(
            ["--no-prompt", `--allow-read=${root}`],
            projectFile("cli.ts"),
            "replay",
            file,
          ),
        ]);
        const reason = "SQLite cannot write to it, or beside it";
        const expected = `dirscope: cannot open '${file}' as a Dirscope log: ${reason}\n`;
        assertEquals([code, stdout, stderr], [1, "", expected]);
      } finally {
        Deno.chmodSync(folder, 0o755);
      }
    }),
);

Deno.test('"what is not granted is a difference"', async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    await logCalls(file, cwd);
    const { code, stdout } = await replayCommand("/", [file], [
      `--allow-read=${file}`,
      `--allow-write=${file}`,
    ]);
    assertEquals([code, stdout.split("\n")[0]], [1, "1 find_files .: different: a"]);
  });
});

Deno.test("a record that was changed, and one of a tool that is gone, are different", async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    await logCalls(file, cwd, 4);
    const damage = [
      `result = replace(result, '"a"', '"b"') WHERE sequence = 1`,
      "operation = 'nope' WHERE sequence = 2",
      "toolset = 'nope' WHERE sequence = 3",
    ];
    tamper(file, damage.map((change) => `UPDATE discovery_log SET ${change};`).join("\n"));
    const { code, stdout, stderr } = await replayCommand(cwd, [file]);
    assertEquals([code, stderr], [1, ""]);
    assertEquals(stdout.split("\n").slice(0, 4), [
      "1 find_files .: different: the record itself is damaged",
      "2 nope .: different: no tool of that name",
      "3 find_files .: different: no tool of that name",
      "4 find_files .: equal",
    ]);
  });
});

const DAMAGE: readonly [change: string, reason: string][] = [
  ["result = 'garbage'", "record 2 is damaged"],
  ["query = '{'", "record 2 is damaged"],
  ["roots = ''", "record 2 is damaged"],
  ["cwd = '1'", "record 2 is damaged"],
  ["policy = '[5]'", "record 2 is damaged"],
  ["count = 9223372036854775807", "it is damaged"],
];

Deno.test("a log that cannot be read any further is reported in a line", async () => {
  for (const [change, reason] of DAMAGE) {
    await withLog({ "a": "" }, async (cwd, file) => {
      await logCalls(file, cwd, 2);
      tamper(file, `UPDATE discovery_log SET ${change} WHERE sequence = 2`);
      const { code, stdout, stderr } = await replayCommand(cwd, [file]);
      const expected = ["1 find_files .: equal\n", `dirscope: cannot read '${file}': ${reason}\n`];
      assertEquals([code, stdout, stderr], [1, ...expected]);
    });
  }
});

for (
  const [signal, expected] of [["SIGINT", 130], ["SIGTERM", undefined]] as const
) {
  testsNeeding(SIGNALS)(
    `a replay that ${signal} ends early does not end as if all were equal`,
    async () => {
      await withLog(manyDirectories(10), async (cwd, file) => {
        // On the slow disk they take twenty seconds.
        await logCalls(file, cwd, 100);
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
    },
  );
}
