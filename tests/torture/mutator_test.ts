import { LINKS } from "../support/machine.ts";
import { testSuite } from "./check_suite.ts";
import { suite } from "./mutator.ts";

testSuite("mutator: a tree that changes underfoot harms no call", suite, LINKS);
