import { checkSuite } from "./check_suite.ts";
import { suite } from "./mutator.ts";
import { LINKS, needing } from "../support/machine.ts";

Deno.test(
  needing(LINKS, "torture mutator: a tree that changes underfoot harms no call"),
  (t) => checkSuite(t, suite),
);
