import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { AGENT_TREE } from "../support/cli.ts";
import { assertEnds, type CommandLineRow, runAll } from "../support/command_lines.ts";
import { ANY_NAME, LINKS, testsNeeding } from "../support/machine.ts";
import { projectFile } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS, ANY_NAME);

const SAMPLE = projectFile("fixtures/sample");
const UNKNOWN = "No .git was found within the scope: .gitignore files above it are not known.\n";

/** The result as `--json` prints it. */
const asJson = (result: unknown): string => `${JSON.stringify(result, null, 2)}\n`;

Deno.test("overview at the terminal: stdout is the tool's text and a final newline, or with --json the result", async () => {
  const { overview } = TOOLSETS.agent;
  const whole = "overview .: 3 files, 3 dirs; no history read (no .git in scope)\n" +
    "docs/\n guide.md\nsrc/\n main.py\n utils/\n  helpers.py\n";
  const source =
    "overview src: 2 files, 1 dir; no history read (no .git in scope)\nmain.py\nutils/\n helpers.py\n";
  const docs = "overview docs: 1 file; no history read (no .git in scope)\nguide.md\n";
  const cwd = SAMPLE;
  await assertEnds(SAMPLE, [
    [["overview", "--no-use-gitignore"], { stdout: whole }],
    [["overview", ".", "--no-use-gitignore"], { stdout: whole }],
    [["overview"], { stdout: whole + UNKNOWN }],
    [["overview", "--path=src", "--no-use_gitignore"], { stdout: source }],
    [["--toolset", "agent", "overview", "docs", "--no-use-gitignore"], { stdout: docs }],
    [["overview", "--json"], { stdout: asJson(await overview.execute({}, { cwd })) }],
    [["overview", "src", "--json", "--max-tokens", "200"], {
      stdout: asJson(await overview.execute({ path: "src", max_tokens: 200 }, { cwd })),
    }],
  ]);
});

test("overview and explain_path at the terminal: flags, and a fact a line", async () => {
  const visible = [
    "overview .: 3 files, 3 dirs, 2 links; no history read (unreadable)",
    "dist/",
    " bundle.js",
    "link@ -> src/",
    "out@ -> (outside)",
    "src/",
    " a/",
    "  b.ts",
    " line\\nbreak",
    "omitted: 3 hidden",
    "",
  ];
  const facts = (path: string, kind: string, ignored = "no, by no rule", more = ""): string =>
    `path: ${path}\nkind: ${kind}\nignored by git: ${ignored}\n${more}`;
  await withTree(AGENT_TREE, async (root) => {
    const missing = await TOOLSETS.agent.explain_path.execute({ path: "srx" }, { cwd: root });
    await assertEnds(root, [
      [["overview", "--no-include-hidden", "--no-use-gitignore"], { stdout: visible.join("\n") }],
      [["explain_path", "src"], { stdout: facts("src", "dir") }],
      [["explain_path", "--path", "dist/bundle.js"], {
        stdout: facts(
          "dist/bundle.js",
          "file",
          "yes, by .gitignore:1 dist/, which ignores dist/",
        ),
      }],
      [["explain_path", "src/line\nbreak"], { stdout: facts("src/line\\nbreak", "file") }],
      [["explain_path", "link"], { stdout: facts("link", "symlink") }],
      [["explain_path", "srx"], {
        stdout: facts("srx", "missing", undefined, "suggestion: src\n"),
      }],
      [["explain_path", "--json", "--path", "srx"], { stdout: asJson(missing) }],
    ]);
  });
});

Deno.test("find_path at the terminal: the first word is the query, stdout holds only entry lines", async () => {
  const args = { queries: ["hlpr", "mian"], limit: 1 };
  const found = await TOOLSETS.agent.find_path.execute(args, { cwd: SAMPLE });
  const near = "hint: nothing is spelt so; these come near\n";
  const rows: CommandLineRow[] = [
    [["hlpr"], { stdout: "src/utils/helpers.py\n", stderr: `find_path .: 1 entry\n${UNKNOWN}` }],
    [["hlpr", "src"], {
      stdout: "src/utils/helpers.py\n",
      stderr: `find_path src: 1 entry\n${UNKNOWN}`,
    }],
    [["mian", "--no-use-gitignore"], {
      stdout: "src/main.py\n",
      stderr: `find_path .: 1 entry\n${near}`,
    }],
    [["--queries", "hlpr", "--queries", "guide", "--no-use-gitignore", "src/.."], {
      stdout: "src/utils/helpers.py\ndocs/guide.md\n",
      stderr: "find_path 'hlpr': 1 entry\nfind_path 'guide': 1 entry\nfind_path .: 2 entries\n",
    }],
    [["utils", "-d0", "--no-use-gitignore"], {
      stdout: "src/utils\0",
      stderr: "find_path .: 1 entry\n",
    }],
    [["--json", "--queries", "hlpr", "--queries=mian", "--limit", "1"], { stdout: asJson(found) }],
  ];
  await assertEnds(SAMPLE, rows.map(([words, expected]) => [["find_path", ...words], expected]));
});

Deno.test("10.2: 'a task gives its ten rows there too, as `path:line:text`'; --null gives its paths, and a name all of its entries", async () => {
  const task = "the cart has a wrong total";
  const says = "\tthe wrong total\n";
  const names = Array.from({ length: 250 }, (_, i) => `x/${1000 + i}.js`);
  const tree = {
    ...Object.fromEntries(names.map((name) => [name, ""])),
    ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`t/${10 + i}`, says])),
    "a b/cart": says,
    "total": "",
    ".git/": "",
  };
  await withTree(tree, async (root) => {
    const rows = (count: number) => RegExp(`^([^\n]+\n){${count}}$`);
    const places = ["find_path", task, "--contents", "places"];
    await assertEnds(root, [
      [places, { stdout: rows(10), stderr: /^find_path \.: 10 entries, truncated\n/ }],
      [["find_path", "js"], {
        stdout: rows(200),
        stderr: /^find_path \.: 200 entries, truncated\n/,
      }],
      [["find_path", "js", "-0"], { stdout: /^([^\0]+\0){200}$/, stderr: /: 200 entries/ }],
      [["find_path", "js", "--limit=20"], { stdout: rows(20), stderr: /: 20 entries, trunc/ }],
      [[...places, "--limit", "12"], { stdout: rows(12), stderr: /: 12 entries/ }],
      [[...places, "--null"], { stdout: /^([^\0\n]+\0){10}$/, stderr: /: 10 entries/ }],
      // Each query of several by itself.
      [["find_path", "--queries", task, "--queries", "js", "--queries", "total"], {
        stdout: rows(211),
        stderr:
          /^find_path '.*': 10 entries\nfind_path 'js': 200 entries\n.*: 1 entry\n.*: 211 entries, truncated\n/,
      }],
    ]);
    const [piped, json] = await runAll(root, [places, ["find_path", "js", "--json"]]);
    // A file without a place is its path alone.
    const lines = piped!.stdout.split("\n").filter((line) => /^(a b|t\/10|total)/.test(line));
    assertEquals(lines.sort(), ["a b/cart:1:wrong total", "t/10:1:wrong total", "total"]);
    const { query, count } = JSON.parse(json!.stdout);
    assertEquals([query.limit, count], [200, 200]);
  });
});

Deno.test("the agent's tools at the terminal: exit 1 the tool returned an error, 2 wrong usage", async () => {
  const rows: [words: string[], code: number, stderr: RegExp][] = [
    [["overview", "./srx"], 1, /^error not_found: '.\/srx' does not exist\nsuggestion: src\n$/],
    [["overview", "src/main.py"], 1, /^error not_a_directory: /],
    [["overview", "--scope", "src", "docs"], 1, /^error outside_root: /],
    [["overview", "--max-tokens", "199"], 2, /--max-tokens must be an integer from 200 to 50000/],
    [["overview", "--all"], 2, /unknown option "--all"/],
    [["overview", "--null"], 2, /unknown option "--null"/],
    [["explain_path"], 2, /path is required/],
    [["--toolset", "discovery", "overview"], 2, /no tool "overview" in toolset discovery/],
    [
      ["find_path", "main", "--root", "scr"],
      1,
      /^error not_found: 'scr' does not exist\nsuggestion: src\n$/,
    ],
    [["find_path", "/"], 1, /^error invalid_argument: queries: "\/" holds nothing to look for\n$/],
    [["find_path"], 2, /queries is required/],
    [["find_path", "a", "--all"], 2, /unknown option "--all"/],
  ];
  await assertEnds(SAMPLE, rows.map(([words, code, stderr]) => [words, { code, stderr }]));
});

Deno.test("9.11: advice is worded once for a terminal, whatever a person's own text says", async () => {
  const tree = {
    "a.path_contains": "",
    "b.tsx": "",
    ".git/HEAD": "",
    ".gitignore": "max_depth\n",
    "max_depth": "",
  };
  await withTree(tree, async (root) => {
    const useless = '--exclude "*.max_depth" left nothing out\n';
    await assertEnds(root, [
      [["find_files", "--name-contains", "b", "--exclude", "*.max_depth"], {
        stdout: "b.tsx\n",
        stderr: `find_files .: 1 entry\nhint: ${useless}`,
      }],
      [["find_files", "--name-contains", "max", "--exclude", "path_contains: false"], {
        stderr: "find_files .: 0 entries\n" +
          "hint: 1 would match with --no-use-gitignore (first: .gitignore:1 max_depth)\n" +
          'hint: --exclude "path_contains: false" left nothing out\n',
      }],
      [["find_files", "--max-depth", "path_contains"], {
        code: 2,
        stderr:
          'dirscope: --max-depth must be an integer of at least 1, not "path_contains" (--help shows the usage)\n',
      }],
      [["find_path", "q?.md"], {
        stderr: "find_path .: 0 entries\n" +
          "hint: this is a pattern: glob_search takes --pattern '**/q?.md'\n",
      }],
    ]);
  });
});
