import { checkSuite } from "./check_suite.ts";
import { suite } from "./scale.ts";

Deno.test("torture scale: a directory of 50,000 files takes no more memory than it may", (t) =>
  checkSuite(t, suite));
