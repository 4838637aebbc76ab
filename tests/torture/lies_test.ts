import { checkSuite } from "./check_suite.ts";
import { suite } from "./lies.ts";

Deno.test("torture lies: a file system that lies shows no tool what is outside", (t) =>
  checkSuite(t, suite));
