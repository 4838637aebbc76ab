import { assertEquals } from "@std/assert";
import { suite as faults } from "./faults.ts";
import { suite as fuzz } from "./fuzz.ts";
import { suite as handles } from "./handles.ts";
import { suite as mutator } from "./mutator.ts";
import { suite as scale } from "./scale.ts";
import type { Suite } from "./suite.ts";

const SEED = 1;

const SUITES: readonly [criterion: string, suite: Suite][] = [
  ["whatever fails on the disk, no more is lost than what could not be read", faults],
  ["a tree that changes underfoot harms no call", mutator],
  ["whatever a model sends, a result of the documented shape comes back", fuzz],
  ["a directory of 100,000 files takes no more memory than it may", scale],
  ["500 calls, half of them aborted, leave nothing behind", handles],
];

for (const [criterion, suite] of SUITES) {
  Deno.test(`torture ${suite.name}: ${criterion}`, async () => {
    const { failures } = await suite.run({ seed: SEED, scale: "quick" });
    assertEquals(failures, []);
  });
}
