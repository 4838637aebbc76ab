import { assert, assertEquals, assertMatch } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { AGENT_TREE, ANSI, dirscope, withFixture } from "../support/cli.ts";
import { runAll } from "../support/command_lines.ts";
import { TERMINAL, testsNeeding } from "../support/machine.ts";
import { onTerminal, type ProcessOptions, run, shellWords } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(TERMINAL);

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

test("on a terminal: colour, which leaves the text itself as it is (off under NO_COLOR)", () =>
  withFixture(async (root) => {
    const show = (words: string[], env?: ProcessOptions["env"]) => shown(root, words, env);
    const lines = [[], SHOWN, ["--recursive", "--filter=files"], ["./empty"]];
    for (const words of [...lines, ["ls", "-l", "b"], ["tree"]]) {
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
    const words = shellWords(dirscope(...SHOWN, "./b"));
    await run(onTerminal(["sh", "-c", `${words} >${shellWords([file])}`]), { cwd: root });
    assertEquals(
      await Deno.readTextFile(file),
      `${await execute({ recursive: true, show_data: true, path: "b" }, { cwd: root })}\n`,
    );
  }));

const FOLDER = "\x1b[1m\x1b[34m";

/** The output of a command line on a terminal of its own. */
async function shown(
  cwd: string,
  words: readonly string[],
  env?: ProcessOptions["env"],
): Promise<string> {
  const { stdout } = await run(onTerminal(dirscope(...words)), { cwd, ...env && { env } });
  return asShown(stdout);
}

test("on a terminal: why an entry was found follows its row, and the places of a task are below", () =>
  withTree({ "src/cart.ts": "\n\n\tthe wrong total\n", ".git/": "" }, async (root) => {
    const find = async (...words: string[]) =>
      (await shown(root, ["find_path", ...words])).replaceAll(/\r.*\[K/g, "");
    const task = await find("the cart has a wrong total", "--contents", "places");
    assertMatch(task, /^src\/cart\.ts\n {2}3: wrong total\nfind_path \.: 1 entry\n/);
    assertMatch(await find("crt"), /^src\/cart\.ts\tletters in order\nfind_path /);
  }));

test("on a terminal: what is no folder of a listing is not coloured as one", () =>
  withTree(AGENT_TREE, async (root) => {
    const plain: [words: string[], lines: string[]][] = [
      [["overview"], ["link@ -> src/"]],
      [["explain_path", "dist/bundle.js"], [
        "ignored by git: yes, by .gitignore:1 dist/, which ignores dist/",
      ]],
      [["explain_path", "dist"], ["ignored by git: yes, by .gitignore:1 dist/"]],
      [["stat_path", "link"], ["link_target: src/"]],
      [["overview", "--json"], []],
    ];
    const captured = await runAll(root, plain.map(([words]) => words));
    await Promise.all(plain.map(async ([words, lines], i) => {
      const colored = await shown(root, words);
      const { stdout, stderr } = captured[i]!;
      assert(!stdout.includes("\x1b"));
      // A terminal shows both streams.
      if (stderr === "") assertEquals(colored.replaceAll(ANSI, ""), stdout);
      for (const line of lines) {
        const found = colored.split("\n").find((each) => each.replaceAll(ANSI, "") === line);
        assert(found !== undefined && !found.includes(FOLDER), `${line}: ${colored}`);
      }
      if (words.join() !== "overview") return;
      for (const line of [`${FOLDER}src/`, ` ${FOLDER}a/`]) assert(colored.includes(line));
      assertEquals(await shown(root, words, { NO_COLOR: "1" }), stdout);
    }));
  }));
