import { LINKS } from "../support/machine.ts";
import { testSuite } from "./check_suite.ts";
import { suite } from "./histories.ts";

testSuite("histories: a git directory that is damaged or costly harms no reading", suite, LINKS);
