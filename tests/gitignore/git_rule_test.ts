import { assertEquals } from "@std/assert";
import { appliesTo, parseRule, patternIn } from "../../src/gitignore/git_rule.ts";

const rows: [line: string, text: string, marks: string][] = [
  ["a", "a", "name"],
  ["!a", "a", "negated name"],
  ["a/", "a", "directory name"],
  ["/a", "a", "path"],
  ["a/b", "a/b", "path"],
  ["**/a", "a", "name"],
  ["!**/a/", "a", "negated directory name"],
  ["**/a/b", "**/a/b", "path"],
];

for (const [line, text, marks] of rows) {
  Deno.test(`parseRule() reads ${line} as the ${marks} ${text}`, () => {
    const rule = parseRule(line, { line: 3, index: 1 });
    const found = [
      ...rule.isNegated ? ["negated"] : [],
      ...rule.isForDirectories ? ["directory"] : [],
      rule.isForNames ? "name" : "path",
    ];
    assertEquals([rule.text, found.join(" ")], [text, marks]);
    assertEquals([rule.pattern, rule.line, rule.index], [line, 3, 1]);
    assertEquals(appliesTo(rule, false), !rule.isForDirectories);
    assertEquals(appliesTo(rule, true), true);
  });
}

Deno.test("patternIn() takes no pattern from a comment or from a line that is too long", () => {
  const lines = ["#a", "", "a  ", "a\\  ", "a\r", "x".repeat(65_536), "x".repeat(65_537)];
  const lengths = lines.map((line) => patternIn(line).length);
  assertEquals(lengths, [0, 0, 1, 3, 1, 65_536, 0]);
});
