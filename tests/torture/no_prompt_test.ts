import { checkSuite } from "./check_suite.ts";
import { suite } from "./no_prompt.ts";
import { needing, TERMINAL } from "../support/machine.ts";

Deno.test({
  ...needing(
    TERMINAL,
    "neither the command nor the server ever asks the terminal for a permission",
  ),
  fn: (t) => checkSuite(t, suite),
});
