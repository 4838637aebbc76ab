import { assertEquals, assertGreater } from "@std/assert";
import {
  decisionBy,
  disagreementsIn,
  gitDecisions,
  isDisputed,
  isOldGit,
  showDisagreement,
  TreeSource,
  verdictOf,
} from "../support/gitignore_cases.ts";
import { rulesAt } from "../support/ignore_rules.ts";
import { ANY_NAME, CASE, GIT, LINKS, needing, UNICODE_FORMS } from "../support/machine.ts";
import { freshSeed } from "../support/random.ts";
import { link, type Tree, withTree } from "../support/tree.ts";
import { unignoredPathsOf } from "../support/walking.ts";

Deno.test({
  ...needing(
    [GIT, ANY_NAME, CASE, UNICODE_FORMS],
    "rulesAbove() with git semantics gives git's own verdicts on 300 random trees",
  ),
  fn: async () => {
    // Decision 4.8: "exactly git's own verdicts, cross-file negation included."
    const seed = freshSeed();
    const source = new TreeSource(seed, isOldGit() ? isDisputed : () => false);
    const counts = { none: 0, ignore: 0, include: 0 };
    for (let batch = 0; batch < 3; batch++) {
      const trees = Array.from({ length: 100 }, () => source.next());
      const disagreements = await disagreementsIn(trees, counts);
      const shown = disagreements.slice(0, 3).map(showDisagreement).join("\n");
      assertEquals(disagreements.length, 0, `seed ${seed}:\n${shown}`);
    }
    // The trees cover every verdict many times.
    for (const count of Object.values(counts)) assertGreater(count, 300, JSON.stringify(counts));
  },
});

Deno.test({
  ...needing(GIT, "decide() names the file, the line and the pattern, as git does"),
  fn: async () => {
    // Decision 9.4: "Git's `check-ignore -v` verdict".
    const tree: Tree = {
      ".gitignore": "*.log\n# c\nsub/*.tmp\n",
      "sub/.gitignore": "\n!keep.log\n",
      "sub/in/.gitignore": "/x\n",
      "sub/keep.log": "",
      "sub/a.log": "",
      "sub/a.tmp": "",
      "sub/plain": "",
      "sub/in/x": "",
      "sub/in/keep.log": "",
      "sub/in/a.log": "",
    };
    const paths = Object.keys(tree).filter((path) => !path.endsWith(".gitignore"));
    await withTree(tree, async (root) => {
      const expected = await gitDecisions(root, paths);
      for (const path of paths) {
        const names = path.split("/");
        const rules = await rulesAt(root, "git", names.slice(0, -1));
        const name = names.at(-1)!;
        const { decided } = rules.decide(name, false);
        const { file } = (decided?.source ?? {}) as { file?: string };
        const own = decisionBy(decided?.rule, file?.slice(root.length + 1) ?? "");
        assertEquals(own, expected.get(path), path);
        const isIgnored = verdictOf(own) === "ignore";
        assertEquals(rules.ignores(name, false), isIgnored, path);
      }
    });
  },
});

for (const semantics of ["any-match", "git"] as const) {
  Deno.test(
    needing(LINKS, `rulesAbove() matches a link as a non-directory, by ${semantics}`),
    async () => {
      // Decision 3: "A link is matched as a non-directory".
      await withTree(
        { ".gitignore": "build/\n", "build": link("d"), "d/build/x": "" },
        async (root) => {
          assertEquals(await unignoredPathsOf(root, semantics), [".gitignore", "build", "d"]);
        },
      );
    },
  );
}

Deno.test("rulesAbove() keeps neighbours' rules apart", async () => {
  const tree = {
    "a/.gitignore": "x\n",
    "a/x": "",
    "b/x": "",
    "b/c/.gitignore": "/x\n",
    "b/c/x": "",
    "b/c/d/x": "",
  };
  await withTree(tree, async (root) => {
    for (const semantics of ["any-match", "git"] as const) {
      const paths = await unignoredPathsOf(root, semantics);
      assertEquals(paths.filter((path) => path.endsWith("x")), ["b/c/d/x", "b/x"]);
    }
  });
});
