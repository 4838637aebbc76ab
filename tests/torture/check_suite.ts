import { assert, assertEquals } from "@std/assert";
import { type Need, testsNeeding } from "../support/machine.ts";
import type { Suite } from "./suite.ts";

const SEED = 1;

/** Registers a test of a suite at the quick scale. What it could not run here is reported as ignored. */
export function testSuite(name: string, { run }: Suite, ...needs: readonly Need[]): void {
  testsNeeding(needs)(`torture ${name}`, async (t) => {
    const { points, failures, lacking = [] } = await run({ seed: SEED, scale: "quick" });
    assertEquals(failures, []);
    assert(points > 0 || lacking.length > 0);
    for (const what of lacking) await t.step({ name: `not here: ${what}`, ignore: true, fn() {} });
  });
}
