import { checkSuite } from "./check_suite.ts";
import { suite } from "./hostile.ts";
import { needing, SHELL } from "../support/machine.ts";

Deno.test(
  needing(SHELL, "no tool shows, tells apart or touches what is outside, on any hostile layout"),
  (t) => checkSuite(t, suite),
);
