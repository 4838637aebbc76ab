import { assertEquals } from "@std/assert";
import { type DiscoveryResult, type Tool, TOOLSETS } from "../../../mod.ts";
import { ARGUMENT_OWNERS } from "../../../src/tools/discovery/argument_owners.ts";

Deno.test("the tool named for an argument takes it", async () => {
  const tools = TOOLSETS.agent as Readonly<Record<string, Tool>>;
  const call = async (tool: string, args: object): Promise<DiscoveryResult> =>
    await tools[tool]!.execute(args, { cwd: "fixtures/sample" }) as DiscoveryResult;
  const values: Readonly<Record<string, string>> = { sort: "size", modified_within: "1h" };
  for (const [argument, owner] of Object.entries(ARGUMENT_OWNERS)) {
    const sent = { [argument]: values[argument] ?? "1" };
    const { error } = await call("list_dir", sent);
    assertEquals(error!.message.split("; ")[1], `${owner} takes it`);
    assertEquals((await call(owner, sent)).error, undefined);
  }
});
