import { SHELL } from "../support/machine.ts";
import { testSuite } from "./check_suite.ts";
import { suite } from "./hostile.ts";

testSuite(
  "hostile: no tool shows, tells apart or touches what is outside, on any hostile layout",
  suite,
  SHELL,
);
