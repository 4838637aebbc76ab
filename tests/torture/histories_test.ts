import { checkSuite } from "./check_suite.ts";
import { suite } from "./histories.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";

const test = testsNeeding(LINKS);

test("torture histories: a git directory that is damaged or costly harms no reading", (t) =>
  checkSuite(t, suite));
