import { assert, assertEquals } from "@std/assert";
import { CLI, withFixture } from "../support/cli.ts";
import { assertEnds, type CommandLineRow } from "../support/command_lines.ts";
import { LINKS, SHELL, TERMINAL, testsNeeding } from "../support/machine.ts";
import { denoRun, endPrompt, onTerminal, run, shellWords } from "../support/process.ts";
import { link, withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS, SHELL);

/** How a line ends whose permission is denied. */
function denied(shown: string, name: "read" | "write", path: string): CommandLineRow[1] {
  const flags = name === "read" ? "--deny-read or --ignore-read" : "--deny-write";
  return {
    code: 1,
    stderr: `dirscope: no permission for '${shown}': ${flags} denies '${path}'\n`,
  };
}

test('"says what denies a path\'s own permissions, or names all flags to add"', async () => {
  const tree = { "d/o": "", "d/in/x": "", "e/f": "", "l": link("d/o"), "to": link("d") };
  await withTree(tree, async (root) => {
    const read = (shown: string, path = shown): CommandLineRow[1] =>
      denied(shown, "read", `${root}/${path}`);
    const rows: CommandLineRow[] = [
      [["stat_path", "d/o"], read("d/o")],
      [["stat_path", "d/none"], read("d/none")],
      [["d/in"], read("d/in")],
      [["tree", "d"], read("d")],
      [["find_files", `${root}/d`], read(`${root}/d`, "d")],
      [["explain_path", "d/o"], read("d/o")],
      [["overview", "d", "--scope", "d"], read("d")],
      // It is a link that leads there.
      [["tree", "to"], read(`${root}/d`, "d")],
      [["find_files", "e", "--log", "d/l"], read("d/l")],
      [["find_files", "e", "--excludes-file", "d/o"], read("d/o")],
      [["replay", "d/o"], read("d/o")],
      [["mcp", "d"], read("d")],
      [["mcp", "e", "d"], read("d")],
      [["mcp", "e", "--memory", "d/m"], read("d/m")],
      // The rest of the line may be granted.
      [["tree", "e"], { stdout: "f\n" }],
    ];
    const ways = [
      ["--allow-read", "--deny-read=d"],
      ["--allow-read=.", "--deny-read=d"],
      ["--allow-read=.", "--ignore-read=d"],
    ];
    for (const flags of ways) await assertEnds(root, rows, flags);
    // A flag that nothing grants is missing, and not denied.
    await assertEnds(root, [
      [["tree", "e"], {
        code: 1,
        stderr: `dirscope: no permission for 'e': add --allow-read=${root}\n`,
      }],
      [["tree", "d"], read("d")],
    ], ["--deny-read=d"]);
    await assertEnds(root, [[["tree", "e"], read("e")]], ["--deny-read"]);
    await assertEnds(root, [
      [["find_files", "e", "--log", "l.db"], denied("l.db", "write", `${root}/l.db`)],
      [["find_files", "e", "--log", "m/l"], {
        code: 1,
        stderr: `dirscope: no permission for 'm/l': add --allow-write=${root}/m/l\n`,
      }],
    ], ["--allow-read", "--deny-write=l.db"]);
    const over = ["mcp", "e", "--http", "8080", "--token-env", "T"];
    const address = "127.0.0.1:8080";
    const refusals: [advice: string, ...flags: string[]][] = [
      [`--deny-net denies '${address}'`, "--allow-net", "--deny-net=127.0.0.1"],
      ["--deny-env or --ignore-env denies 'T'", "--deny-env=T"],
      [`add --allow-net=${address} --allow-env=T`, "--deny-net=[::1]"],
    ];
    for (const [advice, ...flags] of refusals) {
      const stderr = `dirscope: no permission: ${advice}\n`;
      await assertEnds(root, [[over, { code: 1, stderr }]], ["--allow-read", ...flags]);
    }
  });
});

test("without a permission it says all that its line needs to add, in one line, and exits 1", async () => {
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
      [["list_dir", "list_dir"], no("list_dir", root)],
    ], ["--allow-read=b"]);
    await assertEnds(root, [
      [["./list_dir"], no("./list_dir", root)],
    ], ["--allow-read=list_dir/x"]);
    await assertEnds(root, [
      [[".."], no("..", root.slice(0, root.lastIndexOf("/")))],
      [["tree", "b"], denied("b", "read", `${root}/b`)],
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
});

test("the flag that a missing permission is told with, given to a shell, is the one that was missing", async () => {
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
});

testsNeeding(TERMINAL)(
  "the commands never prompt, on a terminal either",
  () =>
    withTree({ "docs/guide.md": "" }, async (root) => {
      const rows: [flags: string[], words: string[]][] = [
        [[], ["find_files", "--log", "l"]],
        [["--allow-read"], ["find_files", "--log", "l"]],
        [[], ["replay", "l"]],
        [["--allow-write"], ["replay", "l"]],
        [[], ["overview", "docs"]],
        [[], ["explain_path", "docs"]],
        [[], ["tools"]],
      ];
      await Promise.all(rows.map(async ([flags, words]) => {
        const { stdout } = await run(onTerminal(denoRun(flags, CLI, ...words)), {
          cwd: root,
          meanwhile: endPrompt,
        });
        assert(!stdout.includes("requests"), `${words}: ${stdout}`);
      }));
    }),
);
