import { assert, assertEquals, assertThrows } from "@std/assert";
import { compileGlob } from "../../src/glob/glob.ts";
import { PatternError } from "../../src/glob/pattern_characters.ts";
import { globMatches } from "../support/glob_matches.ts";

Deno.test("compileGlob: `{a,b}`, at most 64 expansions, checked after expansion", async (t) => {
  const rows: [pattern: string, yes: string[], no: string[]][] = [
    ["{a,b}", ["a", "b"], ["c", "{a,b}", "a,b"]],
    ["x{a,b}y", ["xay", "xby"], ["xy", "xaby"]],
    ["x{a,}", ["xa", "x"], ["xb"]],
    ["x{,a}", ["xa", "x"], []],
    ["{a,b,c}", ["a", "b", "c"], ["d"]],
    ["{a,b}{c,d}", ["ac", "ad", "bc", "bd"], ["ab"]],
    ["{*.ts,[ab].js,?}", ["x.ts", "a.js", "q"], ["c.js", "qq"]],
    ["{src,lib}/**/{x,y}", ["src/x", "lib/a/y"], ["bin/x", "src"]],
    ["{[,],b}", [",", "b"], ["["]],
    ["{[}],b}", ["}", "b"], []],
    ["{a,a}", ["a"], []],
    ["{\u{1F600},b}?", ["\u{1F600}a", "bb"], ["\u{1F600}"]],
  ];
  for (const [pattern, yes, no] of rows) {
    await t.step(pattern, () => {
      for (const path of yes) assertEquals(globMatches(pattern, path), true, path);
      for (const path of no) assertEquals(globMatches(pattern, path), false, path);
    });
  }
  await t.step("64 expansions are taken, 65 are not", () => {
    const arms = (count: number): string => `{${Array.from({ length: count }, (_, i) => `n${i}`)}}`;
    assert(globMatches(arms(64), "n63"));
    assert(globMatches("{a,b}".repeat(6), "ababab"));
    assert(globMatches(`${arms(8)}/${arms(8)}`, "n7/n7"));
    for (const pattern of [arms(65), "{a,b}".repeat(7), `${arms(13)}/${arms(5)}`]) {
      assertThrows(() => compileGlob(pattern, true), PatternError, "64");
    }
  });
});
