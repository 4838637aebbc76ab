import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { CLI, dirscope, withFixture } from "../support/cli.ts";
import { type Done, runAll } from "../support/command_lines.ts";
import { ANY_NAME } from "../support/machine.ts";
import { denoRun, forEachAtOnce, run } from "../support/process.ts";

const { DEFINITION, execute } = TOOLSETS.tree.list_dir;

/** Command lines that are right, with the arguments that they stand for. */
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
        [[...rest, `--${spelling}`], { ...others, [name]: true }],
        [[...rest, `--no-${spelling}`], { ...others, [name]: false }],
      ]);
    }
    const value = { path: "b", filter: "files", depth: 1, format: "json" }[name];
    if (value === undefined) return [];
    return spellings.flatMap((spelling): [string[], Record<string, unknown>][] => [
      [[`--${spelling}=${value}`, "--recursive"], { [name]: value, recursive: true }],
      [[`--${spelling}`, `${value}`, "--recursive"], { [name]: value, recursive: true }],
    ]);
  });

/** One in so many command lines is run in a process of its own, too. */
const OWN = 20;

/** Runs the command lines of a table, all in one process and some in their own, and hands over each result. */
async function forEachLine<Row extends readonly [words: string[], ...unknown[]]>(
  rows: readonly Row[],
  cwd: string,
  check: (row: Row, done: Done) => void | Promise<void>,
): Promise<void> {
  const all = await runAll(cwd, rows.map(([words]) => words));
  for (const [i, row] of rows.entries()) await check(row, all[i]!);
  const some = rows.filter((_, i) => i % OWN === 0);
  await forEachAtOnce(
    some,
    async (row) => await check(row, await run(dirscope(...row[0]), { cwd })),
  );
}

/** For a disk that takes such a name. */
const LINE_BREAK: typeof RIGHT[number] = [["line\nbreak"], { path: "line\nbreak" }];

Deno.test("exit 0: stdout holds the tool's text exactly, and a final newline", async () => {
  await withFixture(async (root) => {
    const wrong: string[] = [];
    const rows = [...RIGHT, ...BOTH_SPELLINGS, ...ANY_NAME.isHere ? [LINE_BREAK] : []];
    await forEachLine(rows, root, async ([words, args], done) => {
      const text = await execute(args, { cwd: root });
      assert(!text.startsWith("Error: "), `${words}: ${text}`);
      const { code, stdout, stderr } = done;
      const isRight = code === 0 && stdout === `${text}\n` && stderr === "";
      if (!isRight) wrong.push(JSON.stringify({ words, text, code, stdout, stderr }));
    });
    assertEquals(wrong, []);
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
  [["-r"], "-r"],
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
  [["--root", "b"], "--root"],
  [["--new\nline\x1b[31m"], "--new\\nline\\u{1B}[31m"],
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
  [["b", "b/d"], "b/d"],
  [["list_dir", "b", "b/d"], "b/d"],
  [["./list_dir", "b"], '"b"'],
  [["b", "list_dir"], "list_dir"],
  [["--path", "b", "b/d"], "b/d"],
  [["--recursive", "b", "b/d"], "b/d"],
  [["--", "b", "--recursive"], "--recursive"],
  [["b", "new\nline"], "new\\nline"],
];

Deno.test("exit 2: wrong usage, what DEFINITION refuses included, is told in one line on stderr", async () => {
  await withFixture(async (root) => {
    const wrong: string[] = [];
    await forEachLine(WRONG, root, ([words, named], { code, stdout, stderr }) => {
      const isTold = code === 2 && stdout === "" && /^dirscope: [^\n]+\n$/.test(stderr) &&
        stderr.includes(named) && !stderr.includes("\x1b");
      if (!isTold) wrong.push(JSON.stringify({ words, named, code, stdout, stderr }));
    });
    assertEquals(wrong, []);
  });
});

Deno.test("exit 2 touches nothing: without any permission wrong usage is still what is told", async () => {
  for (const words of [["--nope"], ["--depth=-1"], ["a", "b"]]) {
    const { code, stderr } = await run(denoRun(["--no-prompt"], CLI, ...words));
    assertEquals(code, 2);
    assert(!stderr.includes("permission"), stderr);
  }
});
