import { testSuite } from "./check_suite.ts";
import { suite } from "./hangs.ts";

testSuite(
  "hangs: a worker in a system call that never ends stops neither the server nor other calls",
  suite,
);
