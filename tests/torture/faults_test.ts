import { checkSuite } from "./check_suite.ts";
import { suite } from "./faults.ts";

Deno.test("torture faults: whatever fails on the disk, no more is lost than what could not be read", (t) =>
  checkSuite(t, suite));
