import { LINKS } from "../support/machine.ts";
import { testSuite } from "./check_suite.ts";
import { suite } from "./policy.ts";

testSuite("policy: no tool tells that what a host hides exists", suite, LINKS);
