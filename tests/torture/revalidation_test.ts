import { checkSuite } from "./check_suite.ts";
import { suite } from "./revalidation.ts";

Deno.test("torture revalidation: what was kept never shows what is no longer there", (t) =>
  checkSuite(t, suite));
