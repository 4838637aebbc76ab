import { assert, assertEquals } from "@std/assert";
import { grantAdvice } from "../../src/cli/permissions.ts";
import { CLI, withFixture } from "../support/cli.ts";
import { assertEnds, type CommandLineRow } from "../support/command_lines.ts";
import { needing, SHELL, TERMINAL } from "../support/machine.ts";
import { denoRun, endPrompt, onTerminal, run, shellWords } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

Deno.test("a binary does not advise a flag that it cannot take", () => {
  const needs = { read: ["/etc"], write: [], net: [], env: [] };
  const advice = "this binary was compiled without --allow-read=/etc --allow-net";
  assertEquals(grantAdvice(needs, ["--allow-read=/etc", "--allow-net"], "", "binary"), advice);
});

Deno.test(
  needing(
    SHELL,
    "without a permission it says all that its line needs to add, in one line, and exits 1",
  ),
  async () => {
    await withFixture(async (root) => {
      const no = (shown: string, folder: string): CommandLineRow[1] => ({
        code: 1,
        stderr: `dirscope: no permission for '${shown}': add --allow-read=${folder}\n`,
      });
      await assertEnds(root, [
        [[], no(".", root)],
        // The rules of the working directory hold for what lies in it.
        [["./b/../b/"], no("./b/../b/", root)],
        [[`${root}/none`], no(`${root}/none`, root)],
        [["/etc/with space", "--toolset", "tree"], no("/etc/with space", "'/etc/with space'")],
        [
          ["find_files", "/etc", "--log", "l", "--excludes-file", "/x/y"],
          no("l", `'/etc,/x/y,${root}/l' --allow-write=${root}/l`),
        ],
      ], []);
      await assertEnds(root, [
        [[], no(".", root)],
        [["list_dir", "."], no(".", root)],
        [["--recursive", "list_dir"], no("list_dir", root)],
      ], ["--allow-read=b"]);
      await assertEnds(root, [
        [["./list_dir"], no("./list_dir", root)],
      ], ["--allow-read=list_dir/x"]);
      await assertEnds(root, [
        [[".."], no("..", root.slice(0, root.lastIndexOf("/")))],
        [["b"], no("b", `${root}/b`)],
      ], ["--allow-read=.", "--deny-read=b"]);
      const store = (file: string, flag: string): CommandLineRow => [
        ["find_files", "--log", file],
        { code: 1, stderr: `dirscope: no permission for '${file}': add --allow-write${flag}\n` },
      ];
      await assertEnds(root, [
        store("./l", `=${root}/l`),
        store("with space/l", `='${root}/with space/l'`),
        store("a,b", ""),
      ], ["--allow-read=.", "--allow-write=m"]);
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
        [[], ["replay", "l"]],
        [["--allow-write"], ["replay", "l"]],
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
