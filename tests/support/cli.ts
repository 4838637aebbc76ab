/** The command as its tests start it, and trees for it to list. */
import { denoRun, projectFile } from "./process.ts";
import { link, possible, type Tree, withTree } from "./tree.ts";

export const CLI: string = projectFile("cli.ts");

/** The commands that are not tools. */
export const COMMANDS: readonly string[] = ["completions", "definition", "mcp", "replay", "tools"];

/** Entries that the tools of `agent` distinguish: ignored, hidden, links in and out, a name of two lines. */
export const AGENT_TREE: Tree = possible({
  ".git/HEAD": "",
  ".gitignore": "dist/\n",
  ".hidden/x": "",
  "dist/bundle.js": "",
  "link": link("src/"),
  "out": link("../elsewhere"),
  "src/a/b.ts": "",
  "src/line\nbreak": "",
});

/** Names that a shell, or a parser of flags, could take for something else. */
const TREE: Tree = {
  ".gitignore": "a.txt\n",
  "-dash/y.txt": "",
  "007/x.txt": "",
  "1e3/x.txt": "",
  "a.txt": "",
  "b/c.txt": "",
  "b/d/e.txt": "",
  "b/d/f/g.txt": "",
  "empty/": "",
  "line\nbreak/x.txt": "",
  "list_dir/in-list-dir.txt": "",
  "to-a": link("a.txt"),
  "to-b": link("b"),
  "true/x.txt": "",
  "with space/x.txt": "",
};

/** The command, with the permission for the working directory. */
export function dirscope(...words: string[]): string[] {
  return denoRun(["--allow-read=."], CLI, ...words);
}

/** Builds a tree with hostile names, hands over its root, and removes it. */
export async function withFixture(test: (root: string) => Promise<void>): Promise<void> {
  await withTree(possible(TREE), test);
}

/** The escape sequences of colours. */
// deno-lint-ignore no-control-regex
export const ANSI = /\x1b\[[\d;]*m/g;
