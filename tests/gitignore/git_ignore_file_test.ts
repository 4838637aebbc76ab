import { assert, assertEquals } from "@std/assert";
import { parseGitIgnoreFile } from "../../src/gitignore/git_ignore_file.ts";
import type { Rule } from "../../src/gitignore/git_rule.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import {
  decisionBy,
  gitDecisions,
  isDisputed,
  isOldGit,
  type Verdict,
  verdictOf,
} from "../support/gitignore_cases.ts";
import { ANY_NAME, GIT, testsNeeding } from "../support/machine.ts";
import { rulesIn } from "../support/ignore_rules.ts";
import { withQuickTree } from "../support/tree.ts";

const test = testsNeeding(GIT, ANY_NAME);

/** A `.gitignore` text, a path, whether it is a directory, and git's verdict. */
type Row = readonly [text: string, path: string, isDirectory: boolean, expected: Verdict];

const [FILE, DIR] = [false, true];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "a blank line matches no files": [
    ["\n\n", "a", FILE, "none"],
    [" \na\n", "a", FILE, "ignore"],
  ],
  "a line starting with # serves as a comment": [
    ["#a\n", "#a", FILE, "none"],
    ["\\#a\n", "#a", FILE, "ignore"],
    [" #a\n", " #a", FILE, "ignore"],
    ["!#a\n", "#a", FILE, "include"],
  ],
  "trailing spaces are ignored unless quoted with backslash": [
    ["a  \n", "a", FILE, "ignore"],
    ["a  \n", "a  ", FILE, "none"],
    ["a\\ \n", "a ", FILE, "ignore"],
    ["a\\\\ \n", "a\\", FILE, "ignore"],
    ["a\\\\\\  \n", "a\\ ", FILE, "ignore"],
    ["a\t\n", "a\t", FILE, "ignore"],
    ["  a\n", "  a", FILE, "ignore"],
    ["a\u00A0\n", "a\u00A0", FILE, "ignore"],
  ],
  "a line may end in CR LF": [
    ["a\r\n", "a", FILE, "ignore"],
    ["a\r\r\n", "a\r", FILE, "ignore"],
    ["a\\\r\n", "a", FILE, "none"],
  ],
  "a byte order mark at the start is passed over": [
    ["\uFEFFa\n", "a", FILE, "ignore"],
    ["b\n\uFEFFa\n", "\uFEFFa", FILE, "ignore"],
    ["\uFEFF\uFEFFa\n", "\uFEFFa", FILE, "ignore"],
  ],
  "what follows a NUL is not read": [
    ["a\0b\n", "a", FILE, "ignore"],
    ["\0a\n", "a", FILE, "none"],
  ],
  "an optional prefix ! negates the pattern": [
    ["*\n!a\n", "a", FILE, "include"],
    ["!a\n*\n", "a", FILE, "ignore"],
    ["!a\n", "a", FILE, "include"],
    ["\\!a\n", "!a", FILE, "ignore"],
    ["!!a\n", "!a", FILE, "include"],
    ["!\n", "!", FILE, "none"],
    ["*\n!/a\n", "x/a", FILE, "ignore"],
  ],
  "it is not possible to re-include a file if a parent directory of that file is excluded": [
    ["a/*\n!a/b\n", "a/b", FILE, "include"],
    ["/*\n!/a\n/a/*\n!/a/b\n", "a/b", FILE, "include"],
    ["a/\n!a/\n", "a/b", FILE, "none"],
    ["a/**\n!a/b/\n!a/b/c\n", "a/b/c", FILE, "include"],
  ],
  "a separator at the beginning or middle ties the pattern to the .gitignore file": [
    ["/a\n", "a", FILE, "ignore"],
    ["/a\n", "x/a", FILE, "none"],
    ["//a\n", "a", FILE, "none"],
    ["a//b\n", "a/b", FILE, "none"],
    [".\n", "a", FILE, "none"],
    ["/*/b\n", "a/c/b", FILE, "none"],
  ],
  "a separator at the end only matches directories": [
    ["a/\n", "a", DIR, "ignore"],
    ["a/\n", "a", FILE, "none"],
    ["a/\n", "a/b", FILE, "ignore"],
    ["a//\n", "a", DIR, "none"],
    ["*\n!*/\n", "a", DIR, "include"],
    ["*\n!*/\n!*.c\n", "a/b/x.c", FILE, "include"],
  ],
  "an asterisk matches anything except a slash": [
    ["*.c\n", ".c", FILE, "ignore"],
    ["*.c\n", "a.cc", FILE, "none"],
    ["a*c\n", "ac", FILE, "ignore"],
    ["x/*c\n", "x/a/c", FILE, "none"],
    ["\\*\n", "*", FILE, "ignore"],
    ["*\\\n", "a\\", FILE, "none"],
    ["*.*\n", ".a", FILE, "ignore"],
  ],
  "a question mark matches any one byte except a slash": [
    ["?\n", "a", FILE, "ignore"],
    ["a?b\n", "a/b", FILE, "none"],
    ["\\?\n", "?", FILE, "ignore"],
    ["?\n", "é", FILE, "none"],
    ["??\n", "é", FILE, "ignore"],
    ["a?\n", "aé", FILE, "none"],
  ],
  "a range notation matches one of the bytes": [
    ["[ab]\n", "a", FILE, "ignore"],
    ["[c-a]\n", "b", FILE, "none"],
    ["[c-a]\n", "c", FILE, "ignore"],
    ["[a-c-e]\n", "d", FILE, "none"],
    ["[a-c-e]\n", "-", FILE, "ignore"],
    ["[--0]\n", "0", FILE, "ignore"],
    ["[!a]\n", "a", FILE, "none"],
    ["[^a]\n", "b", FILE, "ignore"],
    ["[a!]\n", "!", FILE, "ignore"],
    ["[!a][!a]\n", "é", FILE, "ignore"],
    ["[à-ü]\n", "é", FILE, "none"],
    ["[a\\-c]\n", "b", FILE, "none"],
    ["[a\\-c]\n", "-", FILE, "ignore"],
    ["[+-\\]]\n", "A", FILE, "ignore"],
    ["\\[a]\n", "[a]", FILE, "ignore"],
    ["a[b/c]d\n", "a/d", FILE, "none"],
    ["a[b/c]d\n", "abd", FILE, "ignore"],
    ["x/a[!b]d\n", "x/a/d", FILE, "none"],
    ["[a]]\n", "a]", FILE, "ignore"],
  ],
  "a ] right at the start of a class is a member": [
    ["[]a]\n", "]", FILE, "ignore"],
    ["[^]a]\n", "a", FILE, "none"],
    ["[]-a]\n", "^", FILE, "ignore"],
    ["[]\n", "]", FILE, "none"],
  ],
  "a class that is not closed matches nothing": [
    ["[\n", "[", FILE, "none"],
    ["[a\\]\n", "a", FILE, "none"],
    ["a\\\n", "a\\", FILE, "none"],
  ],
  "a class may hold POSIX names": [
    ["[[:alpha:]]\n", "a", FILE, "ignore"],
    ["[[:alnum:]]\n", "1", FILE, "ignore"],
    ["[[:xdigit:]]\n", "F", FILE, "ignore"],
    ["[[:lower:]]\n", "A", FILE, "none"],
    ["[[:upper:]]\n", "a", FILE, "none"],
    ["[[:space:]]\n", "\t", FILE, "ignore"],
    ["[[:space:]]\n", "\n", FILE, "ignore"],
    ["[[:space:]]\n", "\v", FILE, "none"],
    ["[[:space:]]\n", "\f", FILE, "none"],
    ["[[:blank:]]\n", "\t", FILE, "ignore"],
    ["[[:cntrl:]]\n", "\x01", FILE, "ignore"],
    ["[[:cntrl:]]\n", "\x7f", FILE, "ignore"],
    ["[[:graph:]]\n", " ", FILE, "none"],
    ["[[:print:]]\n", " ", FILE, "ignore"],
    ["[[:punct:]]\n", "_", FILE, "ignore"],
    ["[![:alpha:]]\n", "1", FILE, "ignore"],
    ["[[:digit:]-z]\n", "-", FILE, "ignore"],
    ["[[:ALPHA:]]\n", "a", FILE, "none"],
    ["[[::]]\n", "a", FILE, "none"],
    ["[[:]]\n", ":]", FILE, "ignore"],
    ["[[:]\n", ":", FILE, "ignore"],
    ["[[:alpha]]\n", "a]", FILE, "ignore"],
    ["[:alpha:]\n", "a", FILE, "ignore"],
    ["[[.a.]]\n", "a]", FILE, "ignore"],
  ],
  "a leading **/ matches in all directories": [
    ["**/a\n", "a", FILE, "ignore"],
    ["**/a/b\n", "x/a/b", FILE, "ignore"],
    ["**/a/b\n", "a/x/b", FILE, "none"],
    ["/**/a\n", "a", FILE, "ignore"],
    ["**/\n", "a", DIR, "ignore"],
    ["**/*/a\n", "a", FILE, "none"],
    ["***/a\n", "x/y/a", FILE, "ignore"],
    ["**/.*\n", "x/.a", FILE, "ignore"],
  ],
  "a trailing /** matches everything inside": [
    ["a/**\n", "a", DIR, "none"],
    ["a/**\n", "a/b/c", FILE, "ignore"],
    ["**/a/**\n", "x/a/b", FILE, "ignore"],
    ["a/**/\n", "a/b", FILE, "none"],
    ["/**\n", "x/a", FILE, "ignore"],
    ["a/**/**\n", "a", DIR, "none"],
  ],
  "a slash, two asterisks and a slash match zero or more directories": [
    ["a/**/b\n", "a/b", FILE, "ignore"],
    ["a/**/b\n", "a/x/y/b", FILE, "ignore"],
    ["a/**/b\n", "ab", FILE, "none"],
    ["a/**/b/**/c\n", "a/b/b/c", FILE, "ignore"],
    ["a/**/b/**/c\n", "a/c/b", FILE, "none"],
    ["a/**/b/*/c\n", "a/b/x/b/y/c", FILE, "ignore"],
    ["a/*/**/c\n", "a/c", FILE, "none"],
  ],
  "other consecutive asterisks are regular asterisks": [
    ["a**b\n", "axb", FILE, "ignore"],
    ["x/*a**b\n", "x/ya/b", FILE, "none"],
    ["*a**/b\n", "a/x/b", FILE, "none"],
    ["x/**a\n", "x/y/a", FILE, "none"],
    ["**a/b\n", "x/a/b", FILE, "none"],
  ],
  "a backslash takes the next byte as it is, a slash included": [
    ["a\\/b\n", "a/b", FILE, "ignore"],
    ["\\/a\n", "a", FILE, "none"],
    ["a\\/\n", "a", DIR, "none"],
    ["\\\\\n", "\\", FILE, "ignore"],
    ["a/**\\/b\n", "a/x/y/b", FILE, "ignore"],
    ["a/**\\/b\n", "a/b", FILE, "none"],
    ["**\\/b\n", "b", FILE, "none"],
    ["*\\/**/b\n", "a/x/y/b", FILE, "ignore"],
  ],
  "names compare byte by byte, case included": [
    ["A\n", "a", FILE, "none"],
    ["é\n", "é", FILE, "ignore"],
    ["e\u0301\n", "é", FILE, "none"],
    ["a\n", "a\n", FILE, "none"],
    ["constructor\n", "constructor", FILE, "ignore"],
    ["__proto__\n", "__proto__", FILE, "ignore"],
    ["(a|b)\n", "a", FILE, "none"],
    ["{a,b}\n", "a", FILE, "none"],
    ["$a^\n", "$a^", FILE, "ignore"],
  ],
};

/** Returns the deciding rule of a path: that of its outermost ignored directory, if there is one. */
async function decidingRule(
  text: string,
  path: string,
  isDirectory: boolean,
): Promise<Rule | undefined> {
  const file = await parseGitIgnoreFile(text, new Pacer());
  const names = path.split("/");
  for (let i = 0; i < names.length; i++) {
    const rules = rulesIn(file, names.slice(0, i));
    const isInner = i < names.length - 1;
    const rule = rules.ruleFor(names[i]!, isInner || isDirectory);
    if (!isInner || rule?.isNegated === false) return rule;
  }
  return undefined;
}

/** Checks rows against the product and against git, which must report the same line. */
async function assertRows(
  rows: readonly Row[],
  { isByGit }: { isByGit: boolean },
): Promise<void> {
  const tree: Record<string, string> = {};
  rows.forEach(([text, path, isDirectory], i) => {
    tree[`row${i}/.gitignore`] = text;
    tree[`row${i}/${path}${isDirectory ? "/" : ""}`] = "";
  });
  await withQuickTree(tree, async (root) => {
    const paths = rows.map(([, path], i) => `row${i}/${path}`);
    const decisions = isByGit ? await gitDecisions(root, paths) : undefined;
    for (const [i, row] of rows.entries()) {
      const [text, path, isDirectory, expected] = row;
      const shown = JSON.stringify(row);
      const rule = await decidingRule(text, path, isDirectory);
      const own = decisionBy(rule, `row${i}/.gitignore`);
      assertEquals(verdictOf(own), expected, shown);
      assertEquals(rule?.isNegated ?? false, expected === "include", shown);
      if (decisions === undefined) continue;
      const git = decisions.get(`row${i}/${path}`);
      assertEquals(verdictOf(git), expected, `git: ${shown}`);
      assertEquals(own, git, shown);
    }
  });
}

for (const [sentence, rows] of Object.entries(ROWS)) {
  test(`parseGitIgnoreFile() reads as git does: ${sentence}`, async () => {
    // Decision 7.5: "`.gitignore` means git's own verdicts", and 9.4: "Git's `check-ignore -v`
    // verdict".
    await assertRows(rows, { isByGit: true });
  });
}

/** Two asterisks right after plain text: git's verdict since 2.52. */
const DISPUTED: readonly Row[] = [
  ["a**/b\n", "ab", FILE, "none"],
  ["a**/b\n", "a/b", FILE, "ignore"],
  ["a**/b\n", "ax/b", FILE, "ignore"],
  ["a**/b\n", "a/x/b", FILE, "none"],
  ["a**/b\n", "x/a/b", FILE, "none"],
  ["!a**/b\n", "ab", FILE, "none"],
  ["\uFEFFa**/b\r\n", "ab", FILE, "none"],
  ["a**/b/\n", "ab", DIR, "none"],
  ["a**\\/b\n", "a/x/b", FILE, "none"],
  ["a**\\/b\n", "ax/b", FILE, "ignore"],
  ["/a**\n", "ab", FILE, "ignore"],
  ["/a**\0b\n", "a", FILE, "ignore"],
  ["/a**/\n", "a/x", FILE, "ignore"],
  ["!/a**\n", "a/x", FILE, "none"],
  ["x/a**\n!x/ab\n", "x/ab/c", FILE, "none"],
  ["x/a**/b\n", "x/ab", FILE, "none"],
  ["x/a**/b/**/c\n", "x/a/y/b/z/c", FILE, "none"],
  ["/.**/**/**\n", ".c", FILE, "none"],
  ["/b**/**/*\n", "ba", FILE, "none"],
  ["b\n\uFEFF**/a\n", "\uFEFFa", FILE, "none"],
];

Deno.test("parseGitIgnoreFile() reads ** right after plain text as regular asterisks", async () => {
  for (const [text] of DISPUTED) assert(text.split("\n").some(isDisputed), text);
  const others = [
    "a**",
    "a**b/c",
    "a/**/b",
    "a\\/**/b",
    "**/a",
    "a*/b",
    "/a** b",
    "*a**/b",
    "\\a**/b",
  ];
  assertEquals(others.filter(isDisputed), []);
  await assertRows(DISPUTED, { isByGit: GIT.isHere && !isOldGit() });
});
