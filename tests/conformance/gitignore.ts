/**
 * Compares the product with git on random trees with nested `.gitignore` files, and on random repositories
 * inside repositories: worktrees, submodules, `info/exclude`, tracked files. Lines that only git before 2.52
 * reads differently are excluded there, and nowhere else.
 *
 * Arguments: the number of trees and of hostile index files (default 20000), the seed (default a new one), and the
 * number of repositories (default one to 25 trees).
 *
 * @module
 */
import {
  type Disagreement,
  disagreementsIn,
  isDisputed,
  isOldGit,
  showDisagreement,
  TreeSource,
} from "../support/gitignore_cases.ts";
import { checkHostileIndexes } from "../support/index_bytes.ts";
import { freshSeed } from "../support/random.ts";
import { disagreementsInForest, planForest, showForest } from "../support/repositories.ts";

const BATCH = 200;
const SHOWN = 10;
const TREES_PER_REPOSITORY = 25;

const [count = 20_000, seed = freshSeed(), wanted = Math.ceil(count / TREES_PER_REPOSITORY)] = Deno
  .args.map(Number);
if (![count, seed, wanted].every(Number.isSafeInteger) || count < 1) {
  console.error("Arguments: [number of trees] [seed] [number of repositories], integers");
  Deno.exit(2);
}
console.log(`seed ${seed}`);
const source = new TreeSource(seed, isOldGit() ? isDisputed : () => false);
const disagreements: Disagreement[] = [];
let paths = 0;
for (let judged = 0; judged < count;) {
  const trees = Array.from({ length: Math.min(BATCH, count - judged) }, () => source.next());
  disagreements.push(...await disagreementsIn(trees));
  judged += trees.length;
  paths += trees.reduce((sum, { entries }) => sum + entries.length, 0);
}
console.log(`${count} trees, ${paths} paths, ${disagreements.length} disagreements`);
console.log(
  `${source.leftOut} lines set aside: git before 2.52 reads ** right after plain text differently`,
);
for (const disagreement of disagreements.slice(0, SHOWN)) {
  console.log(showDisagreement(disagreement));
}
let [forests, repositories, files, differing] = [0, 0, 0, 0];
for (; repositories < wanted; forests++) {
  const forest = planForest(seed + forests);
  repositories += forest.repositories.length;
  files += forest.files.length;
  const found = await disagreementsInForest(forest);
  if (found.length === 0) continue;
  differing += found.length;
  if (differing <= SHOWN) console.log([showForest(forest), ...found].join("\n  "));
}
console.log(
  `${repositories} repositories in ${forests} forests, ${files} files, ${differing} disagreements`,
);
await checkHostileIndexes(count);
console.log(`${count} hostile index files, none of which threw`);
if (disagreements.length + differing > 0) Deno.exit(1);
