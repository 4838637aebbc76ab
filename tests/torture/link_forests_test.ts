import { checkSuite } from "./check_suite.ts";
import { suite } from "./link_forests.ts";
import { LINKS, needing } from "../support/machine.ts";

Deno.test(
  needing(LINKS, "no tool shows what is outside through a random forest of links"),
  (t) => checkSuite(t, suite),
);
