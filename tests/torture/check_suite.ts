import { assert, assertEquals } from "@std/assert";
import type { Suite } from "./suite.ts";

const SEED = 1;

/** Runs a suite at the quick scale. What it could not run here is reported as ignored. */
export async function checkSuite(t: Deno.TestContext, { run }: Suite): Promise<void> {
  const { points, failures, lacking = [] } = await run({ seed: SEED, scale: "quick" });
  assertEquals(failures, []);
  assert(points > 0 || lacking.length > 0);
  for (const what of lacking) await t.step({ name: `not here: ${what}`, ignore: true, fn() {} });
}
