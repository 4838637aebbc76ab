import { checkSuite } from "./check_suite.ts";
import { suite } from "./fuzz.ts";
import { ANY_TREE, needing } from "../support/machine.ts";

Deno.test(
  needing(
    ANY_TREE,
    "torture fuzz: whatever a model sends, a result of the documented shape comes back",
  ),
  (t) => checkSuite(t, suite),
);
