/**
 * The tools that follow links, on random forests of links: nothing outside may show.
 *
 * @module
 */
import { forestOf, plant } from "../support/link_forest.ts";
import { denoRun, forEachAtOnce, projectFile, run as runChild } from "../support/process.ts";
import { quickFolder } from "../support/tree.ts";
import type { ForestReport } from "./link_forests_process.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** The suite. */
export const suite: Suite = { name: "forests", run };

const FORESTS = { quick: 60, long: 10_000 };

/** How many forests exist at a time. */
const BATCH = 250;

async function run({ seed, scale }: SuiteOptions): Promise<SuiteResult> {
  const failures: string[] = [];
  let [points, followed] = [0, 0];
  for (let planted = 0; planted < FORESTS[scale]; planted += BATCH) {
    const count = Math.min(BATCH, FORESTS[scale] - planted);
    for (const report of await runBatch(seed + planted, count)) {
      points += report.calls;
      followed += report.followed;
      failures.push(...report.failures);
    }
  }
  if (followed === 0) failures.push("no link was ever followed: the forests test nothing");
  const notes = [
    `${FORESTS[scale]} forests from seed ${seed}, ${followed} links to folders inside`,
  ];
  return { points, failures: failures.slice(0, 20), notes };
}

/** Runs the calls on some forests, once restricted by roots alone and once by permissions alone. */
async function runBatch(from: number, count: number): Promise<ForestReport[]> {
  const base = Deno.realPathSync(Deno.makeTempDirSync(quickFolder()));
  const reports: ForestReport[] = [];
  try {
    for (let seed = from; seed < from + count; seed++) plant(base, seed, forestOf(seed));
    await forEachAtOnce([true, false], async (hasRoots) => {
      const flags = hasRoots ? ["--allow-all"] : ["--no-prompt", `--allow-read=${base}/in`];
      const program = projectFile("tests/torture/link_forests_process.ts");
      const order = JSON.stringify({ base, from, count, hasRoots });
      const { code, stdout, stderr } = await runChild(denoRun(flags, program, order));
      if (code !== 0 || stderr !== "") throw new Error(`forests from ${from}: ${stderr}`);
      reports.push(JSON.parse(stdout));
    });
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
  return reports;
}
