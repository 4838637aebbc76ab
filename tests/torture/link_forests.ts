/**
 * Every tool on random forests of links.
 *
 * @module
 */
import { runLayouts } from "./hostile.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** The suite. */
export const suite: Suite = { name: "forests", run };

const FORESTS = { quick: 4, long: 2000 };

/** Number of forests that exist at a time. */
const BATCH = 200;

async function run({ seed, scale }: SuiteOptions): Promise<SuiteResult> {
  const failures: string[] = [];
  let points = 0;
  for (let planted = 0; planted < FORESTS[scale]; planted += BATCH) {
    const forests = { from: seed + planted, count: Math.min(BATCH, FORESTS[scale] - planted) };
    const result = await runLayouts({ seed, scale: "long", forests }, {
      // Once restricted by roots alone, and once by permissions alone.
      cells: [{ permission: "all", user: "root" }, { permission: "narrow", user: "root" }],
      outsides: scale === "long" ? ["folders", "nothing", "files"] : ["folders", "files"],
    });
    points += result.points;
    failures.push(...result.failures);
  }
  const notes = [`${FORESTS[scale]} forests from seed ${seed}`];
  return { points, failures: failures.slice(0, 20), notes };
}
