import "../support/as_windows.ts";
import { assertEquals } from "@std/assert";
import { narrowRoots } from "../../src/workers/narrow_roots.ts";
import { WindowsDisk } from "../support/windows_disk.ts";

Deno.test("MCP roots of Windows narrow the server's, in any spelling, and never widen them", () => {
  using _disk = new WindowsDisk({ "C:/proj/src/a.ts": "", "C:/other/": "" }, "C:\\proj");
  const rows: readonly [uri: string, expected: readonly string[]][] = [
    ["file:///C:/proj/src", ["C:/proj/src"]],
    ["file:///c%3A/PROJ/src", ["C:/proj/src"]],
    ["file:///C:/", ["C:\\proj"]],
    ["file:///C:/other", []],
    ["file:///D:/proj", []],
    ["file://server/share", []],
    ["file:///C:/proj/NUL", []],
    ["FILE:///C:/proj/src", ["C:/proj/src"]],
    ["C:\\proj\\src", ["C:/proj/src"]],
    ["c:/PROJ/src", ["C:/proj/src"]],
    ["/c/proj/src", ["C:/proj/src"]],
    ["C:\\other", []],
    ["C:", []],
    ["C:proj", []],
    ["\\\\server\\share", []],
    ["\\\\?\\C:\\proj\\src", ["C:/proj/src"]],
    ["vscode-vfs://github/a/b", []],
  ];
  for (const [uri, expected] of rows) {
    assertEquals([uri, narrowRoots(["C:\\proj"], [uri])], [uri, expected]);
  }
});
