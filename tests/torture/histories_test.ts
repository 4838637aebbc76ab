import { checkSuite } from "./check_suite.ts";
import { suite } from "./histories.ts";

Deno.test("torture histories: a git directory that is damaged or costly harms no reading", (t) =>
  checkSuite(t, suite));
