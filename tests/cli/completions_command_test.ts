import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { candidatesFor } from "../../src/cli/candidates.ts";
import { runAll } from "../support/command_lines.ts";
import {
  denoRun,
  HAS_TERMINAL,
  onTerminal,
  projectFile,
  run,
  shellWords,
} from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const COMMANDS = ["completions", "definition", "mcp", "replay", "tools"];
const TOOLS = [...new Set(Object.values(TOOLSETS).flatMap((tools) => Object.keys(tools)))];

/** A command line up to the word that is being typed, and what that may become. */
const TABLE: readonly [words: string[], candidates: string[]][] = [
  [["over"], ["overview"]],
  [["d"], ["definition"]],
  [["l"], ["list_dir_entries", "list_dir", "ls"]],
  [["L"], ["LS"]],
  [["docs"], []],
  [["./t"], []],
  [["nope", ""], []],
  [["overview", ""], []],
  [["overview", "d"], []],
  [["overview", "--max"], ["--max-tokens"]],
  [["overview", "--max-tokens", ""], []],
  [["overview", "--use"], ["--use-gitignore"]],
  [["overview", "--no-"], ["--no-use-gitignore", "--no-include-hidden"]],
  [["overview", "--js"], ["--json"]],
  [["overview", "docs", "--js"], ["--json"]],
  [["glob_search", "--kind", ""], ["any", "file", "dir"]],
  [["glob_search", "--kind", "f"], ["file"]],
  [["glob_search", "--kind", "file", "--ma"], ["--max-results"]],
  [["glob_search", "--pa"], ["--pattern"]],
  [["--recurs"], ["--recursive"]],
  [["--filter", ""], ["files", "folders", "both"]],
  [["docs", "--filter", "fo"], ["folders"]],
  [["--toolset", ""], Object.keys(TOOLSETS)],
  [["--toolset", "a"], ["agent"]],
  [["overview", "--toolset", "a"], ["agent"]],
  [["--toolset", "codex", ""], ["list_dir"]],
  [["--toolset", "codex", "list_dir", "--d"], ["--dir-path", "--depth"]],
  [["list_dir", "--toolset", "codex", "--d"], ["--dir-path", "--depth"]],
  [["--toolset", "discovery", "o"], []],
  [["--toolset", "agent", "o"], ["overview"]],
  [["--scope", ""], []],
  [["--log", "x"], []],
  [["definition", "o"], ["overview"]],
  [["definition", "--f"], ["--format"]],
  [["definition", "--format", ""], ["openai", "responses", "anthropic", "mcp"]],
  [["definition", "find_files", "--format", "m"], ["mcp"]],
  [["definition", "--toolset", "f"], ["files"]],
  [["completions", ""], ["bash", "zsh", "fish"]],
  [["completions", "z"], ["zsh"]],
  [["replay", ""], []],
  [["replay", "-"], ["--help"]],
  [["tools", ""], []],
  [["tools", "--"], ["--toolset", "--help"]],
  [["mcp", "--no"], ["--no-structured"]],
  [["mcp", "--toolset", "tr"], ["tree"]],
  [["mcp", "--http", ""], []],
  [["toString", ""], []],
  [["__proto__"], []],
];

Deno.test("candidatesFor(): the words that the last one may become", async () => {
  for (const [words, candidates] of TABLE) {
    const found = (await candidatesFor(words)).map(({ word }) => word);
    assertEquals(found.toSorted(), candidates.toSorted(), words.join(" "));
  }
  for (const words of [[], [""]]) {
    const found = (await candidatesFor(words)).map(({ word }) => word);
    assertEquals(found.toSorted(), [...COMMANDS, ...TOOLS].toSorted());
  }
  assertEquals(
    (await candidatesFor(["definition", ""])).map(({ word }) => word).sort(),
    TOOLS.toSorted(),
  );
});

Deno.test("every candidate has a line of help, and no word comes twice", async () => {
  for (const name of ["", ...COMMANDS, ...TOOLS]) {
    for (const last of ["", "-"]) {
      const found = await candidatesFor(name === "" ? [last] : [name, last]);
      for (const { word, help } of found) {
        assert(/^[^\n\t]+\.$/.test(help), `${word}: ${help}`);
        assert(/^[\w-]+$/.test(word), word);
      }
      assertEquals(new Set(found.map(({ word }) => word)).size, found.length, `${name} ${last}`);
    }
  }
});

Deno.test('`dirscope completions complete WORD…` prints them, "a line each, with a tab and what it means"', async () => {
  await withTree({}, async (root) => {
    const lines = TABLE.map(([words]) => ["completions", "complete", ...words]);
    const done = await runAll(root, [...lines, ["completions", "complete"]], []);
    for (const [i, [words]] of [...TABLE, [[]] as const].entries()) {
      const shown = (await candidatesFor(words)).map(({ word, help }) => `${word}\t${help}\n`).join(
        "",
      );
      assertEquals(done[i], { code: 0, stdout: shown, stderr: "" }, words.join(" "));
    }
  });
});

/** The flags that are offered after a name, each with a value where it takes one. */
async function offeredFlags(
  name: string,
): Promise<(readonly [flag: string, ...value: string[]])[]> {
  const flags = await candidatesFor([name, "-"]);
  return await Promise.all(flags.map(async ({ word }) => {
    const [value] = await candidatesFor([name, word, ""]);
    return value === undefined || COMMANDS.includes(value.word) ? [word] : [word, value.word];
  }));
}

/** Command lines that use a flag with the least besides; `--help` keeps them from working. */
function linesWith(name: string, [flag, ...value]: readonly [string, ...string[]]): string[][] {
  const isForHttp = flag === "--token-env" || flag === "--allow-host";
  const least = [name, ...isForHttp ? ["--http", "1"] : []];
  const values = value.length > 0 ? [value] : [[], ["1"]];
  return values.map((each) => [...least, flag, ...each, "--help"]);
}

Deno.test("each flag that is offered is accepted by the command that it is offered for", async (t) => {
  await withTree({}, async (root) => {
    const names = [...COMMANDS, ...TOOLS];
    const offered = (await Promise.all(names.map(async (name) =>
      (await offeredFlags(name)).map((flag) => ({
        flag: `${name} ${flag[0]}`,
        lines: linesWith(name, flag),
      }))
    ))).flat();
    assert(offered.length > 100);
    const done = await runAll(
      root,
      offered.flatMap(({ lines }) =>
        lines
      ),
      [],
    );
    const found = offered.map(({ flag, lines }) => ({ flag, done: done.splice(0, lines.length) }));
    await t.step("it is known", () => {
      const unknown = found.filter(({ done }) =>
        done.some(({ stderr }) => stderr.includes("unknown option"))
      );
      assertEquals(unknown, []);
    });
    await t.step("it is not refused, with or without a value", () => {
      const refused = found.filter(({ done }) => done.every(({ code }) => code !== 0));
      assertEquals(refused.map(({ flag }) => flag), []);
    });
  });
});

Deno.test("each flag that --help names is offered", async () => {
  await withTree({}, async (root) => {
    const names = ["tools", "definition", "mcp", ...TOOLS];
    const done = await runAll(root, names.map((name) => [name, "--help"]), []);
    for (const [i, name] of names.entries()) {
      const named = [...done[i]!.stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag!);
      assert(named.length > 0);
      const offered = (await candidatesFor([name, "-"])).map(({ word }) => word);
      // Help shows the flags of all tools; those that this one refuses are not offered.
      const refused = ["--all", "--null", "--log"].filter((word) => !offered.includes(word));
      const positive = offered.filter((word) => named.includes(word) || !word.startsWith("--no-"));
      assertEquals(
        positive.toSorted(),
        named.filter((word) => !refused.includes(word)).toSorted(),
        name,
      );
    }
  });
});

/** Whether a program is there. */
async function has(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}

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

const HAS_BASH = await has("bash");

Deno.test({
  name: `completions bash: COMPREPLY is what dirscope offers${HAS_BASH ? "" : " (no bash here)"}`,
  ignore: !HAS_BASH,
  fn: () =>
    withShell("bash", async (start, script) => {
      const rows = TABLE.filter(([words]) => !words.some((word) => /__proto__|toString/.test(word)))
        .filter((_, i) => i % 6 === 0);
      const calls = rows.map(([words]) =>
        `COMP_WORDS=(dirscope ${shellWords(words)}); COMP_CWORD=${words.length}; COMPREPLY=(); ` +
        `_dirscope; echo "\${COMPREPLY[*]}"`
      );
      const program = `source ${shellWords([script])}\n${calls.join("\n")}`;
      const { code, stdout, stderr } = await run(["bash", "--norc", "-c", program], start);
      assertEquals([code, stderr], [0, ""]);
      const found = stdout.split("\n").slice(0, -1).map((line) => line.split(" ").filter(Boolean));
      assertEquals(found.map((each) => each.sort()), rows.map(([, each]) => each.toSorted()));
    }),
});

/** What is typed, and what the line shows after one TAB. */
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

const CAN_TYPE_BASH = HAS_BASH && HAS_TERMINAL;

Deno.test({
  name: `completions bash: one TAB completes${CAN_TYPE_BASH ? "" : " (no bash or terminal here)"}`,
  ignore: !CAN_TYPE_BASH,
  fn: () =>
    withShell("bash", async (start, script) => {
      const setUp = `bind 'set enable-bracketed-paste off'; source ${shellWords([script])}`;
      await assertCompletes(["bash", "--norc", "--noprofile", "-i"], setUp, start);
    }),
});

const CAN_TYPE_ZSH = await has("zsh") && HAS_TERMINAL;

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
    name: `completions zsh: one TAB completes, ${what}${
      CAN_TYPE_ZSH ? "" : " (no zsh or terminal here)"
    }`,
    ignore: !CAN_TYPE_ZSH,
    fn: () =>
      withShell("zsh", async (start, script) => {
        await assertCompletes(["zsh", "-f", "-i"], load(script), start);
      }),
  });
}

const HAS_FISH = await has("fish");

Deno.test({
  name: `completions fish: dirscope's words are offered${HAS_FISH ? "" : " (no fish here)"}`,
  ignore: !HAS_FISH,
  fn: () =>
    withShell("fish", async (start, script) => {
      const rows = TABLE.filter(([words]) => !words.some((word) => /__proto__|toString/.test(word)))
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
  name: `completions fish: "Each falls back to files where dirscope has nothing to say"${
    HAS_FISH ? "" : " (no fish here)"
  }`,
  ignore: !HAS_FISH,
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
