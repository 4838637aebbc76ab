import { HAS_TERMINAL } from "../support/process.ts";
import { checkSuite } from "./check_suite.ts";
import { suite } from "./no_prompt.ts";

Deno.test({
  name: "neither the command nor the server ever asks the terminal for a permission",
  ignore: !HAS_TERMINAL,
  fn: (t) => checkSuite(t, suite),
});
