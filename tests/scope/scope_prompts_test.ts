import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { ToolContext } from "../../mod.ts";
import { NAMED, OUTSIDES, putOutside, TREE } from "../support/borders.ts";
import { LINKS, needing, TERMINAL } from "../support/machine.ts";
import { denoRun, forEachAtOnce, onTerminal, projectFile, run } from "../support/process.ts";
import type { Call } from "../support/run_calls.ts";
import { makeTree } from "../support/tree.ts";

// A prompt needs a terminal, so these tests run on one and without --no-prompt.

const PROMPTS = /Allow\?|Deno requests/;

/** Runs a command on a terminal until it ends or prompts; a prompt would wait for ever. */
function runUntilPrompted(command: readonly string[], cwd = "/") {
  return run(onTerminal(command), {
    cwd,
    meanwhile: async ({ child, shows }) => {
      if (await shows(PROMPTS)) child.kill("SIGKILL");
    },
  });
}

Deno.test({
  ...needing(TERMINAL, "(a terminal shows a prompt, so the tests below can fail)"),
  fn: async () => {
    const eager = denoRun([], "data:application/javascript,Deno.readDirSync('/')");
    const { stdout } = await runUntilPrompted(eager);
    assertMatch(stdout, PROMPTS);
  },
});

Deno.test({
  ...needing(
    [TERMINAL, LINKS],
    "never prompt: no call of the tool asks the terminal for a permission",
  ),
  fn: async () => {
    const base = await makeTree({ ...TREE, "shut/x": "" });
    try {
      await putOutside(base, OUTSIDES.folders!);
      const cwd = `${base}/allowed`;
      const spelled = `${base}/spelled`;
      await Deno.symlink("allowed", spelled);
      const everything = {
        recursive: true,
        follow_folder_symlinks: true,
        follow_file_symlinks: true,
        use_gitignore: true,
      };
      const short = Object.keys(NAMED).filter((path) => path.length < 1000);
      const callsIn = (cwd: string): Call[] =>
        ([{}, { roots: ["."] }, { roots: [base] }, { roots: ["/"] }] as ToolContext[]).flatMap(
          (context) =>
            [".", ...short, base, "/proc", "/sys", "/dev/fd", "/root"].map((path) => ({
              args: { ...everything, path, depth: 3 },
              context: { ...context, cwd },
            })),
        );
      const named = (...paths: string[]): Call[] =>
        paths.map((path) => ({ args: { ...everything, depth: 1, path } }));
      const rows: [string[], Call[]][] = [
        [[`--allow-read=${cwd}`], callsIn(cwd)],
        [[`--allow-read=${cwd}/inner/deep`], callsIn(`${cwd}/inner/deep`)],
        [[`--allow-read=${cwd}/links`], callsIn(`${cwd}/links`)],
        [[`--allow-read=${spelled}`], [...callsIn(spelled), ...callsIn(cwd)]],
        [[`--allow-read=${spelled}/inner`], callsIn(`${spelled}/inner`)],
        [[`--allow-read=${cwd}`, `--deny-read=${cwd}/inner`], callsIn(cwd)],
        [[], callsIn(cwd)],
        // A query may say `granted` where access then fails.
        [["--allow-read=/proc,/sys,/dev"], named("/proc", "/proc/self", "/proc/1", "/sys", "/dev")],
        [["--allow-read"], named("/proc", "/proc/self/root/etc", "/proc/1/cwd", "/dev/fd", "/etc")],
      ];
      await forEachAtOnce(rows, async ([flags, calls]) => {
        const program = projectFile("tests/support/run_calls.ts");
        const command = denoRun(flags, program, JSON.stringify(calls));
        const { code, stdout } = await runUntilPrompted(command, `${base}/shut`);
        assertEquals(stdout.match(PROMPTS), null, `${flags} ${stdout.slice(0, 3000)}`);
        assertEquals(code, 0, stdout.slice(-3000));
        assertEquals(JSON.parse(stdout).length, calls.length);
      });
    } finally {
      await Deno.remove(base, { recursive: true });
    }
  },
});

Deno.test({
  ...needing([TERMINAL, LINKS], "never prompt: no command line asks the terminal for a permission"),
  fn: async () => {
    const base = await makeTree(TREE);
    try {
      await putOutside(base, OUTSIDES.folders!);
      const cwd = `${base}/allowed`;
      const follow = ["--recursive", "--follow-folder-symlinks", "--use-gitignore", "--depth=1"];
      const memory = ["--target=project_memory", "--memory-key=k", "--memory"];
      const rows: [string[], string[], number][] = [
        [["--allow-read=."], follow, 0],
        [["--allow-read=."], ["--show-data", "links"], 0],
        [["--allow-read=."], [".."], 1],
        [["--allow-read=."], ["links/relative"], 1],
        [["--allow-read=."], ["links/relative/door/none"], 1],
        [["--allow-read=."], ["--scope", "..", ...follow], 0],
        [["--allow-read=."], ["--scope", "/", "/"], 1],
        [["--allow-read=."], [...memory, "../notes.db"], 1],
        [["--allow-read=."], [...memory, "notes.db"], 1],
        [["--allow-read=."], ["overview", "--cache", "../cache.db"], 1],
        [["--allow-write=."], ["overview", "--cache", "cache.db"], 1],
        [["--allow-write=."], [...memory, "notes.db"], 1],
        [["--allow-read=inner"], [], 1],
        [["--allow-read=inner"], [...follow, "inner"], 0],
        [["--allow-read=inner"], ["missing"], 1],
        [[], follow, 1],
        [[], ["/"], 1],
        [[], ["--help"], 0],
        [[], ["--version"], 0],
        [[], ["--nonsense"], 2],
      ];
      await forEachAtOnce(rows, async (row) => {
        const [flags, words, expected] = row;
        const command = denoRun(flags, projectFile("cli.ts"), ...words);
        const { code, stdout } = await runUntilPrompted(command, cwd);
        assertEquals(stdout.match(PROMPTS), null, `${flags} ${words} ${stdout}`);
        assertEquals(code, expected, `${flags} ${words} ${stdout}`);
        if (expected === 1) assertStringIncludes(stdout, "\n");
      });
    } finally {
      await Deno.remove(base, { recursive: true });
    }
  },
});
