import { assertEquals } from "@std/assert";
import { rulesAbove } from "../../src/gitignore/rules.ts";
import { isInGitDirectory, Verdicts } from "../../src/gitignore/verdicts.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { sourceOf } from "../../src/tools/agent/rule_source.ts";
import { decisionBy, gitDecisions, verdictOf } from "../support/gitignore_cases.ts";
import { GIT, needing } from "../support/machine.ts";
import { withTree } from "../support/tree.ts";

const TREE = {
  ".gitignore": "build/\n*.log\n!keep.log\n",
  "build/deep/x": "",
  "build/keep.log": "",
  "src/.gitignore": "!a.log\nsecret\n",
  "src/a.log": "",
  "src/b.log": "",
  "src/secret/x/y": "",
  "src/x": "",
};

Deno.test({
  ...needing(GIT, "Verdicts.of() gives git's verdict on any path, in any order"),
  fn: async () => {
    await withTree(TREE, async (root) => {
      const paths = Object.keys(TREE);
      const expected = await gitDecisions(root, paths);
      const scope = new Scope({ cwd: root, roots: ["."] });
      const start = scope.enterDirectory(".");
      const pacer = new Pacer();
      const rules = await rulesAbove(scope, start, "git", pacer);
      for (const order of [paths, paths.toReversed()]) {
        const verdicts = await Verdicts.below(start, rules, pacer);
        for (const path of order) {
          const { isIgnored, decided } = await verdicts.of(path, false);
          const source = decided === undefined ? "" : sourceOf(scope, decided)!;
          assertEquals(decisionBy(decided?.rule, source), expected.get(path), path);
          assertEquals(isIgnored, verdictOf(expected.get(path)) === "ignore", path);
        }
      }
    });
  },
});

Deno.test("Verdicts.of() names the outermost ignored directory above a path", async () => {
  await withTree(TREE, async (root) => {
    const scope = new Scope({ cwd: root, roots: ["."] });
    const start = scope.enterDirectory(".");
    const pacer = new Pacer();
    const rules = await rulesAbove(scope, start, "git", pacer);
    const verdicts = await Verdicts.below(start, rules, pacer);
    const rows: [path: string, isDirectory: boolean, ignoredParent: string | undefined][] = [
      ["build", true, undefined],
      ["build/deep/x", false, "build"],
      ["src/secret/x/y", false, "src/secret"],
      ["src/secret", false, undefined],
      ["src/x", false, undefined],
    ];
    for (const [path, isDirectory, ignoredParent] of rows) {
      assertEquals((await verdicts.of(path, isDirectory)).ignoredParent, ignoredParent, path);
    }
  });
});

Deno.test("isInGitDirectory() counts every part before a slash as a directory", () => {
  const rows: [path: string, isDirectory: boolean, expected: boolean][] = [
    [".git", true, true],
    [".git", false, false],
    ["a/.git/HEAD", false, true],
    ["a/.github/x", false, false],
    ["a", true, false],
  ];
  for (const [path, isDirectory, expected] of rows) {
    assertEquals(isInGitDirectory(path, isDirectory), expected, path);
  }
});
