import { testSuite } from "./check_suite.ts";
import { suite } from "./faults.ts";

testSuite("faults: whatever fails on the disk, no more is lost than what could not be read", suite);
