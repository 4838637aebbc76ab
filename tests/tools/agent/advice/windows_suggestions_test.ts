import "../../../support/as_windows.ts";
import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../../mod.ts";
import { WindowsDisk, type WindowsTree } from "../../../support/windows_disk.ts";

const { agent } = TOOLSETS;

const TREE: WindowsTree = {
  "C:/proj/src/components/Button.tsx": "",
  "C:/proj/src/main.ts": "",
  "C:/proj/README.md": "",
  "C:/other/notes.md": "",
  "D:/data/src/deep/y.ts": "",
  "D:/report.txt": "",
  "//server/share/docs/plan.md": "",
};

Deno.test("suggestions on Windows: paths that models send, of any drive and with either slash", async () => {
  using _disk = new WindowsDisk(TREE, "C:\\proj");
  const [proj, data] = ["C:\\proj", "D:\\data"];
  const rows: [path: string, cwd: string, roots: string[], suggestions: string[] | undefined][] = [
    ["src\\Buton.tsx", proj, [proj], ["src/components/Button.tsx"]],
    ["src\\component\\Button.tsx", proj, [proj], ["src/components/Button.tsx"]],
    ["C:\\proj\\src\\mian.ts", proj, [proj], ["src/main.ts"]],
    ["c:/PROJ/src/main.ts:12:3", proj, [proj], ["src/main.ts"]],
    ["file:///C:/proj/src/main.ts", proj, [proj], ["src/main.ts"]],
    // From another machine.
    ["/home/me/proj/src/main.ts", proj, [proj], ["src/main.ts"]],
    ["E:\\work\\proj\\src\\main.ts", proj, [proj], ["src/main.ts"]],
    ["\\\\host\\work\\proj\\src\\main.ts", proj, [proj], ["src/main.ts"]],
    // In another root, on another drive; at the top of a drive; on a share.
    ["src/deep/y.ts", proj, [proj, data], ["D:/data/src/deep/y.ts"]],
    ["d:\\DATA\\src\\y.ts", proj, [proj, data], ["D:/data/src/deep/y.ts"]],
    ["D:\\reprot.txt", proj, ["D:\\"], ["D:/report.txt"]],
    ["reprot.txt", "D:\\", ["D:\\"], ["report.txt"]],
    ["data\\y.ts", "D:\\", ["D:\\"], ["data/src/deep/y.ts"]],
    ["\\\\server\\share\\doc\\plan.md", proj, ["\\\\server\\share"], [
      "//server/share/docs/plan.md",
    ]],
    // Outside every root.
    ["C:\\other\\notes.md", proj, [proj], undefined],
    ["notes.md", proj, [proj], undefined],
  ];
  for (const [path, cwd, roots, suggestions] of rows) {
    const result = await agent.stat_path.execute({ path }, { cwd, roots });
    assertEquals([path, result.suggestions], [path, suggestions]);
  }
});

Deno.test("a drive is named by itself, and a name too long for Windows is an invalid path", async () => {
  using _disk = new WindowsDisk(TREE, "C:\\proj");
  const context = { cwd: "C:\\proj", roots: ["D:\\"] };
  const { entries } = await agent.stat_path.execute({ path: "D:\\" }, context);
  assertEquals(entries.map(({ name, kind }) => [name, kind]), [["D:/", "dir"]]);
  assertEquals(
    JSON.parse(await TOOLSETS.tree.list_dir.execute({ path: "D:\\", format: "json" }, context))
      .name,
    "D:/",
  );
  const path = `D:\\data\\${"n".repeat(256)}`;
  for (const tool of [agent.list_dir, agent.stat_path]) {
    assertEquals((await tool.execute({ path }, context)).error?.code, "invalid_root");
  }
});
