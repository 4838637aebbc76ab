import { assert, assertEquals, assertMatch } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { AGENT_TREE, ANSI, CLI, dirscope, withFixture } from "../support/cli.ts";
import { runAll } from "../support/command_lines.ts";
import { needing, TERMINAL } from "../support/machine.ts";
import { denoRun, onTerminal, run, shellWords, type Start } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const { execute } = TOOLSETS.tree.list_dir;

const SHOWN = ["--recursive", "--show-data"];

Deno.test("on a terminal only: no colour and no progress line in captured output", async () => {
  await withFixture(async (root) => {
    const text = await execute({ recursive: true, show_data: true }, { cwd: root });
    const environments = [{}, { FORCE_COLOR: "1", CLICOLOR_FORCE: "1" }, { TERM: "dumb" }];
    for (const env of environments) {
      const ended = await run(dirscope(...SHOWN), { cwd: root, env });
      assertEquals(ended, { code: 0, signal: null, stdout: `${text}\n`, stderr: "" });
    }
  });
});

/** A text as a terminal shows it: with its own line ends. */
const asShown = (text: string) => text.replaceAll("\r\n", "\n");

Deno.test({
  ...needing(
    TERMINAL,
    "on a terminal: colour, which leaves the text itself as it is (off under NO_COLOR)",
  ),
  fn: () =>
    withFixture(async (root) => {
      const show = async (words: string[], env: Start["env"] = {}) => {
        const { stdout } = await run(onTerminal(dirscope(...words)), { cwd: root, env });
        return asShown(stdout);
      };
      for (const words of [[], SHOWN, ["--recursive", "--filter=files"], ["empty"]]) {
        const { stdout: plain } = await run(dirscope(...words), { cwd: root });
        const colored = await show(words);
        assertEquals(colored.replace(ANSI, ""), plain, `${words}`);
        assertEquals(await show(words, { NO_COLOR: "1" }), plain);
        if (words === SHOWN) assertMatch(colored, ANSI);
      }
      const { stdout: json } = await run(dirscope("--json"), { cwd: root });
      assertEquals(await show(["--json"]), json);
      assertEquals(await show(["--format=json"]), json);
      // stdout is captured, though stderr is a terminal.
      const file = `${root}/empty/captured`;
      const words = shellWords(dirscope(...SHOWN, "b"));
      await run(onTerminal(["sh", "-c", `${words} >${shellWords([file])}`]), { cwd: root });
      assertEquals(
        await Deno.readTextFile(file),
        `${await execute({ recursive: true, show_data: true, path: "b" }, { cwd: root })}\n`,
      );
    }),
});

const FOLDER = "\x1b[1m\x1b[34m";

/** The output of a command line on a terminal of its own. */
async function shown(
  cwd: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const command = onTerminal(denoRun(["--allow-read=."], CLI, ...words));
  const { stdout } = await run(command, { cwd, env });
  return stdout.replaceAll("\r\n", "\n");
}

const PLAIN: readonly string[][] = [
  ["overview"],
  ["explain_path", "dist/bundle.js"],
  ["overview", "--json"],
];

Deno.test({
  ...needing(
    TERMINAL,
    "on a terminal only: colour (off under NO_COLOR), which changes nothing else",
  ),
  fn: () =>
    withTree(AGENT_TREE, async (root) => {
      const captured = await runAll(root, PLAIN);
      await Promise.all(PLAIN.map(async (words, i) => {
        const text = captured[i]!.stdout;
        assert(!text.includes("\x1b"));
        assertEquals((await shown(root, words)).replaceAll(ANSI, ""), text);
        assertEquals(await shown(root, words, { NO_COLOR: "1" }), text);
      }));
      const overview = await shown(root, ["overview"]);
      for (const line of [`${FOLDER}src/`, ` ${FOLDER}a/`]) assert(overview.includes(line));
    }),
});

for (
  const [words, line] of [
    [["overview"], "link@ -> src/"],
    [
      ["explain_path", "dist/bundle.js"],
      "ignored by git: yes, by .gitignore:1 dist/, which ignores dist/",
    ],
    [["explain_path", "dist"], "ignored by git: yes, by .gitignore:1 dist/"],
    [["stat_path", "link"], "link_target: src/"],
  ] as const
) {
  Deno.test({
    ...needing(TERMINAL, `on a terminal: "${line}" of ${words[0]} is not coloured as a folder`),
    fn: () =>
      withTree(AGENT_TREE, async (root) => {
        const lines = (await shown(root, words)).split("\n");
        const found = lines.find((each) => each.replaceAll(ANSI, "") === line);
        assert(found !== undefined, lines.join("\n"));
        assert(!found.includes(FOLDER), JSON.stringify(found));
      }),
  });
}
