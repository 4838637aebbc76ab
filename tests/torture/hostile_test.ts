import { assert, assertEquals } from "@std/assert";
import { suite as hostile } from "./hostile.ts";
import { suite as forests } from "./link_forests.ts";
import { suite as prompts } from "./no_prompt.ts";
import { HAS_TERMINAL } from "../support/process.ts";
import type { Suite } from "./suite.ts";

const SEED = 1;

async function check({ run }: Suite): Promise<void> {
  const { points, failures } = await run({ seed: SEED, scale: "quick" });
  assertEquals(failures, []);
  assert(points > 0);
}

Deno.test("no tool shows, tells apart or touches what is outside, on any hostile layout", () => {
  return check(hostile);
});

Deno.test("no tool shows what is outside through a random forest of links", () => {
  return check(forests);
});

Deno.test({
  name: "neither the command nor the server ever asks the terminal for a permission",
  ignore: !HAS_TERMINAL,
  fn: () => check(prompts),
});
