import { assertEquals } from "@std/assert";
import { nearestTo } from "../../src/text/nearest.ts";

Deno.test("nearestTo(): names nearest first, those of equal distance in the order in which they came", async () => {
  const rows: [asked: string, names: string[], limit: number, found: string[]][] = [
    ["dpeth", ["path", "depth"], 2, ["depth", "path"]],
    ["src", ["srd", "sra", "srcs", "lib"], 2, ["srd", "sra"]],
    ["hidden", ["include-hidden", "forbidden"], 3, ["include-hidden"]],
    ["SRX", ["src"], 1, ["src"]],
    ["ab", ["ba"], 1, ["ba"]],
    ["none", ["tools", "mcp"], 3, []],
    ["x", [], 1, []],
  ];
  for (const [asked, names, limit, found] of rows) {
    const nearest = await nearestTo(asked, limit);
    for (const name of names) nearest.add(name);
    assertEquals(nearest.names, found, asked);
  }
});
