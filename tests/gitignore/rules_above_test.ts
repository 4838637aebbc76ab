import { assertEquals, assertGreater } from "@std/assert";
import {
  disagreementsIn,
  isDisputed,
  isOldGit,
  showDisagreement,
  TreeSource,
} from "../support/gitignore_cases.ts";
import { ANY_NAME, CASE, GIT, testsNeeding, UNICODE_FORMS } from "../support/machine.ts";
import { freshSeed } from "../support/random.ts";

const test = testsNeeding(GIT, ANY_NAME, CASE, UNICODE_FORMS);

test("rulesAbove() with git semantics gives git's own verdicts on 300 random trees", async () => {
  // Decision 4.8: "exactly git's own verdicts, cross-file negation included", and 9.4: "Git's `check-ignore -v`
  // verdict": the file, the line and the pattern.
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
});
