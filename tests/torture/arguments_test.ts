import { suite } from "./arguments.ts";
import { checkSuite } from "./check_suite.ts";

Deno.test("torture arguments: the largest of what a definition allows is taken", (t) =>
  checkSuite(t, suite));
