import { checkSuite } from "./check_suite.ts";
import { suite } from "./policy.ts";

Deno.test("no tool tells that what a host hides exists", (t) => checkSuite(t, suite));
