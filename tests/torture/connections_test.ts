import { checkSuite } from "./check_suite.ts";
import { suite } from "./connections.ts";

Deno.test("torture connections: 2,000 strangers who send too little neither end the server nor keep out a client", (t) =>
  checkSuite(t, suite));
