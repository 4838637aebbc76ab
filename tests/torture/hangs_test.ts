import { checkSuite } from "./check_suite.ts";
import { suite } from "./hangs.ts";

Deno.test("torture hangs: a worker in a system call that never ends stops neither the server nor other calls", (t) =>
  checkSuite(t, suite));
