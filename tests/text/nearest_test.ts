import { assertEquals } from "@std/assert";
import { nearestTo } from "../../src/text/nearest.ts";

Deno.test("nearestTo(): the nearest name, the first of those that are equally near", () => {
  const rows: [asked: string, names: string[], found: string | undefined][] = [
    ["dpeth", ["path", "depth"], "depth"],
    ["src", ["lib", "srd", "sra"], "srd"],
    ["srx", ["srcs", "src"], "src"],
    ["hidden", ["include-hidden", "forbidden"], "include-hidden"],
    ["SRX", ["src"], "src"],
    ["ab", ["ba"], "ba"],
    ["a", ["abc"], undefined],
    ["none", ["tools", "mcp"], undefined],
    ["x".repeat(4000), ["y".repeat(255), "x".repeat(255), "src"], "x".repeat(255)],
    ["x", [], undefined],
  ];
  for (const [asked, names, found] of rows) assertEquals(nearestTo(asked, names), found, asked);
});
