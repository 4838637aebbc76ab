import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { dirscope, withFixture } from "../support/cli.ts";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { ANY_NAME } from "../support/machine.ts";
import { run } from "../support/process.ts";

const { DEFINITION, execute } = TOOLSETS.tree.list_dir;

/** Valid command lines, with the arguments that they set. */
const RIGHT: readonly [words: string[], args: Record<string, unknown>][] = [
  // "without a word, or with a path (`.`, `..`, one with a slash), it is `list_dir` of `tree`"
  [[], {}],
  [["."], {}],
  [["./b/.."], {}],
  [["list_dir"], {}],
  [["list-dir"], {}],
  [["./list_dir"], { path: "list_dir" }],
  [["list_dir", "list_dir"], { path: "list_dir" }],
  [["list_dir/"], { path: "list_dir" }],
  [["--recursive", "./list_dir"], { recursive: true, path: "list_dir" }],
  [["--path=list_dir"], { path: "list_dir" }],
  [["list_dir", "b"], { path: "b" }],
  [["list_dir", "007"], { path: "007" }],
  [["list_dir", "1e3"], { path: "1e3" }],
  [["list_dir", "--path", "007"], { path: "007" }],
  [["list_dir", "with space"], { path: "with space" }],
  [["list_dir", "--", "-dash"], { path: "-dash" }],
  [["./-dash"], { path: "-dash" }],
  [["--path=-dash"], { path: "-dash" }],
  // "booleans take `--no-…`", and never the next word.
  [["--recursive", "b/"], { recursive: true, path: "b" }],
  [["b/", "--recursive"], { recursive: true, path: "b" }],
  [["list_dir", "--recursive", "true"], { recursive: true, path: "true" }],
  [["list_dir", "-j", "true"], { format: "json", path: "true" }],
  [["list_dir", "--path", "true"], { path: "true" }],
  [["--recursive=true"], { recursive: true }],
  [["--recursive=false"], {}],
  [["--no-recursive", "./b"], { path: "b" }],
  // "integers are checked"
  [["--recursive", "--depth", "0"], { recursive: true, depth: 0 }],
  [["--recursive", "--depth=1", "./b"], { recursive: true, depth: 1, path: "b" }],
  [["--filter=folders", "--recursive"], { recursive: true, filter: "folders" }],
  [["--format=json"], { format: "json" }],
  [["--json"], { format: "json" }],
  [["-j", "./b", "--recursive", "--filter=files"], {
    path: "b",
    format: "json",
    recursive: true,
    filter: "files",
  }],
  // "Six letters: `-a -L -d -g -0 -j`": a level needs no descent.
  [["-L", "1"], { recursive: true, depth: 0 }],
  [["./b", "-L2"], { recursive: true, depth: 1, path: "b" }],
  [["-dL", "2"], { recursive: true, depth: 1, filter: "folders" }],
  // "`--scope DIR` (repeatable) sets `roots`."
  [["--scope", "b", "b/d"], { path: "b/d" }],
  [["--scope", "b", "--scope", "list_dir", "./list_dir"], { path: "list_dir" }],
  // "`--toolset ID` chooses among equal names"
  [["--toolset", "tree"], {}],
  [["--toolset=tree", "./b"], { path: "b" }],
  [["list_dir", "--toolset", "tree", "b"], { path: "b" }],
];

function flagOf(name: string, value: unknown, spelling = name.replaceAll("_", "-")): string {
  if (typeof value === "boolean") return value ? `--${spelling}` : `--no-${spelling}`;
  return `--${spelling}=${value}`;
}

/** "`--use_gitignore` and `--use-gitignore` are the same": for each argument of the DEFINITION. */
const BOTH_SPELLINGS: typeof RIGHT = Object.entries(DEFINITION.function.parameters.properties)
  .flatMap(([name, { type }]) => {
    const value = { path: "./b", filter: "files", depth: 1, format: "json" }[name];
    const values = type === "boolean" ? [true, false] : value === undefined ? [] : [value];
    return values.flatMap((value) => {
      const args: Record<string, unknown> = { recursive: true, show_data: true, [name]: value };
      return [name, name.replaceAll("_", "-")].map((spelling): typeof RIGHT[number] => {
        const flags = Object.entries(args).map(([each, value]) =>
          flagOf(each, value, each === name ? spelling : undefined)
        );
        return [["list_dir", ...flags], args];
      });
    });
  });

/** For a disk that takes such a name. */
const LINE_BREAK: typeof RIGHT[number] = [["list_dir", "line\nbreak"], { path: "line\nbreak" }];

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
    const [words, { stdout }] = await rows[9]!;
    const ended = await run(dirscope(...words), { cwd: root });
    assertEquals(ended, { code: 0, signal: null, stdout: `${stdout}`, stderr: "" });
  });
});

/** Command lines that are wrong, and what the complaint must say. */
const WRONG: readonly [words: string[], said: string][] = [
  // "A first word that is none is an error that names the nearest."
  [["b"], 'no tool "b": find_path b searches for it, and ./b is a folder'],
  [["find_file"], "did you mean find_files?"],
  [["overveiw"], "did you mean overview?"],
  [["definitions"], "did you mean definition?"],
  [["tool\nx\x1b"], 'no tool "tool\\nx\\u{1B}"'],
  [["agent", "overview"], "it is a toolset; name one of its tools: stat_path"],
  [["--recursive", "list_dir"], '"list_dir" follows a flag: a tool comes first'],
  // A line of an earlier version, or of another program, is told what to type.
  [["fd", "x"], "type glob_search '**/*PATTERN*' [DIR]"],
  [["find", ".", "-name", "x"], "type glob_search '**/GLOB' [DIR]"],
  [["rg", "--files"], "type find_files [DIR]"],
  [["changes"], "git status"],
  [["find_files", "-e", "ts"], "--extensions EXT"],
  [["ls", "-R"], "tree shows all levels"],
  [["tree", "--recursive"], 'unknown option "--recursive"'],
  // Unknown flags.
  [["--nope=1"], 'unknown option "--nope=1"'],
  [["--recursiv"], "did you mean --recursive?"],
  [["-x"], "-x"],
  [["-xL", "1"], "-xL"],
  [["-5"], "-5"],
  [["--no-depth"], "no-depth"],
  [["--no-"], "--no-"],
  [["--path.x=1"], "--path.x"],
  [["--__proto__=1"], "proto"],
  [["--__proto__.x=1"], "proto"],
  [["--constructor"], "constructor"],
  [["--toString=1"], "toString"],
  [["--new\x07line\x1b[31m"], "--new\\u{7}line\\u{1B}[31m"],
  // Missing values.
  [["--depth"], "--depth needs a value"],
  [["--depth="], "--depth needs a value"],
  [["--depth", "--recursive"], "--depth needs a value"],
  [["--path", "--json"], "--path needs a value; one that begins with - is given as --path=VALUE"],
  [["-L"], "-L needs a value"],
  [["--scope", "b", "--scope", ""], "--scope needs a value"],
  [["--memory="], "memory"],
  [["--toolset"], "toolset"],
  [["--toolset=toString"], "toolset"],
  [["--toolset", "files"], 'no tool "list_dir" in toolset files: name one of ls'],
  // Values that the DEFINITION refuses.
  [["--depth=-1"], "depth must be an integer of at least 0, not -1"],
  ...["two", "2.5", "1e3", "0x10", "NaN", "null", " 1"].map((value): [string[], string] => [
    ["--depth", value],
    "depth must be an integer",
  ]),
  [["-L", "0"], '-L must be an integer of at least 1, not "0"'],
  [["-L", "\x1b[2J"], '-L must be an integer of at least 1, not "\\u{1B}[2J"'],
  [["--filter=FILES"], "filter"],
  [["--format=yaml"], "format"],
  [["--target=disk"], "target"],
  // A switch is on or off.
  ...["--recursive=yes", "--recursive=", "--use-gitignore=no", "--no-recursive=yes", "--json=1"]
    .map((word): [string[], string] => [[word], "takes no value but true or false"]),
  // A word too many, and a flag twice.
  [["--path", "b", "./b/d"], 'unexpected argument "./b/d": list_dir has its path'],
  [["overview", "--path=b", "x"], 'unexpected argument "x": overview has its path'],
  [["-L1", "--depth", "5"], "-L sets --depth of list_dir, which is given too"],
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
  const lines = [["--nope"], ["--depth=-1"], ["nope"]];
  await assertEnds(".", lines.map((words) => [words, { code: 2, stderr }]), []);
});
