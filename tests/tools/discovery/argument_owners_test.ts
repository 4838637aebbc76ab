import { assert } from "@std/assert";
import { type Tool, TOOLSETS } from "../../../mod.ts";
import { ARGUMENT_OWNERS } from "../../../src/tools/discovery/argument_owners.ts";

Deno.test("the tool named for an argument takes it", () => {
  const tools = TOOLSETS.agent as Readonly<Record<string, Tool>>;
  for (const [argument, owner] of Object.entries(ARGUMENT_OWNERS)) {
    const { properties } = tools[owner]!.DEFINITION.function.parameters;
    assert(Object.hasOwn(properties, argument), `${owner} ${argument}`);
  }
});
