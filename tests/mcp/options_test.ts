import { rootOf, workingDirectory } from "../../src/scope/path_text.ts";
import { assertEquals } from "@std/assert";
import { type McpOptions, settingsOf } from "../../src/mcp/options.ts";

Deno.test("settingsOf() fills in the defaults, and makes roots absolute", () => {
  const here = workingDirectory();
  const rows: [options: McpOptions, toolset: string, roots: string[], structured: boolean][] = [
    [{}, "agent", [here], false],
    [{ toolset: "tree", structured: true }, "tree", [here], true],
    [{ roots: ["fixtures//sample/", rootOf(workingDirectory()), "../x"] }, "agent", [
      `${here}/fixtures/sample`,
      rootOf(workingDirectory()),
      `${here.slice(0, here.lastIndexOf("/"))}/x`,
    ], false],
    [{ roots: [] }, "agent", [], false],
  ];
  for (const [options, toolset, roots, structured] of rows) {
    const settings = settingsOf(options);
    assertEquals([settings.toolset, settings.roots, settings.structured], [
      toolset,
      roots,
      structured,
    ]);
    assertEquals(settings.report("a line"), undefined);
  }
});
