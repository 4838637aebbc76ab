import { checkSuite } from "./check_suite.ts";
import { suite } from "./hostile.ts";
import { SHELL, testsNeeding } from "../support/machine.ts";

const test = testsNeeding(SHELL);

test("no tool shows, tells apart or touches what is outside, on any hostile layout", (t) =>
  checkSuite(t, suite));
