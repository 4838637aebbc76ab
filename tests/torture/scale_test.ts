import { checkSuite } from "./check_suite.ts";
import { suite } from "./scale.ts";
import { needing, SHELL } from "../support/machine.ts";

Deno.test(
  needing(SHELL, "torture scale: a directory of 20,000 files takes no more memory than it may"),
  (t) => checkSuite(t, suite),
);
