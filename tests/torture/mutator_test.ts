import { checkSuite } from "./check_suite.ts";
import { suite } from "./mutator.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";

const test = testsNeeding(LINKS);

test("torture mutator: a tree that changes underfoot harms no call", (t) => checkSuite(t, suite));
