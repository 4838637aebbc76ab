/**
 * Runs the torture tests: `deno run -A tests/torture/main.ts [SUITE …] [--seed N] [--scale SCALE]`.
 * Without a suite, all of them; SCALE is `quick` or `long` (the default).
 */
import { parseArgs } from "@std/cli/parse-args";
import { suite as faults } from "./faults.ts";
import { suite as hangs } from "./hangs.ts";
import { suite as histories } from "./histories.ts";
import { suite as hostile } from "./hostile.ts";
import { suite as mutator } from "./mutator.ts";
import { suite as policy } from "./policy.ts";
import { suite as runtimes } from "./runtimes.ts";
import type { Suite, SuiteOptions } from "./suite.ts";

const SUITES: readonly Suite[] = [
  ...[hostile, faults, mutator, hangs, policy, histories, runtimes],
];

if (import.meta.main) {
  const { _: names, seed, scale } = parseArgs(Deno.args, { string: ["seed", "scale"] });
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  const options: SuiteOptions = {
    seed: seed === undefined ? Date.now() % 2 ** 31 : Number(seed),
    scale: scale === "quick" ? "quick" : "long",
  };
  if (unknown.length > 0 || !Number.isSafeInteger(options.seed)) {
    console.error(`usage: main.ts [${SUITES.map(({ name }) => name).join("|")} …] [--seed N]`);
    Deno.exit(2);
  }
  console.log(`seed ${options.seed}, ${options.scale}`);
  let failed = 0;
  for (const suite of SUITES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    failed += await runOne(suite, options);
  }
  Deno.exit(failed === 0 ? 0 : 1);
}

/** Runs a suite, prints its results, and returns the number of failures. */
async function runOne(suite: Suite, options: SuiteOptions): Promise<number> {
  const start = performance.now();
  const { points, failures, lacking = [] } = await suite.run(options);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${suite.name}: ${points} points, ${failures.length} failures, ${seconds} s`);
  for (const what of lacking) console.log(`  not run here: ${what}`);
  for (const failure of failures) console.log(`  FAILED: ${failure}`);
  return failures.length;
}
