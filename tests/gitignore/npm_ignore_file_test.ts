import { assertEquals } from "@std/assert";
import type { Verdict } from "../support/gitignore_cases.ts";
import { parseNpmIgnoreFile } from "../../src/gitignore/npm_ignore_file.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { ruleFor } from "../support/ignore_rules.ts";

const rows: [text: string, path: string, isDirectory: boolean, expected: Verdict][] = [
  ["*.log\n!keep.log\n", "a.log", false, "ignore"],
  ["*.log\n!keep.log\n", "keep.log", false, "include"],
  ["*.log\n", "a.txt", false, "none"],
  ["build/\n", "build", true, "ignore"],
  ["build/\n", "build", false, "none"],
  // Decision 4.8: "`ignorecase: false`".
  ["*.LOG\n", "a.log", false, "none"],
  // `?` matches a character, not a byte, whichever matcher reads the file.
  ["?\n", "é", false, "ignore"],
  ["?\n*a*b*c*\n", "é", false, "ignore"],
  // An ignored directory hides nothing once a walk has entered it.
  ["build\n", "build/x", false, "none"],
  ["bu ld[1]\n*.log\n", "bu ld1/a.log", false, "ignore"],
  ["bu*ld\n", "bu*ld/x", false, "none"],
];

for (const [text, path, isDirectory, expected] of rows) {
  Deno.test(`parseNpmIgnoreFile() ${JSON.stringify(text)} on ${path}: ${expected}`, async () => {
    const rule = ruleFor(await parseNpmIgnoreFile(text, new Pacer()), path, isDirectory);
    const verdict = rule === undefined ? "none" : rule.isNegated ? "include" : "ignore";
    assertEquals(verdict, expected);
  });
}
