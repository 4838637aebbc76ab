import { assertEnds, type CommandLineRow } from "../support/command_lines.ts";
import { withTree } from "../support/tree.ts";

const WRONG: readonly [words: string[], stderr: string][] = [
  [["definition"], "definition needs a TOOL, or --toolset NAME"],
  [["definition", "--format", "mcp"], "definition needs a TOOL, or --toolset NAME"],
  [["definition", "nope"], 'no tool "nope": dirscope tools lists them'],
  [["definition", "no\npe\x1b"], 'no tool "no\\npe\\u{1B}": dirscope tools lists them'],
  [["definition", "overveiw"], 'no tool "overveiw": did you mean overview?'],
  [["definition", "tree"], 'no tool "tree": type dirscope definition --toolset tree'],
  [["definition", "toString"], 'no tool "toString": dirscope tools lists them'],
  [["definition", "find_files", "list_dir"], 'unexpected argument "list_dir"'],
  [
    ["definition", "ls", "--format", "toString"],
    "--format must be one of openai, responses, anthropic, gemini, mcp",
  ],
  [["definition", "ls", "--format"], "--format needs a value"],
  [["definition", "ls", "--json"], 'unknown option "--json"'],
  // "a wrong flag or command names the nearest right one"
  [["definition", "ls", "--no-format"], 'unknown option "--no-format": did you mean --format?'],
  [["definition", "ls", "--fromat", "mcp"], 'unknown option "--fromat": did you mean --format?'],
  [["tools", "--tolset=tree"], 'unknown option "--tolset=tree": did you mean --toolset?'],
  [["replay", "-help"], 'unknown option "-help": did you mean --help?'],
  [["definition", "ls", "--toolset="], "--toolset needs a value"],
  [
    ["tools", "--toolset", "nope"],
    "--toolset must be one of tree, envelope, codex, files, discovery, agent",
  ],
  [
    ["tools", "--toolset", "__proto__"],
    "--toolset must be one of tree, envelope, codex, files, discovery, agent",
  ],
  [["tools", "--toolset"], "--toolset needs a value"],
  [["tools", "agent"], 'unexpected argument "agent"'],
  [["tools", "--nope"], 'unknown option "--nope"'],
  [["tools", "--json"], 'unknown option "--json"'],
  [["tools", "-y"], 'unknown option "-y"'],
  [["tools", "--no\x07pe"], 'unknown option "--no\\u{7}pe"'],
  [["replay"], "replay needs a FILE"],
  [["replay", "--nope", "x"], 'unknown option "--nope"'],
  [["completions"], "completions needs bash, zsh or fish"],
  [["completions", "sh"], 'completions needs bash, zsh or fish, not "sh"'],
  [["completions", "toString"], 'completions needs bash, zsh or fish, not "toString"'],
  [["completions", "bash", "zsh"], 'unexpected argument "zsh"'],
  [["completions", "--nope"], 'unknown option "--nope"'],
  [["mcp", "--nope"], 'unknown option "--nope"'],
];

Deno.test("the commands: exit 2 wrong usage, reported in one line on stderr", async () => {
  await withTree({}, async (root) => {
    const rows = WRONG.map(([words, said]): CommandLineRow => {
      const advice = /: (?:did|type|dirscope) /.test(said) ? "" : " (--help shows the usage)";
      return [words, { code: 2, stderr: `dirscope: ${said}${advice}\n` }];
    });
    await assertEnds(root, rows, []);
  });
});
