import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { AGENT_TREE } from "../support/cli.ts";
import { runAll } from "../support/command_lines.ts";
import { projectFile } from "../support/process.ts";
import { withTree } from "../support/tree.ts";

const SAMPLE = projectFile("fixtures/sample");
const UNKNOWN = "No .git was found within the scope: .gitignore files above it are not known.\n";

/** Runs command lines, each of which prints these lines and nothing else. */
async function assertShown(
  root: string,
  rows: readonly (readonly [words: string[], lines: string[]])[],
): Promise<void> {
  const done = await runAll(root, rows.map(([words]) => words));
  for (const [i, [words, lines]] of rows.entries()) {
    const stdout = `${lines.join("\n")}\n`;
    assertEquals(done[i], { code: 0, stdout, stderr: "" }, words.join(" "));
  }
}

Deno.test("overview at the terminal: stdout is the tool's text and a final newline", async () => {
  const expected = "overview .: 3 files, 3 dirs; no history read\n" +
    "docs/\n guide.md\nsrc/\n main.py\n utils/\n  helpers.py\n";
  const rows: [words: string[], stdout: string][] = [
    [["overview", "--no-use-gitignore"], expected],
    [["overview", ".", "--no-use-gitignore"], expected],
    [["overview"], expected + UNKNOWN],
    [
      ["overview", "--path=src", "--no-use_gitignore"],
      [
        "overview src: 2 files, 1 dir; no history read",
        "main.py",
        "utils/",
        " helpers.py",
        "",
      ].join("\n"),
    ],
    [
      ["--toolset", "agent", "overview", "docs", "--no-use-gitignore"],
      "overview docs: 1 file; no history read\nguide.md\n",
    ],
  ];
  const done = await runAll(SAMPLE, rows.map(([words]) => words));
  for (const [i, [words, stdout]] of rows.entries()) {
    assertEquals(done[i], { code: 0, stdout, stderr: "" }, words.join(" "));
  }
});

Deno.test("overview and explain_path at the terminal: --json is the result", async () => {
  const { overview, explain_path } = TOOLSETS.agent;
  const cwd = SAMPLE;
  const rows: [words: string[], result: unknown][] = [
    [["overview", "--json"], await overview.execute({}, { cwd })],
    [
      ["overview", "src", "--json", "--max-tokens", "200"],
      await overview.execute({ path: "src", max_tokens: 200 }, { cwd }),
    ],
    [["explain_path", "src", "--json"], await explain_path.execute({ path: "src" }, { cwd })],
    [
      ["explain_path", "--json", "--path", "srx"],
      await explain_path.execute({ path: "srx" }, { cwd }),
    ],
  ];
  const done = await runAll(SAMPLE, rows.map(([words]) => words));
  for (const [i, [words, result]] of rows.entries()) {
    const stdout = `${JSON.stringify(result, null, 2)}\n`;
    assertEquals(done[i], { code: 0, stdout, stderr: "" }, words.join(" "));
  }
});

Deno.test("overview at the terminal: --no-use-gitignore, --no-include-hidden, --max-tokens", async () => {
  await withTree(AGENT_TREE, async (root) => {
    const rows: [words: string[], stdout: string[]][] = [
      [["overview"], [
        "overview .: 4 files, 3 dirs, 2 links; no history read",
        ".git/ (ignored)",
        ".gitignore",
        ".hidden/",
        " x",
        "dist/ (ignored)",
        "link@ -> src/",
        "out@ -> (outside)",
        "src/",
        " a/",
        "  b.ts",
        " line\\nbreak",
        "omitted: 2 ignored",
      ]],
      [["overview", "--no-include-hidden", "--no-use-gitignore"], [
        "overview .: 3 files, 3 dirs, 2 links; no history read",
        "dist/",
        " bundle.js",
        "link@ -> src/",
        "out@ -> (outside)",
        "src/",
        " a/",
        "  b.ts",
        " line\\nbreak",
        "omitted: 3 hidden",
      ]],
    ];
    await assertShown(root, rows);
  });
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`d/file-number-${i}.ts`, ""]),
  );
  await withTree(many, async (root) => {
    const words = ["overview", "--no-use-gitignore", "--max-tokens"];
    const [few, all] = await runAll(root, [[...words, "200"], [...words, "50000"]]);
    const [, left] = few!.stdout.match(/^ … (\d+) more \(\1 files(?:: \.ts \1)?\)$/m)!;
    assertEquals(few!.stdout.split("\n").length, 4 + 400 - Number(left));
    assertEquals(all!.stdout.split("\n").length, 403);
  });
});

Deno.test("explain_path at the terminal: a fact a line", async () => {
  await withTree(AGENT_TREE, async (root) => {
    const rows: [words: string[], stdout: string[]][] = [
      [["explain_path", "src"], ["path: src", "kind: dir", "ignored by git: no, by no rule"]],
      [["explain_path", "dist"], [
        "path: dist",
        "kind: dir",
        "ignored by git: yes, by .gitignore:1 dist/",
      ]],
      [["explain_path", "--path", "dist/bundle.js"], [
        "path: dist/bundle.js",
        "kind: file",
        "ignored by git: yes, by .gitignore:1 dist/, which ignores dist/",
      ]],
      [["explain_path", "src/line\nbreak"], [
        "path: src/line\\nbreak",
        "kind: file",
        "ignored by git: no, by no rule",
      ]],
      [["explain_path", "link"], ["path: link", "kind: symlink", "ignored by git: no, by no rule"]],
      [["explain_path", "srx"], [
        "path: srx",
        "kind: missing",
        "ignored by git: no, by no rule",
        "suggestion: src",
      ]],
    ];
    await assertShown(root, rows);
  });
});

Deno.test("overview and explain_path at the terminal: exit 1 the tool returned an error, 2 wrong usage", async () => {
  await withTree(AGENT_TREE, async (root) => {
    const rows: [words: string[], code: number, stderr: RegExp][] = [
      [["overview", "srx"], 1, /^error not_found: 'srx' does not exist\nsuggestion: src\n$/],
      [["overview", "src/a/b.ts"], 1, /^error not_a_directory: /],
      [["overview", "--scope", "src", "dist"], 1, /^error outside_root: /],
      [["overview", "--max-tokens", "199"], 2, /max_tokens must be an integer from 200 to 50000/],
      [["overview", "--max-tokens", "many"], 2, /max_tokens must be an integer .* "many"/],
      [["overview", "--max-tokens"], 2, /--max-tokens needs a value|max_tokens/],
      [["overview", "--recursive"], 2, /unknown option "--recursive"/],
      [["overview", "--no-max-tokens"], 2, /unknown option/],
      [["overview", "src", "dist"], 2, /unexpected argument "dist"/],
      [["overview", "--all"], 2, /overview has no pages for --all/],
      [["overview", "--null"], 2, /overview has no list of paths for --null/],
      [["explain_path"], 2, /path is required/],
      [["explain_path", ""], 2, /path/],
      [["--toolset", "discovery", "overview", "--max-tokens=200"], 2, /unknown option/],
    ];
    const done = await runAll(root, rows.map(([words]) => words));
    for (const [i, [words, code, stderr]] of rows.entries()) {
      assertEquals([done[i]!.code, done[i]!.stdout], [code, ""], words.join(" "));
      assert(stderr.test(done[i]!.stderr), done[i]!.stderr);
      if (code === 2) assertEquals(done[i]!.stderr.split("\n").length, 2);
    }
  });
});

Deno.test("find_path at the terminal: the first word is the query, stdout holds only entry lines", async () => {
  const { find_path } = TOOLSETS.agent;
  const found = await find_path.execute({ queries: ["hlpr", "mian"], limit: 1 }, { cwd: SAMPLE });
  const near = "hint: nothing is spelt so; these come near\n";
  const rows: [words: string[], stdout: string, stderr: string][] = [
    [["hlpr"], "src/utils/helpers.py\n", `find_path .: 1 entry\n${UNKNOWN}`],
    [["hlpr", "src"], "src/utils/helpers.py\n", `find_path src: 1 entry\n${UNKNOWN}`],
    [["mian", "--no-use-gitignore"], "src/main.py\n", `find_path .: 1 entry\n${near}`],
    [
      ["--queries", "hlpr", "--queries", "guide", "--no-use-gitignore", "src/.."],
      "src/utils/helpers.py\ndocs/guide.md\n",
      "find_path .: 2 entries\n",
    ],
    [["utils", "-d", "--no-use-gitignore"], "src/utils/\n", "find_path .: 1 entry\n"],
    [["utils", "-d0", "--no-use-gitignore"], "src/utils\0", "find_path .: 1 entry\n"],
    [
      ["--json", "--queries", "hlpr", "--queries=mian", "--limit", "1"],
      `${JSON.stringify(found, null, 2)}\n`,
      "",
    ],
  ];
  const done = await runAll(SAMPLE, rows.map(([words]) => ["find_path", ...words]));
  for (const [i, [words, stdout, stderr]] of rows.entries()) {
    assertEquals(done[i], { code: 0, stdout, stderr }, words.join(" "));
  }
});

Deno.test("find_path at the terminal: errors and wrong lines", async () => {
  const rows: [words: string[], code: number, stderr: RegExp][] = [
    [["main", "scr"], 1, /^error not_found: 'scr' does not exist\nsuggestion: src\n$/],
    [["/"], 1, /^error invalid_argument: queries: "\/" holds nothing to look for\n$/],
    [[], 2, /queries is required/],
    [["a", "src", "docs"], 2, /unexpected argument "docs"/],
    [["a", "--limit", "201"], 2, /limit must be an integer from 1 to 200/],
    [["a".repeat(201)], 2, /queries must be an array of strings of at most 200 characters/],
    [["a", "--all"], 2, /find_path has no pages for --all/],
  ];
  const done = await runAll(SAMPLE, rows.map(([words]) => ["find_path", ...words]));
  for (const [i, [words, code, stderr]] of rows.entries()) {
    assertEquals([done[i]!.code, done[i]!.stdout], [code, ""], words.join(" "));
    assert(stderr.test(done[i]!.stderr), done[i]!.stderr);
  }
});

for (const name of ["overview", "explain_path"]) {
  Deno.test(`${name}: "without the permission it needs it says which \`--allow-read=…\` to add, in one line, and exits 1"`, async () => {
    await withTree(AGENT_TREE, async (root) => {
      const [missing] = await runAll(root, [[name, "src"]], []);
      assertEquals(missing, {
        code: 1,
        stdout: "",
        stderr: `dirscope: no permission for 'src': add --allow-read=${root}/src\n`,
      });
    });
  });
}
