import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { ALL_TOOLS } from "../support/cli.ts";
import { runAll } from "../support/command_lines.ts";
import { withTree } from "../support/tree.ts";

Deno.test("`dirscope tools` lists every tool of every toolset, a line each", async () => {
  await withTree({}, async (root) => {
    const toolsets = Object.keys(TOOLSETS);
    const lines = [["tools"], ...toolsets.map((each) => ["tools", "--toolset", each])];
    const [all, ...each] = await runAll(root, lines, []);
    assertEquals([all!.code, all!.stderr], [0, ""]);
    const rows = all!.stdout.trimEnd().split("\n").map((line) =>
      line.match(/^(\S+) +(\S+) +(.+)$/)!
    );
    assertEquals(
      rows.map(([, toolset, name]) => `${toolset} ${name}`).sort(),
      ALL_TOOLS.map(([toolset, name]) => `${toolset} ${name}`).sort(),
    );
    for (const [i, toolset] of toolsets.entries()) {
      const expected = rows.filter((row) => row[1] === toolset).map((row) => row.slice(1));
      const { code, stdout } = each[i]!;
      const shown = stdout.trimEnd().split("\n").map((line) => line.match(/^(\S+) +(\S+) +(.+)$/)!);
      assertEquals([code, shown.map((row) => row.slice(1))], [0, expected]);
    }
  });
});
