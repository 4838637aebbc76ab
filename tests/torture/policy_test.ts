import { checkSuite } from "./check_suite.ts";
import { suite } from "./policy.ts";
import { LINKS, needing } from "../support/machine.ts";

Deno.test(
  needing(LINKS, "no tool tells that what a host hides exists"),
  (t) => checkSuite(t, suite),
);
