import { assert, assertEquals } from "@std/assert";
import { adviceOn } from "../../src/cli/permissions.ts";
import { CLI, withFixture } from "../support/cli.ts";
import { needing, SHELL, TERMINAL } from "../support/machine.ts";
import { denoRun, endPrompt, onTerminal, run, shellWords } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

Deno.test("a binary does not advise a flag that it cannot take", () => {
  const flags = ["--allow-read=/etc", "--allow-net"];
  assertEquals(adviceOn(flags, false), "add --allow-read=/etc --allow-net");
  const advice = "this binary was compiled without --allow-read=/etc --allow-net";
  assertEquals(adviceOn(flags, true), advice);
});

Deno.test(
  needing(
    SHELL,
    "without the permission it needs it says which --allow-read=… to add, in one line, and exits 1",
  ),
  async () => {
    await withFixture(async (root) => {
      const rows: [flags: string[], words: string[], shown: string, folder: string][] = [
        [[], [], ".", root],
        [[], ["b"], "b", `${root}/b`],
        [[], ["./b/../b/"], "./b/../b/", `${root}/b`],
        [[], ["with space"], "with space", `'${root}/with space'`],
        [[], [`${root}/none`], `${root}/none`, `${root}/none`],
        [["--allow-read=b"], [], ".", root],
        [["--allow-read=b"], ["list_dir", "."], ".", root],
        [["--allow-read=b"], ["--recursive", "list_dir"], "list_dir", `${root}/list_dir`],
        [["--allow-read=list_dir/x"], ["./list_dir"], "./list_dir", `${root}/list_dir`],
        [["--allow-read=."], [".."], "..", root.slice(0, root.lastIndexOf("/"))],
        [["--allow-read=.", "--deny-read=b"], ["b"], "b", `${root}/b`],
      ];
      for (const [flags, words, shown, folder] of rows) {
        const ended = await run(denoRun(["--no-prompt", ...flags], CLI, ...words), { cwd: root });
        const stderr = `dirscope: no permission for '${shown}': add --allow-read=${folder}\n`;
        assertEquals(ended, { code: 1, signal: null, stdout: "", stderr }, `${flags} ${words}`);
      }
    });
  },
);

Deno.test(
  needing(
    SHELL,
    "the flag that a missing permission is told with, given to a shell, is the one that was missing",
  ),
  async () => {
    for (const name of ["plain", "with space", "it's", "$HOME", "a;b&c", '"', "ü*"]) {
      await withTree({ [`${name}/x.txt`]: "" }, async (root) => {
        const { stderr } = await run(denoRun(["--no-prompt"], CLI, `${root}/${name}`));
        const flag = stderr.trimEnd().split(": add ")[1]!;
        const [deno, ...rest] = denoRun([], CLI, `${root}/${name}`);
        const command = `${shellWords([deno!, "run", "--no-prompt"])} ${flag} ${
          shellWords(rest.slice(1))
        }`;
        const ended = await run(["sh", "-c", command]);
        assertEquals(ended, { code: 0, signal: null, stdout: "x.txt\n", stderr: "" }, name);
      });
    }
  },
);

Deno.test({
  ...needing(TERMINAL, "the commands never prompt, on a terminal either"),
  fn: () =>
    withTree({ "docs/guide.md": "" }, async (root) => {
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
