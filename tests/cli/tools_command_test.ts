import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { runAll } from "../support/command_lines.ts";
import { SUBJECTS } from "../support/every_tool.ts";
import { withTree } from "../support/tree.ts";

Deno.test("`dirscope tools` lists every tool of every toolset, a line each", async () => {
  await withTree({}, async (root) => {
    const toolsets = Object.keys(TOOLSETS);
    const lines = [["tools"], ...toolsets.map((each) => ["tools", "--toolset", each])];
    const [all, ...each] = (await runAll(root, lines, [])).map(({ code, stdout, stderr }) => {
      assertEquals([code, stderr], [0, ""]);
      return stdout.trimEnd().split("\n").map((line) => line.replaceAll(/ +/g, " "));
    });
    assertEquals(
      all!.map((line) => line.split(" ", 2).join(" ")).sort(),
      SUBJECTS.map(({ toolset, name }) => `${toolset} ${name}`).sort(),
    );
    for (const [i, toolset] of toolsets.entries()) {
      assertEquals(each[i], all!.filter((line) => line.startsWith(`${toolset} `)));
    }
  });
});
