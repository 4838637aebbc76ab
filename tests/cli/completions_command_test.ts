import { assertEquals, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "../support/cli.ts";
import { assertEnds, runAll } from "../support/command_lines.ts";
import { SUBJECTS } from "../support/every_tool.ts";
import { BASH, need, testsNeeding } from "../support/machine.ts";
import { hasProgram, run, shellWords } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

async function scriptFor(shell: string): Promise<string> {
  const [done] = await runAll(".", [["completions", shell]], []);
  assertEquals([done!.code, done!.stderr], [0, ""]);
  return done!.stdout;
}

Deno.test("10.4: `completions bash|zsh|fish` print scripts that know every tool, command and flag", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const script = await scriptFor(shell);
    for (const { toolset, name, tool: { DEFINITION } } of SUBJECTS) {
      assertStringIncludes(script, name);
      // Those of `agent` stand before others of their name.
      const flags = toolset === "agent" ? DEFINITION.function.parameters.properties : {};
      for (const flag of Object.keys(flags)) {
        assertStringIncludes(script, flag.replaceAll("_", "-"));
      }
    }
    for (const name of [...COMMANDS, "ls", "tree", "http"]) assertStringIncludes(script, name);
  }
  await assertEnds(".", [
    [["completions"], { code: 2, stderr: /needs bash, zsh or fish/ }],
    [["completions", "tcsh"], { code: 2, stderr: /zsh or fish, not "tcsh"/ }],
    [["completions", "toString"], { code: 2, stderr: /not "toString"/ }],
  ], []);
});

/** What is typed, the last word half, and what completes it. */
const TYPED: readonly [words: string[], completed: string[]][] = [
  [["expl"], ["explain_path"]],
  [["rep"], ["replay"]],
  [["overview", "--max-t"], ["--max-tokens"]],
  [["definition", "--f"], ["--format"]],
  [["tree", "-"], ["-L", "-a", "-d", "-I"]],
  [["find_files", "docs"], []],
  [["nothing", "--"], []],
];

testsNeeding(BASH)(
  "completions bash: COMPREPLY has the names that begin so",
  () =>
    withTree({}, async (root) => {
      const calls = TYPED.map(([words]) =>
        `COMP_WORDS=(dirscope ${shellWords(words)}); COMP_CWORD=${words.length}; COMPREPLY=(); ` +
        `_dirscope; printf "%s\\n" "\${COMPREPLY[*]}"`
      );
      const program = `${await scriptFor("bash")}\n${calls.join("\n")}`;
      const { stdout, stderr } = await run(["bash", "--norc", "-c", program], { cwd: root });
      assertEquals(stderr, "");
      const found = stdout.split("\n").slice(0, -1).map((line) => line.split(" ").filter(Boolean));
      for (const [i, [words, completed]] of TYPED.entries()) {
        const ours = words[0] === "tree"
          ? found[i]!.filter((word) => /^-\w$/.test(word))
          : found[i];
        assertEquals(new Set(ours).isSupersetOf(new Set(completed)), true, words.join(" "));
        if (completed.length < 2) assertEquals(ours, completed, words.join(" "));
      }
    }),
);

testsNeeding(need("zsh", () => hasProgram("zsh")))(
  "completions zsh: the script loads",
  async () => {
    const program = `autoload -U compinit; compinit -u -D\n${await scriptFor("zsh")}`;
    const { code, stderr } = await run(["zsh", "-f", "-c", program]);
    assertEquals([code, stderr], [0, ""]);
  },
);

testsNeeding(need("fish", () => hasProgram("fish")))(
  "completions fish: names and flags",
  async () => {
    const program = `${await scriptFor("fish")}\ncomplete -C "dirscope expl"`;
    const { stdout, stderr } = await run(["fish", "--no-config", "-c", program]);
    assertEquals([stderr, stdout.startsWith("explain_path")], ["", true]);
  },
);
