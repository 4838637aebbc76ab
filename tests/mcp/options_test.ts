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

Deno.test("settingsOf() keeps what has no default", () => {
  const lines: string[] = [];
  const log = { append: () => Promise.resolve() };
  const settings = settingsOf({ log, maxScanned: 5, report: (line) => void lines.push(line) });
  settings.report("a line");
  assertEquals([settings.log, settings.maxScanned, lines], [log, 5, ["a line"]]);
});
