import { checkSuite } from "./check_suite.ts";
import { suite } from "./mutator.ts";

Deno.test("torture mutator: a tree that changes underfoot harms no call", (t) =>
  checkSuite(t, suite));
