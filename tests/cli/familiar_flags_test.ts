import { assert, assertEquals } from "@std/assert";
import { parseCommandLine } from "../../src/cli/command_line.ts";
import { UsageError } from "../../src/cli/terminal.ts";

/** "Habits work: `-L N`, `-d`, `-g`, `-0`, `-j`, `-a`": what a command line calls. */
const RIGHT: readonly [
  words: string,
  tool: string,
  args: object,
  flag?: "json" | "null" | "quiet",
][] = [
  // `-L 1` is the direct children.
  ["-L 1", "list_dir", { recursive: true, depth: 0 }],
  ["-L2 src", "list_dir", { recursive: true, depth: 1, path: "src" }],
  ["-L=2 --recursive", "list_dir", { recursive: true, depth: 1 }],
  ["find_files -L 3", "find_files", { max_depth: 3 }],
  ["--toolset files ls -a", "ls", { path: "." }],
  ["--toolset files ls . -L 3", "ls", { path: ".", "max-depth": 3 }],
  ["--toolset codex list_dir / -L 3", "list_dir", { dir_path: "/", depth: 3 }],
  ["-d", "list_dir", { filter: "folders" }],
  ["glob_search x -d", "glob_search", { pattern: "x", kind: "dir" }],
  // "without a tool it is `glob_search`, a pattern without a slash means at any depth"
  ["-g *.ts", "glob_search", { pattern: "**/*.ts" }],
  ["-g*.ts src", "glob_search", { pattern: "**/*.ts", root: "src" }],
  ["src -dg *.ts", "glob_search", { kind: "dir", pattern: "**/*.ts", root: "src" }],
  ["-g src/*.ts", "glob_search", { pattern: "src/*.ts" }],
  ["-g /*.ts", "glob_search", { pattern: "*.ts" }],
  ["-a", "list_dir", {}],
  ["LS -a", "LS", { include_hidden: true }],
  ["list_dir_entries -a", "list_dir_entries", { include_hidden: true }],
  ["overview --no-include-hidden", "overview", { include_hidden: false }],
  ["stat_path -a x", "stat_path", { path: "x" }],
  ["-aL 2", "list_dir", { recursive: true, depth: 1 }],
  ["-daL2 src", "list_dir", { filter: "folders", recursive: true, depth: 1, path: "src" }],
  ["-j", "list_dir", { format: "json" }, "json"],
  ["find_files -j0", "find_files", {}, "null"],
  ["-- ./-a", "list_dir", { path: "./-a" }],
  // "Flags of `ls`, `tree`, `fd`, `rg`: those with a meaning here work"
  ["-R src", "list_dir", { recursive: true, path: "src" }],
  ["--recursive src", "list_dir", { recursive: true, path: "src" }],
  ["find_files --recursive", "find_files", {}],
  // `fd PATTERN PATH`, and its `-d N`; the command's own flags may come first.
  ["main tests src", "glob_search", {
    pattern: "**/*main*",
    case_sensitive: false,
    root: ["tests", "src"],
  }],
  ["*.Md docs", "glob_search", { pattern: "**/*.Md", root: "docs" }],
  ["-e ts main src", "find_files", { name_contains: "main", extensions: ["ts"], root: "src" }],
  ["-d1 src", "list_dir", { recursive: true, depth: 0, path: "src" }],
  ["find_files -d 2 src", "find_files", { max_depth: 2, root: "src" }],
  ["tree -d src", "list_dir", { filter: "folders", path: "src", recursive: true }],
  ["--scope src --json ls docs", "list_dir_entries", { path: "docs" }, "json"],
  ["-0 find_files", "find_files", {}, "null"],
  ["-g *.a -g *.b", "glob_search", { pattern: "**/{*.a,*.b}" }],
  // "Words after" an overview "that are no folder are one query"
  ["overview fix the walk src", "overview", { path: "src", query: "fix the walk" }],
  ["overview - src", "overview", { path: "src", query: "-" }],
  ["overview walker", "overview", { query: "walker" }],
  ["overview src/none", "overview", { path: "src/none" }],
  ["overview --task fix", "overview", { query: "fix" }],
  ["find_path --query fix", "find_path", { queries: ["fix"] }],
  ["-e ts --max-results 3", "find_files", { extensions: ["ts"], limit: 3 }],
  ["-g x --limit=3", "glob_search", { pattern: "**/x", max_results: 3 }],
  ["overview src --recursive", "overview", { path: "src" }],
  ["--recursive=false", "list_dir", { recursive: false }],
  ["-la src", "list_dir_entries", { include_hidden: true, path: "src" }],
  ["-lAh", "list_dir_entries", { include_hidden: true }],
  ["--long", "list_dir_entries", {}],
  // `fd -t f` and `find -type f` go below, `tree -L 2` as far.
  ["-t f", "find_files", {}],
  ["-t d", "glob_search", { pattern: "**", kind: "dir" }],
  ["-t f -L 2", "find_files", { max_depth: 2 }],
  ["-t d -d1", "glob_search", { pattern: "**", kind: "dir", exclude: ["/*/*"] }],
  ["glob_search x --exclude y -L 2", "glob_search", { pattern: "x", exclude: ["y", "/*/*/*"] }],
  ["--files -t f", "find_files", {}],
  // What searches alone have is said to no tree.
  ["--limit 3", "glob_search", { pattern: "**", max_results: 3 }],
  ["-maxdepth 2", "glob_search", { pattern: "**", exclude: ["/*/*/*"] }],
  ["-S", "find_files", { sort: "size" }],
  // A first word that names nothing is a pattern; what `fd`, `rg` and `find` are given, too.
  ["main", "glob_search", { pattern: "**/*main*", case_sensitive: false }],
  ["--json Main", "glob_search", { pattern: "**/*Main*" }, "json"],
  ["-L 2 main src", "glob_search", {
    pattern: "**/*main*",
    case_sensitive: false,
    exclude: ["/*/*/*"],
    root: "src",
  }],
  ["list-dir-entries src --include-hidden", "list_dir_entries", {
    path: "src",
    include_hidden: true,
  }],
  ["fd", "glob_search", { pattern: "**" }],
  ["fd src", "glob_search", { pattern: "**/*src*", case_sensitive: false }],
  ["fd . src", "glob_search", { pattern: "**", case_sensitive: false, root: "src" }],
  ["fdfind -c never -s main", "glob_search", { pattern: "**/*main*", case_sensitive: true }],
  ["fd -e ts -t f main src", "find_files", {
    extensions: ["ts"],
    name_contains: "main",
    root: "src",
  }],
  ["rg --files -g !x src", "find_files", { exclude: ["x"], root: "src" }],
  ["find", "glob_search", { pattern: "**" }],
  ["find src tests -type d", "glob_search", {
    pattern: "**",
    kind: "dir",
    root: ["src", "tests"],
  }],
  ["--sort size", "find_files", { sort: "size" }],
  ["--extensions go src", "find_files", { extensions: ["go"], root: "src" }],
  ["--path-contains x", "find_files", { path_contains: "x" }],
  ["-i x", "glob_search", { pattern: "**/*x*", case_sensitive: false }],
  ["-e go -i X src", "find_files", {
    extensions: ["go"],
    name_contains: "X",
    case_sensitive: false,
    root: "src",
  }],
  [". -type f -maxdepth 2", "find_files", { root: ".", max_depth: 2 }],
  [". -maxdepth 1 -iname *.ts", "glob_search", {
    root: ".",
    pattern: "**/*.ts",
    exclude: ["/*/*"],
    case_sensitive: false,
  }],
  ["--files -g *.ts", "glob_search", { pattern: "**/*.ts", kind: "file" }],
  ["ls -ltr src", "list_dir_entries", { path: "src" }],
  ["tree src", "list_dir", { path: "src", recursive: true }],
  ["-L 2 -I node_modules src", "list_dir", { path: "src", recursive: true, depth: 1 }],
  ["find_path fix the parser", "find_path", { queries: ["fix the parser"] }],
  ["find_path fix the parser src docs", "find_path", {
    queries: ["fix the parser"],
    root: ["src", "docs"],
  }],
  ["glob_search x --type=directory", "glob_search", { pattern: "x", kind: "dir" }],
  ["find_files -type f", "find_files", {}],
  ["-e ts -e tsx src", "find_files", { extensions: ["ts", "tsx"], root: "src" }],
  ["--extension ts", "find_files", { extensions: ["ts"] }],
  ["--ext ts", "find_files", { extensions: ["ts"] }],
  ["overview -H", "overview", { include_hidden: true }],
  ["overview --hidden --no-ignore", "overview", { include_hidden: true, use_gitignore: false }],
  ["overview -u", "overview", { use_gitignore: false, include_hidden: true }],
  ["stat_path -I x", "stat_path", { path: "x" }],
  ["--max-depth 2", "list_dir", { recursive: true, depth: 1 }],
  ["find_files --max-depth 2", "find_files", { max_depth: 2 }],
  ["-name *.ts", "glob_search", { pattern: "**/*.ts" }],
  // `exclude` reads slashes itself as `-g` does.
  ["find_files -g !*.md -E dist", "find_files", { exclude: ["*.md", "dist"] }],
  ["-g !/dist -g *.ts", "glob_search", { pattern: "**/*.ts", exclude: ["/dist"] }],
  ["find_files -E *.ts -E a", "find_files", { exclude: ["*.ts", "a"] }],
  ["find_files -g !*.ts", "find_files", { exclude: ["*.ts"] }],
  ["find_files -S", "find_files", { sort: "size" }],
  ["find_files --changed-within 2h", "find_files", { modified_within: "2h" }],
  ["find_files -q", "find_files", {}, "quiet"],
  ["find_files -print0", "find_files", {}, "null"],
  // "a swapped pattern and path are put right"
  ["glob_search src *.ts", "glob_search", { pattern: "*.ts", root: "src" }],
  ["glob_search a? *.ts", "glob_search", { pattern: "a?", root: "*.ts" }],
  // "of `glob_search`, the first word is the pattern", the second the root.
  ["glob_search *.ts", "glob_search", { pattern: "*.ts" }],
  ["glob_search *.ts src", "glob_search", { pattern: "*.ts", root: "src" }],
  ["glob_search --pattern *.ts src", "glob_search", { pattern: "*.ts", root: "src" }],
  ["glob_search *.ts --root src", "glob_search", { pattern: "*.ts", root: "src" }],
];

Deno.test("short flags and words: which tool a command line calls, and how", async () => {
  for (const [line, name, args, flag] of RIGHT) {
    const parsed = await parseCommandLine(line.split(" "));
    assertEquals([parsed.tool.DEFINITION.function.name, parsed.args], [name, args], line);
    if (flag !== undefined) assertEquals(parsed.flags[flag], true, line);
  }
});

/** "a wrong flag or command names the nearest right one", and what a tool cannot do, the tools that can. */
const WRONG: readonly [words: string, report: string][] = [
  ["--dpeth 2", 'unknown option "--dpeth": did you mean --depth?'],
  ["--gitignore", 'unknown option "--gitignore": did you mean --use-gitignore?'],
  ["-depth 2", 'unknown option "-depth": did you mean --depth?'],
  ["overview --max-tokns=9", 'unknown option "--max-tokns=9": did you mean --max-tokens?'],
  ["--max-tokens 9", 'unknown option "--max-tokens": overview and changes have it'],
  ["-y", 'unknown option "-y" (--help shows the usage)'],
  ["stat_path a b", 'unexpected argument "b": stat_path takes one path'],
  ["overview src docs", 'unexpected argument "docs": overview takes one path'],
  ["find_fils src x", 'no tool "find_fils": did you mean find_files, or fd find_fils?'],
  ["--json overveiw", 'no tool "overveiw": did you mean overview, or fd overveiw?'],
  [
    "rg foo src",
    "rg needs --files: the tools read names, and no contents (--help shows the usage)",
  ],
  ["src README.md", 'unexpected argument "README.md": it is no folder'],
  ["rg --files README.md", 'unexpected argument "README.md": it is a file: ls -d prints its path'],
  [
    "^main src",
    'unexpected argument "^main": a pattern is part of a name, or a glob, and no regular expression',
  ],
  ["ls -lU", 'unknown option "-lU" (--help shows the usage)'],
  // Flags of any tool are near, of a line that names none.
  ["--extnsions ts", 'unknown option "--extnsions": did you mean --extensions?'],
  ["--maxdepht 2", 'unknown option "--maxdepht": did you mean --maxdepth?'],
  // One rule: what reverses is for `ls` alone.
  [
    "find_files -r",
    `unknown option "-r": -R goes all levels down, and ls alone reverses its order`,
  ],
  ["tree -r", `unknown option "-r": -R goes all levels down, and ls alone reverses its order`],
  [
    "glob_search x --reverse",
    `unknown option "--reverse": -R goes all levels down, and ls alone reverses its order`,
  ],
  [
    "codex list_dir -L 2",
    'no tool "codex": type dirscope --toolset codex list_dir -L 2',
  ],
  [
    "agent src $x",
    `no tool "agent": type dirscope --toolset agent TOOL src '$x'`,
  ],
  // "An unquoted glob is told to be quoted"
  [
    "glob_search CHANGELOG.md CONTRIBUTING.md README.md",
    "unexpected argument \"CONTRIBUTING.md\": quote a glob, as in '*.md', or the shell expands it",
  ],
  ["glob_search a.md b.md c.md", 'unexpected argument "b.md": it is no folder'],
  ["find_files *.ts src", 'unexpected argument "*.ts": glob_search takes a pattern'],
  [
    "-t ts",
    "the kind must be f or d: -e is for extensions, --sort for the newest first, and -g '*' marks links with @ (--help shows the usage)",
  ],
  ["find_files -t d", "find_files has no -t: list_dir, glob_search and find_path have it"],
  ["find_files README.md deno.json", 'unexpected argument "README.md": it is no folder'],
  ["find_files -l", 'unknown option "-l": ls -l shows sizes and times'],
  ["--no-depth=3", 'unknown option "--no-depth=3": did you mean --depth?'],
  ["overview -L 2", "overview has no -L: list_dir, ls, find_files and glob_search have it"],
  ["find_files -d", "find_files has no -d: list_dir, glob_search and find_path have it"],
  ["find_files -g x", "find_files has no -g: glob_search has it"],
  [
    "overview -0",
    'unknown option "-0": stat_path, find_files, glob_search, list_dir_entries and find_path have it',
  ],
  [
    "LS --all",
    'unknown option "--all": find_files, glob_search and list_dir_entries have it',
  ],
  [
    "-L 0",
    "the depth must be an integer of at least 1; no link is followed (--help shows the usage)",
  ],
  [
    "find -L .",
    "the depth must be an integer of at least 1; no link is followed (--help shows the usage)",
  ],
  ["-L", "-L needs a value (--help shows the usage)"],
  ["-g --json", "-g needs a value (--help shows the usage)"],
  ["glob_search ** -d -t f", "-t sets --kind, which is given too (--help shows the usage)"],
  ["-g a/* -g b", "two globs are given: -g '*.{a,b}' takes either"],
  ["-L 2 --depth 3", "-L sets --depth, which is given too (--help shows the usage)"],
  [
    "--toolset envelope",
    "toolset envelope has no tool of that name: name one of its tools first (LS) (--help shows the usage)",
  ],
];

Deno.test("wrong command lines: status 2, and one line with advice", async () => {
  for (const [line, report] of WRONG) {
    const error = await parseCommandLine(line.split(" ")).then(() => undefined, (error) => error);
    assert(error instanceof UsageError, line);
    assertEquals([error.status, await error.report()], [2, `dirscope: ${report}`], line);
  }
});
