import { checkSuite } from "./check_suite.ts";
import { suite } from "./newest.ts";
import { ANY_TREE, needing } from "../support/machine.ts";

Deno.test(
  needing(
    ANY_TREE,
    "`sort`, `modified_within` and `exclude` of agent give what `find -printf '%T@'` and `sort` give",
  ),
  (t) => checkSuite(t, suite),
);
