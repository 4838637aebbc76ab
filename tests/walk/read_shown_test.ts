import { assertEquals, assertThrows } from "@std/assert";
import { DirscopeError } from "../../src/errors.ts";
import { Scope } from "../../src/scope/scope.ts";
import { checkOpenable } from "../../src/walk/read_shown.ts";
import { descend, startAt } from "../../src/walk/steps.ts";

const HERE = { open: "/", real: "/" };

Deno.test("checkOpenable() throws for a name that is not UTF-8, and for what is denied", () => {
  const scope = new Scope({ cwd: "/", roots: ["."] });
  checkOpenable(scope, descend(startAt(HERE), "a", HERE));
  const unaddressable = descend(startAt(HERE), "m\uFFFD", HERE);
  const error = assertThrows(() => checkOpenable(scope, unaddressable), DirscopeError);
  assertEquals(error.code, "unaddressable");
  // Both at once: the name comes first.
  Object.assign(scope, { allows: () => false });
  for (
    const [directory, code] of [[unaddressable, "unaddressable"], [
      startAt(HERE),
      "outside_scope",
    ]] as const
  ) {
    assertEquals(assertThrows(() => checkOpenable(scope, directory), DirscopeError).code, code);
  }
});
