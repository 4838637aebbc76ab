import { assertEquals } from "@std/assert";
import { findTool } from "../../src/cli/find_tool.ts";
import { COMMANDS_TREE } from "../support/cli.ts";
import { assertEnds } from "../support/command_lines.ts";
import { withTree } from "../support/tree.ts";

Deno.test("a tool's name alone is searched in agent before discovery, and in tree first of all", async () => {
  assertEquals((await findTool("find_files", undefined))?.toolset, "agent");
  assertEquals((await findTool("list_dir", undefined))?.toolset, "tree");
  for (const name of ["toString", "__proto__", "", undefined]) {
    assertEquals(await findTool(name, undefined), undefined);
  }
});

Deno.test("a folder called like a command is listed: `./ls` for a folder of that name", async () => {
  await withTree(COMMANDS_TREE, async (root) => {
    const rows: [words: string[], stdout: string][] = [
      [["./tools"], "e\n"],
      [["tools/"], "e\n"],
      [["--", "tools"], "e\n"],
      [["list_dir", "tools"], "e\n"],
      [["--path", "tools"], "e\n"],
      [["--toolset", "tree", "tools"], "e\n"],
      [["./definition"], "a\n"],
      [["./completions"], "b\n"],
      [["./mcp"], "c\n"],
      [["./replay"], "d\n"],
      [["find_files", "tools"], "tools/e\n"],
      [
        ["overview", "mcp", "--no-use-gitignore"],
        "overview mcp: 1 file; no history read (no .git in scope)\nc\n",
      ],
    ];
    await assertEnds(root, rows.map(([words, stdout]) => [words, { stdout, stderr: /^/ }]));
  });
});

Deno.test("by name alone it is the agent's tool: hints and suggestions show on stderr", async () => {
  await withTree({ "docs/GUIDE.md": "", ".gitignore": "out\n", "out/x.js": "" }, async (root) => {
    const hint = "hint: 1 differs only by case (--no-case-sensitive)\n";
    await assertEnds(root, [
      [["find_files", "dosc"], {
        code: 1,
        stderr: "error not_found: 'dosc' does not exist\nsuggestion: docs\n",
      }],
      [["stat_path", "dosc"], {
        stdout: "path: dosc\nname: dosc\nkind: missing\nexists: false\n",
        stderr: "stat_path dosc: 1 entry\nsuggestion: docs\n",
      }],
      [["find_files", "--name-contains", "guide", "--case-sensitive"], {
        stderr: `find_files .: 0 entries\n${hint}`,
      }],
      [["glob_search", "--pattern", "**/*.js", "--use-gitignore", "--null"], {
        stderr:
          "glob_search .: 0 entries\nhint: 1 would match with --no-use-gitignore (first: .gitignore:1 out)\n",
      }],
      [["find_files", "--name-contains", "guide", "--case-sensitive", "--all"], { stderr: hint }],
      [["--toolset", "discovery", "find_files", "dosc"], {
        code: 1,
        stderr: "error not_found: 'dosc' does not exist\n",
      }],
      [["--toolset", "agent", "list_dir", "docs"], {
        stdout: "docs/GUIDE.md\n",
        stderr: "list_dir docs: 1 entry\n",
      }],
    ]);
  });
});
