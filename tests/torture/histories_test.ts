import { checkSuite } from "./check_suite.ts";
import { suite } from "./histories.ts";
import { LINKS, needing } from "../support/machine.ts";

Deno.test(
  needing(LINKS, "torture histories: a git directory that is damaged or costly harms no reading"),
  (t) => checkSuite(t, suite),
);
