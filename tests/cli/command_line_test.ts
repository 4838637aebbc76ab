import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { dirscope, withFixture } from "../support/cli.ts";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { ANY_NAME } from "../support/machine.ts";
import { run } from "../support/process.ts";

const { DEFINITION, execute } = TOOLSETS.tree.list_dir;

/** Valid command lines, with the arguments that they set. */
const RIGHT: readonly [words: string[], args: Record<string, unknown>][] = [
  // "A first word that is a tool's or command's name is one (`./ls` for a folder of that name);
  // without one it is `list_dir` of `tree`."
  [[], {}],
  [["list_dir"], {}],
  [["./list_dir"], { path: "list_dir" }],
  [["list_dir", "list_dir"], { path: "list_dir" }],
  [["list_dir/"], { path: "list_dir" }],
  [["--recursive", "list_dir"], { recursive: true, path: "list_dir" }],
  [["--path=list_dir"], { path: "list_dir" }],
  // "PATH fills the tool's path or root argument."
  [["b"], { path: "b" }],
  [["list_dir", "b"], { path: "b" }],
  [["b/"], { path: "b" }],
  [["./b/../b"], { path: "b" }],
  [["007"], { path: "007" }],
  [["1e3"], { path: "1e3" }],
  [["true"], { path: "true" }],
  [["--path", "007"], { path: "007" }],
  [["with space"], { path: "with space" }],
  [["empty"], { path: "empty" }],
  [["--", "b"], { path: "b" }],
  [["--", "-dash"], { path: "-dash" }],
  [["./-dash"], { path: "-dash" }],
  [["--path=-dash"], { path: "-dash" }],
  [["--recursive", "--", "-dash"], { path: "-dash", recursive: true }],
  [["list_dir", "--", "-dash"], { path: "-dash" }],
  [["--", "list_dir"], { path: "list_dir" }],
  // "booleans take `--no-…`", and never the next word.
  [["--recursive"], { recursive: true }],
  [["--recursive", "b"], { recursive: true, path: "b" }],
  [["b", "--recursive"], { recursive: true, path: "b" }],
  [["--recursive=true"], { recursive: true }],
  [["--recursive=false"], {}],
  [["--no-recursive"], {}],
  [["--no-recursive", "b"], { path: "b" }],
  // "integers are checked"
  [["--recursive", "--depth", "0"], { recursive: true, depth: 0 }],
  [["--recursive", "--depth", "2"], { recursive: true, depth: 2 }],
  // At a terminal nobody means a depth that has no effect.
  [["--depth", "1"], { recursive: true, depth: 1 }],
  [["--no-recursive", "--depth", "1"], {}],
  [["--recursive", "--depth=1", "b"], { recursive: true, depth: 1, path: "b" }],
  [["--filter", "files", "--recursive"], { recursive: true, filter: "files" }],
  [["--filter=folders", "--recursive"], { recursive: true, filter: "folders" }],
  [["--filter=both"], {}],
  [["--format", "json", "--recursive"], { recursive: true, format: "json" }],
  [["--format=text"], {}],
  [["--json"], { format: "json" }],
  [["b", "--json", "--recursive", "--filter=files"], {
    path: "b",
    format: "json",
    recursive: true,
    filter: "files",
  }],
  // "`--scope DIR` (repeatable) sets `roots`."
  [["--scope", "."], {}],
  [["--scope", "b", "b"], { path: "b" }],
  [["--scope=b", "b/d"], { path: "b/d" }],
  [["--scope", "b", "--scope", "list_dir", "./list_dir"], { path: "list_dir" }],
  [["--scope", "list_dir", "--show-data", "list_dir"], { path: "list_dir", show_data: true }],
  // "`--toolset ID` chooses among equal names"
  [["--toolset", "tree"], {}],
  [["--toolset=tree", "b"], { path: "b" }],
  [["--toolset", "tree", "list_dir", "b"], { path: "b" }],
  [["list_dir", "--toolset", "tree", "b"], { path: "b" }],
  [["b", "--toolset=tree"], { path: "b" }],
];

/** "`--use_gitignore` and `--use-gitignore` are the same": for each argument of the DEFINITION. */
const BOTH_SPELLINGS: typeof RIGHT = Object.entries(DEFINITION.function.parameters.properties)
  .flatMap(([name, { type }]) => {
    const kebab = name.replaceAll("_", "-");
    const spellings = [...new Set([name, kebab])];
    if (type === "boolean") {
      const rest = ["--show-data", "--recursive"].filter((flag) => flag !== `--${kebab}`);
      const others = Object.fromEntries(
        rest.map((flag) => [flag.slice(2).replace("-", "_"), true]),
      );
      return spellings.flatMap((spelling): [string[], Record<string, unknown>][] => [
        [["list_dir", ...rest, `--${spelling}`], { ...others, [name]: true }],
        [["list_dir", ...rest, `--no-${spelling}`], { ...others, [name]: false }],
      ]);
    }
    const value = { path: "b", filter: "files", depth: 1, format: "json" }[name];
    if (value === undefined) return [];
    return spellings.flatMap((spelling): [string[], Record<string, unknown>][] => [
      [[`--${spelling}=${value}`, "--recursive"], { [name]: value, recursive: true }],
      [[`--${spelling}`, `${value}`, "--recursive"], {
        [name]: value,
        recursive: true,
      }],
    ]);
  });

/** For a disk that takes such a name. */
const LINE_BREAK: typeof RIGHT[number] = [["line\nbreak"], { path: "line\nbreak" }];

Deno.test("exit 0: stdout holds the tool's text exactly, and a final newline", async () => {
  await withFixture(async (root) => {
    const lines = [...RIGHT, ...BOTH_SPELLINGS, ...ANY_NAME.isHere ? [LINE_BREAK] : []];
    const rows = lines.map(async ([words, args]): Promise<CommandLineRow> => {
      const text = await execute(args, { cwd: root });
      assert(!text.startsWith("Error: "), `${words}: ${text}`);
      return [words, { stdout: text === "" ? "" : `${text}\n` }];
    });
    await assertEnds(root, await Promise.all(rows));
    // In a process of its own, too.
    const [words, { stdout }] = await rows[5]!;
    const ended = await run(dirscope(...words), { cwd: root });
    assertEquals(ended, { code: 0, signal: null, stdout: `${stdout}`, stderr: "" });
  });
});

/** Command lines that are wrong, and what the complaint must name. */
const WRONG: readonly [words: string[], named: string][] = [
  // Unknown flags.
  [["--nope"], "--nope"],
  [["--nope=1"], "--nope"],
  [["b", "--nope", "b"], "--nope"],
  [["--recursiv"], "--recursiv"],
  [["--Recursive"], "--Recursive"],
  [["-x"], "-x"],
  [["-x"], "-x"],
  [["-rf", "b"], "-rf"],
  [["-5"], "-5"],
  [["-dash"], "-dash"],
  [["--no-nope"], "nope"],
  [["--no-depth"], "depth"],
  [["--no-path"], "path"],
  [["--no-"], "--no-"],
  [["--=x"], "--"],
  [["--path.x=1"], "--path.x"],
  [["--recursive.x"], "--recursive.x"],
  [["--__proto__=1"], "__proto__"],
  [["--__proto__.x=1"], "__proto__"],
  [["--constructor"], "constructor"],
  [["--toString=1"], "toString"],
  [["--new\x07line\x1b[31m"], "--new\\u{7}line\\u{1B}[31m"],
  // Missing values.
  [["--depth"], "depth"],
  [["--depth="], "depth"],
  [["--depth", "--recursive"], "depth"],
  [["--filter"], "filter"],
  [["--filter", "--recursive"], "filter"],
  [["--format="], "format"],
  [["--path"], "path"],
  [["--path="], "path"],
  [[""], "path"],
  [["--target"], "target"],
  [["--memory-key"], "memory"],
  [["--memory"], "memory"],
  [["--memory="], "memory"],
  [["--scope"], "scope"],
  [["--scope="], "scope"],
  [["--scope", "b", "--scope", ""], "scope"],
  [["--scope", "--recursive"], "scope"],
  [["--toolset"], "toolset"],
  [["--toolset="], "toolset"],
  [["--toolset", "nope"], "toolset"],
  [["--toolset=toString"], "toolset"],
  // Values that the DEFINITION refuses.
  [["--depth=-1"], "depth must be an integer of at least 0, not -1"],
  [["--depth", "-1"], "-1"],
  [["--depth", "two"], "depth"],
  [["--depth", "2.5"], "depth"],
  [["--depth", "1e3"], "depth"],
  [["--depth", "0x10"], "depth"],
  [["--depth", "NaN"], "depth"],
  [["--depth", "Infinity"], "depth"],
  [["--depth", "null"], "depth"],
  [["--depth", " 1"], "depth"],
  [["--depth", "true"], "depth"],
  [["--filter", "nope"], "filter"],
  [["--filter=FILES"], "filter"],
  [["--filter", "null"], "filter"],
  [["--format=yaml"], "format"],
  [["--target=disk"], "target"],
  [["--recursive=yes"], "recursive"],
  [["--recursive="], "recursive"],
  [["--recursive=1"], "recursive"],
  [["--use-gitignore=no"], "gitignore"],
  [["--no-recursive=yes"], "recursive"],
  // The command's own flags that are on or off.
  [["--json=nope"], "json"],
  // A word too many.
  [["b", "a.txt"], "a.txt"],
  [["list_dir", "b", "b/d"], "b/d"],
  [["./list_dir", "none"], '"none"'],
  [["--path", "b", "b/d"], "b/d"],
  [["--recursive", "b", "to-a"], "to-a"],
  [["--", "b", "--recursive"], "--recursive"],
  [["b", "new\nline"], "new\\nline"],
];

Deno.test("exit 2: wrong usage, what DEFINITION refuses included, is reported in one line on stderr", async () => {
  await withFixture(async (root) => {
    const stderr = /^dirscope: \P{Cc}+\n$/u;
    await assertEnds(root, WRONG.map(([words]) => [words, { code: 2, stderr }]));
    const done = await runAll(root, WRONG.map(([words]) => words));
    const unnamed = WRONG.filter(([, named], i) => !done[i]!.stderr.includes(named));
    assertEquals(unnamed, []);
  });
});

Deno.test("exit 2 touches nothing: without any permission wrong usage is still what is reported", async () => {
  const stderr = /^(?!.*permission)/s;
  const lines = [["--nope"], ["--depth=-1"], ["stat_path", "a", "b"]];
  await assertEnds(".", lines.map((words) => [words, { code: 2, stderr }]), []);
});
