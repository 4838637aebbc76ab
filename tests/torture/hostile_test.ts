import { assert, assertEquals } from "@std/assert";
import { suite as hostile } from "./hostile.ts";
import { suite as forests } from "./link_forests.ts";
import { suite as prompts } from "./no_prompt.ts";
import { HAS_TERMINAL } from "../support/process.ts";
import type { Suite } from "./suite.ts";

const SEED = 1;

/** Runs a suite; what it could not run here is reported as ignored. */
async function check(t: Deno.TestContext, { run }: Suite): Promise<void> {
  const { points, failures, lacking = [] } = await run({ seed: SEED, scale: "quick" });
  assertEquals(failures, []);
  assert(points > 0);
  for (const what of lacking) await t.step({ name: `not here: ${what}`, ignore: true, fn() {} });
}

Deno.test("no tool shows, tells apart or touches what is outside, on any hostile layout", async (t) => {
  await check(t, hostile);
});

Deno.test("no tool shows what is outside through a random forest of links", async (t) => {
  await check(t, forests);
});

Deno.test({
  name: "neither the command nor the server ever asks the terminal for a permission",
  ignore: !HAS_TERMINAL,
  fn: (t) => check(t, prompts),
});
