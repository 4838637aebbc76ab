import { assertEquals } from "@std/assert";
import { completionsOf } from "../../src/cli/word_completions.ts";
import { assertEnds, type CommandLineRow } from "../support/command_lines.ts";
import { COMPLETIONS } from "../support/completion_table.ts";
import { BASH, LINKS, need, needing, TERMINAL } from "../support/machine.ts";
import {
  denoRun,
  hasProgram,
  onTerminal,
  projectFile,
  run,
  shellWords,
} from "../support/process.ts";
import { withTree } from "../support/tree.ts";

Deno.test('`dirscope completions complete WORD…` prints them, "a line each, with a tab and what it means"', async () => {
  await withTree({}, async (root) => {
    const asked = [...COMPLETIONS.map(([words]) => words), []];
    const rows = asked.map(async (words): Promise<CommandLineRow> => {
      const shown = (await completionsOf(words)).map(({ word, help }) => `${word}\t${help}\n`);
      return [["completions", "complete", ...words], { stdout: shown.join("") }];
    });
    await assertEnds(root, await Promise.all(rows), []);
  });
});

/** A folder to complete in, beside a `dirscope` that runs this one, and its completion script. */
async function withShell(
  shell: string,
  test: (start: { cwd: string; env: Record<string, string> }, script: string) => Promise<void>,
): Promise<void> {
  const command = shellWords(denoRun(["--no-prompt", "--allow-read=."], projectFile("cli.ts")));
  const tree = {
    "bin/dirscope": `#!/bin/sh\nexec ${command} "$@"\n`,
    "work/docs/guide.md": "",
    "functions/": "",
  };
  await withTree(tree, async (root) => {
    Deno.chmodSync(`${root}/bin/dirscope`, 0o755);
    const env = {
      PATH: `${root}/bin:${Deno.env.get("PATH")}`,
      HISTFILE: "/dev/null",
      INPUTRC: "/dev/null",
      XDG_CONFIG_HOME: root,
      XDG_DATA_HOME: root,
      NO_COLOR: "1",
    };
    const { stdout, code } = await run([`${root}/bin/dirscope`, "completions", shell], { env });
    assertEquals(code, 0);
    await Deno.writeTextFile(`${root}/functions/_dirscope`, stdout);
    await test({ cwd: `${root}/work`, env }, `${root}/functions/_dirscope`);
  });
}

Deno.test({
  ...needing([BASH, LINKS], "completions bash: COMPREPLY is what dirscope offers"),
  fn: () =>
    withShell("bash", async (start, script) => {
      const rows = COMPLETIONS.filter(([words]) =>
        !words.some((word) => /__proto__|toString/.test(word))
      )
        .filter((_, i) => i % 6 === 0);
      const calls = rows.map(([words]) =>
        `COMP_WORDS=(dirscope ${shellWords(words)}); COMP_CWORD=${words.length}; COMPREPLY=(); ` +
        `_dirscope; printf "%s\\n" "\${COMPREPLY[*]}"`
      );
      const program = `source ${shellWords([script])}\n${calls.join("\n")}`;
      const { code, stdout, stderr } = await run(["bash", "--norc", "-c", program], start);
      assertEquals([code, stderr], [0, ""]);
      const found = stdout.split("\n").slice(0, -1).map((line) => line.split(" ").filter(Boolean));
      assertEquals(found.map((each) => each.sort()), rows.map(([, each]) => each.toSorted()));
    }),
});

/** The typed text, and the line after one TAB. */
const TYPED: readonly [typed: string, shown: string][] = [
  ["dirscope expl", "dirscope explain_path"],
  ["dirscope definition --format m", "dirscope definition --format mcp"],
  ["dirscope overview --max-t", "dirscope overview --max-tokens"],
  ["dirscope find_files do", "dirscope find_files docs"],
];

/** Types each into an interactive shell. */
async function assertCompletes(
  shell: readonly string[],
  setUp: string,
  start: { cwd: string; env: Record<string, string> },
): Promise<void> {
  const { stdout } = await run(onTerminal(shell), {
    ...start,
    meanwhile: async ({ child, shows }) => {
      const writer = child.stdin.getWriter();
      const write = (text: string) => writer.write(new TextEncoder().encode(text));
      await write(`${setUp}; PS1='rea''dy> '\n`);
      await shows(/ready> /);
      for (const [typed, shown] of TYPED) {
        await write(`${typed}\t`);
        // A shell rings the bell where it completes nothing.
        await shows(new RegExp(`${shown}|${typed}\x07`));
        await write("\x15");
      }
      await write("exit\n");
      writer.releaseLock();
    },
  });
  const completed = TYPED.map(([, shown]) => shown).filter((shown) => stdout.includes(shown));
  assertEquals(completed, TYPED.map(([, shown]) => shown), JSON.stringify(stdout));
}

Deno.test({
  ...needing([BASH, TERMINAL, LINKS], "completions bash: one TAB completes"),
  fn: () =>
    withShell("bash", async (start, script) => {
      const setUp = `bind 'set enable-bracketed-paste off'; source ${shellWords([script])}`;
      await assertCompletes(["bash", "--norc", "--noprofile", "-i"], setUp, start);
    }),
});

const ZSH = need("zsh", () => hasProgram("zsh"));

for (
  const [what, load] of [
    ["sourced", (script: string) => `autoload -U compinit; compinit -u -D; source ${script}`],
    [
      "with DIR in $fpath, as its help says",
      (script: string) =>
        `fpath=(${
          script.slice(0, script.lastIndexOf("/"))
        } $fpath); autoload -U compinit; compinit -u -D`,
    ],
  ] as const
) {
  Deno.test({
    ...needing([ZSH, TERMINAL, LINKS], `completions zsh: one TAB completes, ${what}`),
    fn: () =>
      withShell("zsh", async (start, script) => {
        await assertCompletes(["zsh", "-f", "-i"], load(script), start);
      }),
  });
}

const FISH = need("fish", () => hasProgram("fish"));

Deno.test({
  ...needing([FISH, LINKS], "completions fish: dirscope's words are offered"),
  fn: () =>
    withShell("fish", async (start, script) => {
      const rows = COMPLETIONS.filter(([words]) =>
        !words.some((word) => /__proto__|toString/.test(word))
      )
        .filter((_, i) => i % 6 === 1);
      const calls = rows.map(([words]) =>
        `echo "# "(complete -C ${
          shellWords([`dirscope ${words.join(" ")}`])
        } | string replace -r "\\t.*" "" | string join " ")`
      );
      const program = `source ${shellWords([script])}\n${calls.join("\n")}`;
      const { stdout, stderr } = await run(["fish", "--no-config", "-c", program], start);
      assertEquals(stderr, "");
      const found = stdout.split("\n").slice(0, -1).map((line) => line.split(" ").slice(1));
      assertEquals(found.length, rows.length);
      for (const [i, [words, candidates]] of rows.entries()) {
        // fish adds the files of the folder.
        const own = found[i]!.filter((word) => word !== "" && !/^docs/.test(word));
        assertEquals(own.sort(), candidates.toSorted(), words.join(" "));
      }
    }),
});

Deno.test({
  ...needing(
    [FISH, LINKS],
    'completions fish: "Each falls back to files where dirscope has nothing to say"',
  ),
  fn: () =>
    withShell("fish", async (start, script) => {
      const offered = async (line: string) => {
        const program = `source ${shellWords([script])}; complete -C ${shellWords([line])}`;
        const { stdout } = await run(["fish", "--no-config", "-c", program], start);
        return stdout.split("\n").slice(0, -1).map((each) => each.split("\t")[0]);
      };
      assertEquals(await offered("dirscope overview d"), ["docs/"]);
      assertEquals(await offered("dirscope glob_search --kind "), ["any", "dir", "file"]);
    }),
});
