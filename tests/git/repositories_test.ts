import { assertEquals } from "@std/assert";
import { CASE, GIT, testsNeeding } from "../support/machine.ts";
import { freshSeed } from "../support/random.ts";
import { disagreementsInForest, planForest, showForest } from "../support/repositories.ts";

const test = testsNeeding(GIT, CASE);

test("git's own verdict is that of the repository an entry lies in, in random repositories", async () => {
  // Decision 3: "a nested repository (`.git` directory or file) starts without outer rules;
  // `.git/info/exclude` counts, and a tracked file is never ignored, nor is its folder passed over".
  const seed = freshSeed();
  for (let i = 0; i < 2; i++) {
    const forest = planForest(seed + i);
    assertEquals(await disagreementsInForest(forest), [], showForest(forest));
  }
});
