import { checkSuite } from "./check_suite.ts";
import { suite } from "./link_forests.ts";

Deno.test("no tool shows what is outside through a random forest of links", (t) =>
  checkSuite(t, suite));
