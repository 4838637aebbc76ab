import { checkSuite } from "./check_suite.ts";
import { suite } from "./handles.ts";

Deno.test("torture handles: 250 calls, half of them aborted, leave nothing behind", (t) =>
  checkSuite(t, suite));
