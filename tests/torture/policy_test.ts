import { checkSuite } from "./check_suite.ts";
import { suite } from "./policy.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";

const test = testsNeeding(LINKS);

test("no tool tells that what a host hides exists", (t) => checkSuite(t, suite));
