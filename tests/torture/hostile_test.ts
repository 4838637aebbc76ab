import { checkSuite } from "./check_suite.ts";
import { suite } from "./hostile.ts";

Deno.test("no tool shows, tells apart or touches what is outside, on any hostile layout", (t) =>
  checkSuite(t, suite));
