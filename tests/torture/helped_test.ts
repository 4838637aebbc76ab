import { checkSuite } from "./check_suite.ts";
import { suite } from "./helped.ts";

Deno.test("a walk that workers help gives the same to the byte on random trees", (t) =>
  checkSuite(t, suite));
