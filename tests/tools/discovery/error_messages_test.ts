import { assertEquals } from "@std/assert";
import { type DiscoveryResult, type Tool, TOOLSETS } from "../../../mod.ts";
import { OWN_ARGUMENTS } from "../../../src/tools/discovery/error_messages.ts";

Deno.test("the tool named for an argument takes it", async () => {
  const tools = TOOLSETS.agent as Readonly<Record<string, Tool>>;
  const call = async (tool: string, args: object): Promise<DiscoveryResult> =>
    await tools[tool]!.execute(args, { cwd: "fixtures/sample" }) as DiscoveryResult;
  const values: Readonly<Record<string, string>> = { sort: "size", modified_within: "1h" };
  const owned = Object.entries(OWN_ARGUMENTS).flatMap(([owner, names]) =>
    names.map((argument) => ({ owner, argument }))
  );
  for (const { owner, argument } of owned) {
    const sent = { [argument]: values[argument] ?? "1" };
    const { error } = await call("list_dir", sent);
    assertEquals(error!.message.split("; ")[1], `${owner} takes it`);
    assertEquals((await call(owner, sent)).error, undefined);
  }
});
