import { checkSuite } from "./check_suite.ts";
import { suite } from "./fuzz.ts";

Deno.test("torture fuzz: whatever a model sends, a result of the documented shape comes back", (t) =>
  checkSuite(t, suite));
