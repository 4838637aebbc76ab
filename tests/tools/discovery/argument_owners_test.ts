import { assertEquals } from "@std/assert";
import { type DiscoveryResult, type Tool, TOOLSETS } from "../../../mod.ts";
import { ARGUMENT_OWNERS } from "../../../src/tools/discovery/argument_owners.ts";

Deno.test("the tool named for an argument takes it, with the directory under its own name", async () => {
  const tools = TOOLSETS.agent as Readonly<Record<string, Tool>>;
  const call = async (tool: string, args: object): Promise<DiscoveryResult> =>
    await tools[tool]!.execute(args, { cwd: "fixtures/sample" }) as DiscoveryResult;
  const values: Readonly<Record<string, string>> = { sort: "size", modified_within: "1h" };
  for (const [argument, owner] of Object.entries(ARGUMENT_OWNERS)) {
    const tool = argument === "max_depth" ? "glob_search" : "overview";
    const { error } = await call(tool, { path: "src", [argument]: values[argument] ?? "1" });
    const [, args = ""] = error!.message.split(`; ${owner} takes it: ${owner} `);
    const result = await call(owner, JSON.parse(args));
    assertEquals([result.error, result.query.root], [undefined, "src"]);
  }
});

Deno.test("an argument that the tools of one directory lack is answered with the tool that does its work", async () => {
  const rows: readonly (readonly [tool: string, argument: string, advice: string])[] = [
    ["list_dir", "depth", "overview shows all levels"],
    ["list_dir", "recursive", "overview shows all levels"],
    ["list_dir", "limit", "list_dir_entries takes limit"],
    ["overview", "limit", "max_tokens bounds it"],
    ["overview", "max_depth", "list_dir_entries shows one level"],
    ["find_files", "page", "cursor takes the next_cursor of the page before"],
    ["find_files", "recursive", "it searches all levels"],
    ["find_files", "include_hidden", "it finds names that start with a dot, too"],
    ["find_files", "regex", "glob_search takes a pattern, such as **/test_*.py"],
    ["find_files", "type", "it finds files alone"],
    ["list_dir_entries", "recursive", "overview shows all levels"],
    ["list_dir_entries", "offset", "cursor takes the next_cursor of the page before"],
    ["overview", "depth", "list_dir_entries shows one level"],
  ];
  const tools = TOOLSETS.agent as Readonly<Record<string, Tool>>;
  for (const [tool, argument, advice] of rows) {
    const { error } = await tools[tool]!.execute({ [argument]: 1 }) as DiscoveryResult;
    assertEquals(error!.message.split("; ")[1], advice);
  }
});
