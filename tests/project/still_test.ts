import { assertEquals, assertStringIncludes } from "@std/assert";
import { STILL, still } from "../../tools/still.ts";
import { drawPanes } from "../../tools/still_svg.ts";
import { GIT, need, SHELL, testsNeeding } from "../support/machine.ts";
import { runSync } from "../support/process.ts";

/** Other systems' `ls -R` prints its first line differently. */
const GNU_LS = need(
  "ls of GNU",
  () => SHELL.isHere && runSync(["ls", "--version"])?.stdout.includes("GNU") === true,
);

const test = testsNeeding(GIT, GNU_LS);

test("the still shows what both commands print now: else run tools/still.ts", async () =>
  assertEquals(await still(), await Deno.readTextFile(STILL)));

Deno.test("The last one is shown whole; the others are cut to as many lines, and say so.", () => {
  const svg = drawPanes([
    { command: "long", lines: ["1", "2", "3", "4", "5"], tokens: 1234 },
    { command: "whole \\\n  -a", lines: ["a", "b"], tokens: 5 },
  ]);
  const texts = [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text]) =>
    text!.replaceAll(/<.*?>/g, "")
  );
  assertEquals(texts, [
    ...["$ long", "1", "2", "… 3 more lines", "1,234 tokens"],
    ...["$ whole \\", "  -a", "a", "b", "5 tokens"],
  ]);
  assertStringIncludes(svg, "<title>long: 1,234 tokens; whole -a: 5 tokens</title>");
});

Deno.test("folders blue, what is said of them dim, and all text escaped", () => {
  const svg = drawPanes([{ command: "a&b", lines: [" a<b/ (1 file)"], tokens: 1 }]);
  assertStringIncludes(
    svg,
    '> <tspan font-weight="bold" fill="#6cb6ff">a&#60;b/</tspan><tspan fill="#9198a1"> (1 file)</tspan><',
  );
  assertStringIncludes(svg, ">$ a&#38;b<");
});
