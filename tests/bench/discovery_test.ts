import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import fc from "fast-check";
import { checkOutParent, prepareCheckout } from "../../bench/discovery_checkout.ts";
import { curvesOf } from "../../bench/discovery_curve.ts";
import { isTest } from "../../bench/discovery_gold.ts";
import { filesWithin, indentedTree, pathList } from "../../bench/discovery_lists.ts";
import { filesNamed } from "../../bench/discovery_named.ts";
import { queriesFor, subjectQuery } from "../../bench/discovery_queries.ts";
import { bm25, TASK_KINDS, tasksOf, taskText } from "../../bench/discovery_tasks.ts";
import { TOOLSETS } from "../../mod.ts";
import { gitIn, initGit } from "../support/git.ts";
import { ANY_TREE, GIT, needing } from "../support/machine.ts";
import { run } from "../support/process.ts";
import { randomTree, withRandomTree } from "../support/odd_trees.ts";
import { withTree } from "../support/tree.ts";

Deno.test("a text of overview names the files that have a row of their own, and no others", () => {
  const rows: readonly [what: string, text: string, files: readonly string[]][] = [
    ["nothing", "", []],
    ["a file in a directory", "docs/\n guide.md\nREADME.md", ["docs/guide.md", "README.md"]],
    ["a counted directory", "docs/ (2 files: .md 2)\nx", ["x"]],
    ["a chain of directories", "src/main/java/\n A.java\nx", ["src/main/java/A.java", "x"]],
    ["a counted chain", "a/b/ (>= 2 files, 1 dir)", []],
    ["a directory in part", "a/\n b/ (empty)\n c\n … 230 more (200 files, 30 dirs: .ts 180)", [
      "a/c",
    ]],
    ["back by two levels", "a/\n b/\n  c\nd", ["a/b/c", "d"]],
    ["links, even to directories", "a@ -> b/\nb@ -> c/ (x)\nc@ -> (outside)", []],
    ["a pipe", "p (other)\nq", ["q"]],
    ["ignored, denied, omitted", "a/ (ignored)\nb/ (permission denied)\nomitted: 1 ignored", []],
    ["escapes", "a\\\\b\n\\u{20}c\n\\u{2026} 3 more", ["a\\b", " c", "… 3 more"]],
    ["a name with brackets", "a (1 file)", ["a (1 file)"]],
  ];
  for (const [what, text, files] of rows) assertEquals(filesNamed(text), files, what);
});

Deno.test(
  needing(
    ANY_TREE,
    "of any tree that fits, overview names every file",
  ),
  async () => {
    await fc.assert(
      fc.asyncProperty(randomTree, async (tree) => {
        await withRandomTree(tree, async (root) => {
          const context = { cwd: root, roots: [root] };
          const { text } = await TOOLSETS.agent.overview.execute({ max_tokens: 50_000 }, context);
          assertEquals(filesNamed(text).sort(), [...tree.files].sort());
        });
      }),
      { numRuns: 30 },
    );
  },
);

Deno.test("a path is a test's by its name or by a directory above it", () => {
  const tests = "test_a.py a_test.go a.test.ts b/a.spec.js tests/x a/__tests__/b/c".split(" ");
  const others = "src/a.ts contest.ts latest/x.ts attest.rs src/inspect.ts tester/a".split(" ");
  assertEquals([...tests, ...others].filter(isTest), tests);
});

/** Commits one after another, each the text of some files; `undefined` removes one. */
async function commitAll(
  cwd: string,
  commits: readonly (readonly [string, Readonly<Record<string, string | undefined>>])[],
): Promise<void> {
  await initGit(cwd);
  for (const [subject, files] of commits) {
    for (const [path, text] of Object.entries(files)) {
      if (text === undefined) Deno.removeSync(`${cwd}/${path}`);
      else {
        Deno.mkdirSync(`${cwd}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
        Deno.writeTextFileSync(`${cwd}/${path}`, text);
      }
    }
    await gitIn(cwd, ["add", "-A"]);
    await gitIn(cwd, ["commit", "-q", "-m", subject]);
  }
}

const MANY = Object.fromEntries([..."abcdef"].map((name) => [`many/${name}`, "1"]));
const MANY_MORE = Object.fromEntries([..."abcdef"].map((name) => [`many/${name}`, "2"]));

Deno.test(
  needing(
    GIT,
    "a checkout ends at its base, and asks what the commits after it modified of what it has",
  ),
  async () => {
    await withTree({}, async (root) => {
      const repository = `${root}/o+name`;
      Deno.mkdirSync(repository);
      await commitAll(repository, [
        ["1", { "src/a.ts": "1", "src/b c.ts": "1", "tests/a_test.ts": "1", "gone": "1", ...MANY }],
        ["2", { "src/a.ts": "2" }],
        ["3", { "src/a.ts": "3", "gone": undefined }],
        ["4", { "src/b c.ts": "2" }],
        ["5", { "new.ts": "1", "tests/a_test.ts": "2" }],
        ["6: both", { "src/a.ts": "4", "src/b c.ts": "3", "new.ts": "2", "tests/a_test.ts": "3" }],
        ["7", MANY_MORE],
        ["8: one", { "many/a": "3", "many/b": undefined }],
      ]);
      const checkout = await prepareCheckout(`${repository}/.git`, `${root}/work`);
      const { label, back, files, recent, questions, tooMany, none, missing } = checkout;
      const inBase = ["many/a", "many/b", "many/c", "many/d", "many/e", "many/f"];
      assertEquals(
        { label, back, files, recent: recent.slice(0, 2), tooMany, none, missing },
        {
          label: "o/name",
          back: 4,
          files: [...inBase, "src/a.ts", "src/b c.ts", "tests/a_test.ts"],
          recent: ["src/a.ts", "src/b c.ts"],
          tooMany: 1,
          none: 1,
          missing: 0,
        },
      );
      assertEquals(questions.map(({ subject, gold }) => [subject, gold]), [
        ["8: one", ["many/a"]],
        ["6: both", ["src/a.ts", "src/b c.ts"]],
      ]);
      assertEquals(Deno.readTextFileSync(`${checkout.path}/src/a.ts`), "3");
      assertEquals(Deno.readTextFileSync(`${checkout.plain}/src/a.ts`), "3");
      assertEquals([...Deno.readDirSync(checkout.plain)].map(({ name }) => name).sort(), [
        "many",
        "src",
        "tests",
      ]);
      const git = async (...args: string[]) => await run(["git", "-C", checkout.path, ...args]);
      assertEquals((await git("status", "--porcelain")).stdout, "");
      assertEquals((await git("log", "--all", "--format=%s")).stdout, "4\n3\n2\n1\n");
      const { commit } = questions[0]!;
      assert((await git("cat-file", "-e", commit)).code !== 0, "it holds a later commit");
      assertEquals(await prepareCheckout(repository, `${root}/work`), checkout, "kept");
      const { tasks } = checkout;
      for (
        const [at, log, text] of [[0, "7 6: both 5 4 3 2 1", "2"], [1, "5 4 3 2 1", "1"]] as const
      ) {
        await checkOutParent(checkout, questions[at]!.commit);
        const logged = (await run(["git", "-C", tasks, "log", "--all", "--format=%s"])).stdout;
        assertEquals(logged.trim().replaceAll("\n", " "), log);
        assertEquals((await run(["git", "-C", tasks, "status", "--porcelain"])).stdout, "");
        assertEquals(Deno.readTextFileSync(`${tasks}/many/a`), text);
      }
      const measured = await tasksOf(checkout);
      assertEquals(TASK_KINDS.map((kind) => measured[kind].tasks), [2, 2, 0, 2]);
      assertEquals(measured.subject.shares.overview, [100, 100, null, null]);
      assertEquals(measured.subject.shares.recent, [100, 100, 100, 100]);
      assertEquals(measured.subject.shares["BM25 over paths"], [0, 0, 0, 0]);
      const { mentions, named } = await curvesOf(checkout);
      assertEquals([mentions, named.overview, named.tree], [3, [100, 100, 100, 100], [
        100,
        100,
        100,
        100,
      ]]);
    });
  },
);

Deno.test("a tree names each directory once, above what it holds", () => {
  const { lines, files } = indentedTree(["a/b/c", "a/b/d", "a/e", "f/g", "h"]);
  assertEquals(lines, ["a/", " b/", "  c", "  d", " e", "f/", " g", "h"]);
  assertEquals(files.filter((file) => file !== undefined), ["a/b/c", "a/b/d", "a/e", "f/g", "h"]);
});

Deno.test("a list is cut after the last line that is within the budget", () => {
  const paths = Array.from({ length: 200 }, (_, i) => `directory/some_name_${i}.ts`);
  const exact = countTokens(paths.slice(0, 7).join("\n"));
  assertEquals(filesWithin(pathList(paths), exact).length, 7);
  for (const budget of [0, 1, 10, 100, 1000, 100_000]) {
    const { length } = filesWithin(pathList(paths), budget);
    assert(countTokens(paths.slice(0, length).join("\n")) <= budget, `${budget}`);
    if (length === paths.length) continue;
    assert(countTokens(paths.slice(0, length + 1).join("\n")) > budget, `${budget}`);
  }
});

Deno.test("queries are the same each time, ask for no test, and for no name that two files have", () => {
  const paths = [
    ..."src/file_disk_writer.ts src/HTTPServerPool.java lib/deep/down/parse-query-text.rs".split(
      " ",
    ),
    ..."docs/guide.md north/shared_name.rs south/shared_name.rs tests/other_test_name.ts".split(
      " ",
    ),
  ];
  for (const kind of ["abbreviations", "swapped words", "typos"]) {
    const queries = queriesFor(paths, kind);
    assertEquals(queriesFor(paths.toReversed(), kind), queries);
    const wanted = queries.flatMap(({ wanted }) => wanted);
    assertEquals(wanted.filter((path) => /shared|tests/.test(path)), []);
    assert(wanted.includes("lib/deep/down/parse-query-text.rs"), kind);
    if (kind !== "swapped words") continue;
    for (const { text, wanted: [path] } of queries) {
      const places = text.split(" ").map((word) => path!.toLowerCase().indexOf(word));
      assert(places.length > 1 && !places.includes(-1), `${text} for ${path}`);
      assert(places.join() !== places.toSorted((a, b) => a - b).join(), `${text} for ${path}`);
    }
  }
});

Deno.test("the query of a subject is its words, without a pull request's number", () => {
  assertEquals(subjectQuery("fix(ext/node): don't stop (#1234)"), "fix ext/node don t stop");
  assertEquals(subjectQuery("Update `a_b.ts`."), "Update a_b.ts");
  assertEquals(subjectQuery("(#1)"), "");
  assert(subjectQuery("word ".repeat(100)).length <= 200);
});

Deno.test("a task is a subject, the same without names of paths, or with a wrong letter", () => {
  const files = ["std/path/mod.ts", "README.md", "src/read_file.test.ts"];
  const subject = "fix(std/path): resolve `read_file.test.ts` as README.md and MOD say (#12)";
  assertEquals(
    taskText(subject, "subject", files),
    "fix std/path resolve read_file.test.ts as README.md and MOD say",
  );
  assertEquals(taskText(subject, "without names", files), "fix resolve as and say");
  assertEquals(taskText("std/path: README", "without names", files), "");
  const mistyped = taskText(subject, "with a typo", files);
  assert(mistyped !== taskText(subject, "subject", files), mistyped);
  assertEquals(taskText(subject, "with a typo", []), mistyped, "not the same each time");
  assertEquals(taskText("add a b", "with a typo", files), "");
});

Deno.test("BM25 puts rare words before common ones, and short paths before long ones", () => {
  const paths = ["src/a/readFile.ts", "src/read.ts", "src/write_file.ts", "docs/x.md", "src/y.ts"];
  assertEquals(bm25(paths, "read the file in ts"), [
    "src/a/readFile.ts",
    "src/read.ts",
    "src/write_file.ts",
    "src/y.ts",
  ]);
  assertEquals(bm25(paths, "nothing of this"), []);
});
