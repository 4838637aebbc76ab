import { assertEquals } from "@std/assert";
import { Nearest, nearestTo } from "../../src/text/nearest.ts";

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

Deno.test("nearestTo(): a name that is far by its length alone is not measured", () => {
  let measured = 0;
  const nearest = new Nearest("x".repeat(4000), 3, () => {
    measured++;
    return 0;
  });
  for (const name of ["y".repeat(255), "x".repeat(255), "src"]) nearest.add(name);
  assertEquals([nearest.names, measured], [["x".repeat(255)], 0]);
});
