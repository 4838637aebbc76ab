import { checkSuite } from "./check_suite.ts";
import { suite } from "./second_look.ts";

Deno.test("torture second_look: what was kept never shows what is no longer there", (t) =>
  checkSuite(t, suite));
