import {
  assert,
  assertEquals,
  assertGreater,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import fc from "fast-check";
import { Pacer } from "../../src/pacing/pacer.ts";
import { parseGitIgnoreFile } from "../../src/gitignore/git_ignore_file.ts";
import type { DirectoryRules, IgnoreFile, Rule } from "../../src/gitignore/ignore_file.ts";
import { parseNpmIgnoreFile } from "../../src/gitignore/npm_ignore_file.ts";
import { type IgnoreRules, rulesAbove } from "../../src/gitignore/rules.ts";
import { compileWildmatch, toBytes } from "../../src/gitignore/wildmatch.ts";
import {
  advance,
  finalMatcher,
  type Segment,
  startPositions,
} from "../../src/glob/path_pattern.ts";
import { type Codes, matchTokens, type Token } from "../../src/glob/tokens.ts";
import { Scope } from "../../src/scope/scope.ts";
import {
  type Decision,
  disagreementsIn,
  freshSeed,
  gitDecisions,
  isDisputed,
  isOldGit,
  showDisagreement,
  TreeSource,
  type Verdict,
  verdictOf,
} from "../support/gitignore_cases.ts";
import { bytes, fifo, link, makeTree, type Tree, withTree } from "../support/tree.ts";
import { pathsIn, unignoredPathsOf, walkOf, withRandomTree } from "../support/walking.ts";

/** A `.gitignore` text, a path, whether that is a directory, and what git says of it. */
type Row = readonly [text: string, path: string, isDirectory: boolean, expected: Verdict];

const [FILE, DIR] = [false, true];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "a blank line matches no files": [
    ["", "a", FILE, "none"],
    ["\n\n", "a", FILE, "none"],
    ["   \n", "a", FILE, "none"],
    [" \na\n", "a", FILE, "ignore"],
    ["a", "a", FILE, "ignore"],
  ],
  "a line starting with # serves as a comment": [
    ["#a\n", "#a", FILE, "none"],
    ["# a\n", "a", FILE, "none"],
    ["\\#a\n", "#a", FILE, "ignore"],
    [" #a\n", " #a", FILE, "ignore"],
    ["a#b\n", "a#b", FILE, "ignore"],
    ["!#a\n", "#a", FILE, "include"],
  ],
  "trailing spaces are ignored unless quoted with backslash": [
    ["a  \n", "a", FILE, "ignore"],
    ["a  \n", "a  ", FILE, "none"],
    ["a\\ \n", "a ", FILE, "ignore"],
    ["a\\ \n", "a", FILE, "none"],
    ["a\\   \n", "a ", FILE, "ignore"],
    ["a\\ \\ \n", "a  ", FILE, "ignore"],
    ["a\\\\ \n", "a\\", FILE, "ignore"],
    ["a\\\\\\  \n", "a\\ ", FILE, "ignore"],
    ["a\t\n", "a\t", FILE, "ignore"],
    ["a\t\n", "a", FILE, "none"],
    ["a \t\n", "a \t", FILE, "ignore"],
    ["a b \n", "a b", FILE, "ignore"],
    ["  a\n", "a", FILE, "none"],
    ["  a\n", "  a", FILE, "ignore"],
    ["a/ \n", "a", DIR, "ignore"],
    ["a\u00A0\n", "a", FILE, "none"],
    ["a\u00A0\n", "a\u00A0", FILE, "ignore"],
  ],
  "a line may end in CR LF": [
    ["a\r\n", "a", FILE, "ignore"],
    ["a\r", "a", FILE, "ignore"],
    ["a \r\n", "a", FILE, "ignore"],
    ["a\r\r\n", "a\r", FILE, "ignore"],
    ["a\r\r\n", "a", FILE, "none"],
    ["a\rb\n", "a\rb", FILE, "ignore"],
    ["a/\r\n", "a", DIR, "ignore"],
    ["#\r\na\r\n", "a", FILE, "ignore"],
    ["\r\na\r\n", "a", FILE, "ignore"],
    ["a\\\r\n", "a", FILE, "none"],
  ],
  "a byte order mark at the start is passed over": [
    ["\uFEFFa\n", "a", FILE, "ignore"],
    ["\uFEFF#a\n", "a", FILE, "none"],
    ["\uFEFF!a\n", "a", FILE, "include"],
    ["b\n\uFEFFa\n", "a", FILE, "none"],
    ["b\n\uFEFFa\n", "\uFEFFa", FILE, "ignore"],
    ["\uFEFF\uFEFFa\n", "\uFEFFa", FILE, "ignore"],
  ],
  "what follows a NUL is not read": [
    ["a\0b\n", "a", FILE, "ignore"],
    ["a\0b\nc\n", "c", FILE, "ignore"],
    ["\0a\n", "a", FILE, "none"],
    ["a \0b\n", "a", FILE, "ignore"],
  ],
  "an optional prefix ! negates the pattern": [
    ["*\n!a\n", "a", FILE, "include"],
    ["*\n!a\n", "b", FILE, "ignore"],
    ["!a\n*\n", "a", FILE, "ignore"],
    ["!a\n", "a", FILE, "include"],
    ["!a\n", "b", FILE, "none"],
    ["\\!a\n", "!a", FILE, "ignore"],
    ["!!a\n", "!a", FILE, "include"],
    ["!!a\n", "a", FILE, "none"],
    ["a\n!a\na\n", "a", FILE, "ignore"],
    ["!\n", "!", FILE, "none"],
    ["*\n!\n", "a", FILE, "ignore"],
    ["! a\n", " a", FILE, "include"],
    ["*\n!/a\n", "a", FILE, "include"],
    ["*\n!/a\n", "x/a", FILE, "ignore"],
  ],
  "it is not possible to re-include a file if a parent directory of that file is excluded": [
    ["a/\n!a/b\n", "a/b", FILE, "ignore"],
    ["a/*\n!a/b\n", "a/b", FILE, "include"],
    ["a\n!b\n", "a/b/b", FILE, "ignore"],
    ["/*\n!/a\n/a/*\n!/a/b\n", "a/b", FILE, "include"],
    ["/*\n!/a\n/a/*\n!/a/b\n", "a/c", FILE, "ignore"],
    ["a/\n!a/\n", "a/b", FILE, "none"],
    ["a/**\n!a/b/\n!a/b/c\n", "a/b/c", FILE, "include"],
    ["a/**\n!a/b/c\n", "a/b/c", FILE, "ignore"],
  ],
  "a separator at the beginning or middle ties the pattern to the .gitignore file": [
    ["/a\n", "a", FILE, "ignore"],
    ["/a\n", "x/a", FILE, "none"],
    ["a/b\n", "a/b", FILE, "ignore"],
    ["a/b\n", "x/a/b", FILE, "none"],
    ["/a/b\n", "a/b", FILE, "ignore"],
    ["a\n", "x/y/a", FILE, "ignore"],
    ["a\n", "a/y/z", FILE, "ignore"],
    ["/a\n", "a/y", FILE, "ignore"],
    ["//a\n", "a", FILE, "none"],
    ["a//b\n", "a/b", FILE, "none"],
    ["./a\n", "a", FILE, "none"],
    ["../a\n", "a", FILE, "none"],
    ["/\n", "a", FILE, "none"],
    ["//\n", "a", DIR, "none"],
    [".\n", "a", FILE, "none"],
    ["a/./b\n", "a/b", FILE, "none"],
    ["/*\n", "a", FILE, "ignore"],
    ["/*/b\n", "a/b", FILE, "ignore"],
    ["/*/b\n", "a/c/b", FILE, "none"],
  ],
  "a separator at the end only matches directories": [
    ["a/\n", "a", DIR, "ignore"],
    ["a/\n", "a", FILE, "none"],
    ["a/\n", "x/a", DIR, "ignore"],
    ["a/\n", "a/b", FILE, "ignore"],
    ["/a/\n", "x/a", DIR, "none"],
    ["a/b/\n", "x/a/b", DIR, "none"],
    ["a/b/\n", "a/b", DIR, "ignore"],
    ["a//\n", "a", DIR, "none"],
    ["*/\n", "a", DIR, "ignore"],
    ["*/\n", "a", FILE, "none"],
    ["!a/\n", "a", FILE, "none"],
    ["*\n!*/\n", "a", DIR, "include"],
    ["*\n!*/\n", "a", FILE, "ignore"],
    ["*\n!*/\n!*.c\n", "a/b/x.c", FILE, "include"],
  ],
  "an asterisk matches anything except a slash": [
    ["*\n", "a", FILE, "ignore"],
    ["*.c\n", "a.c", FILE, "ignore"],
    ["*.c\n", ".c", FILE, "ignore"],
    ["*.c\n", "x/a.c", FILE, "ignore"],
    ["*.c\n", "a.cc", FILE, "none"],
    ["a*\n", "a", FILE, "ignore"],
    ["a*c\n", "ac", FILE, "ignore"],
    ["a*c\n", "abbc", FILE, "ignore"],
    ["a*c\n", "abcb", FILE, "none"],
    ["a*b*c\n", "a-b-b-c", FILE, "ignore"],
    ["x/*\n", "x/a", FILE, "ignore"],
    ["/*.c\n", "x/a.c", FILE, "none"],
    ["x/*/c\n", "x/c", FILE, "none"],
    ["x/*c\n", "x/a/c", FILE, "none"],
    ["*/c\n", "x/c", FILE, "ignore"],
    ["*/c\n", "c", FILE, "none"],
    ["*/c\n", "x/y/c", FILE, "none"],
    ["\\*\n", "*", FILE, "ignore"],
    ["\\*\n", "a", FILE, "none"],
    ["*\\\n", "a\\", FILE, "none"],
    ["***\n", "a", FILE, "ignore"],
    ["a***b\n", "axb", FILE, "ignore"],
    ["*.*\n", "a", FILE, "none"],
    ["*.*\n", ".a", FILE, "ignore"],
  ],
  "a question mark matches any one byte except a slash": [
    ["?\n", "a", FILE, "ignore"],
    ["?\n", "ab", FILE, "none"],
    ["a?b\n", "ab", FILE, "none"],
    ["a?b\n", "a/b", FILE, "none"],
    ["?.c\n", ".c", FILE, "none"],
    ["\\?\n", "?", FILE, "ignore"],
    ["\\?\n", "a", FILE, "none"],
    ["?\n", "é", FILE, "none"],
    ["??\n", "é", FILE, "ignore"],
    ["???\n", "€", FILE, "ignore"],
    ["????\n", "😀", FILE, "ignore"],
    ["a?\n", "aé", FILE, "none"],
    ["*?\n", "é", FILE, "ignore"],
  ],
  "a range notation matches one of the bytes": [
    ["[ab]\n", "a", FILE, "ignore"],
    ["[ab]\n", "c", FILE, "none"],
    ["[ab]\n", "ab", FILE, "none"],
    ["[a-c]\n", "b", FILE, "ignore"],
    ["[a-c]\n", "d", FILE, "none"],
    ["[c-a]\n", "b", FILE, "none"],
    ["[c-a]\n", "c", FILE, "ignore"],
    ["[a-cx-z]\n", "y", FILE, "ignore"],
    ["[a-c-e]\n", "d", FILE, "none"],
    ["[a-c-e]\n", "-", FILE, "ignore"],
    ["[-a]\n", "-", FILE, "ignore"],
    ["[a-]\n", "-", FILE, "ignore"],
    ["[--0]\n", "0", FILE, "ignore"],
    ["[!a]\n", "b", FILE, "ignore"],
    ["[!a]\n", "a", FILE, "none"],
    ["[^a]\n", "b", FILE, "ignore"],
    ["[^a]\n", "a", FILE, "none"],
    ["[!!]\n", "!", FILE, "none"],
    ["[a!]\n", "!", FILE, "ignore"],
    ["[a^]\n", "^", FILE, "ignore"],
    ["[!^]\n", "^", FILE, "none"],
    ["[^!]\n", "!", FILE, "none"],
    ["[!a]\n", "é", FILE, "none"],
    ["[!a][!a]\n", "é", FILE, "ignore"],
    ["[é]\n", "é", FILE, "none"],
    ["[é][é]\n", "é", FILE, "ignore"],
    ["[à-ü]\n", "é", FILE, "none"],
    ["[a\\-c]\n", "b", FILE, "none"],
    ["[a\\-c]\n", "-", FILE, "ignore"],
    ["[\\a-c]\n", "b", FILE, "ignore"],
    ["[a-\\c]\n", "b", FILE, "ignore"],
    ["[+-\\]]\n", "A", FILE, "ignore"],
    ["[*]\n", "*", FILE, "ignore"],
    ["[*]\n", "a", FILE, "none"],
    ["[?]\n", "a", FILE, "none"],
    ["[#]a\n", "#a", FILE, "ignore"],
    ["[!]a\n", "!a", FILE, "none"],
    ["\\[a]\n", "[a]", FILE, "ignore"],
    ["\\[a]\n", "a", FILE, "none"],
    ["a[b/c]d\n", "a/d", FILE, "none"],
    ["a[b/c]d\n", "abd", FILE, "ignore"],
    ["x/a[!b]d\n", "x/a/d", FILE, "none"],
    ["[[]\n", "[", FILE, "ignore"],
    ["[ ]\n", " ", FILE, "ignore"],
    ["[a]]\n", "a]", FILE, "ignore"],
  ],
  "a ] right at the start of a class is a member": [
    ["[]]\n", "]", FILE, "ignore"],
    ["[]a]\n", "a", FILE, "ignore"],
    ["[]a]\n", "]", FILE, "ignore"],
    ["[!]]\n", "]", FILE, "none"],
    ["[!]]\n", "a", FILE, "ignore"],
    ["[^]a]\n", "a", FILE, "none"],
    ["[]-a]\n", "^", FILE, "ignore"],
    ["[\\]]\n", "]", FILE, "ignore"],
    ["[a\\]]\n", "]", FILE, "ignore"],
    ["[]\n", "]", FILE, "none"],
  ],
  "a class that is not closed matches nothing": [
    ["[\n", "[", FILE, "none"],
    ["[a\n", "[a", FILE, "none"],
    ["[a\n", "a", FILE, "none"],
    ["a[\n", "a[", FILE, "none"],
    ["[!\n", "a", FILE, "none"],
    ["[a-\n", "a", FILE, "none"],
    ["[a\\]\n", "a", FILE, "none"],
    ["*[\n", "a[", FILE, "none"],
    ["**/[\n", "a", FILE, "none"],
    ["a\\\n", "a", FILE, "none"],
    ["a\\\n", "a\\", FILE, "none"],
    ["\\\n", "\\", FILE, "none"],
  ],
  "a class may hold POSIX names": [
    ["[[:alpha:]]\n", "a", FILE, "ignore"],
    ["[[:alpha:]]\n", "1", FILE, "none"],
    ["[[:alnum:]]\n", "1", FILE, "ignore"],
    ["[[:alnum:]]\n", "_", FILE, "none"],
    ["[[:digit:]]\n", "7", FILE, "ignore"],
    ["[[:xdigit:]]\n", "F", FILE, "ignore"],
    ["[[:xdigit:]]\n", "g", FILE, "none"],
    ["[[:lower:]]\n", "a", FILE, "ignore"],
    ["[[:lower:]]\n", "A", FILE, "none"],
    ["[[:upper:]]\n", "A", FILE, "ignore"],
    ["[[:upper:]]\n", "a", FILE, "none"],
    ["[[:space:]]\n", "\t", FILE, "ignore"],
    ["[[:space:]]\n", " ", FILE, "ignore"],
    ["[[:space:]]\n", "\n", FILE, "ignore"],
    ["[[:space:]]\n", "\v", FILE, "none"],
    ["[[:space:]]\n", "\f", FILE, "none"],
    ["[[:blank:]]\n", "\t", FILE, "ignore"],
    ["[[:blank:]]\n", "\n", FILE, "none"],
    ["[[:cntrl:]]\n", "\x01", FILE, "ignore"],
    ["[[:cntrl:]]\n", "\x7f", FILE, "ignore"],
    ["[[:cntrl:]]\n", "a", FILE, "none"],
    ["[[:graph:]]\n", "~", FILE, "ignore"],
    ["[[:graph:]]\n", " ", FILE, "none"],
    ["[[:print:]]\n", " ", FILE, "ignore"],
    ["[[:print:]]\n", "\x7f", FILE, "none"],
    ["[[:punct:]]\n", "_", FILE, "ignore"],
    ["[[:punct:]]\n", "a", FILE, "none"],
    ["[![:alpha:]]\n", "1", FILE, "ignore"],
    ["[![:alpha:]]\n", "a", FILE, "none"],
    ["[[:alpha:][:digit:]_]\n", "_", FILE, "ignore"],
    ["[[:digit:]-z]\n", "-", FILE, "ignore"],
    ["[[:digit:]-z]\n", "m", FILE, "none"],
    ["[[:ALPHA:]]\n", "a", FILE, "none"],
    ["[[:none:]]\n", "a", FILE, "none"],
    ["[[:none:]a]\n", "a", FILE, "none"],
    ["[[::]]\n", "a", FILE, "none"],
    ["[[:]]\n", ":]", FILE, "ignore"],
    ["[[:]\n", ":", FILE, "ignore"],
    ["[[:]\n", "[", FILE, "ignore"],
    ["[[:alpha]]\n", "a]", FILE, "ignore"],
    ["[[:alpha]\n", "p", FILE, "ignore"],
    ["[[:alpha:]\n", "a", FILE, "none"],
    ["[:alpha:]\n", "a", FILE, "ignore"],
    ["[:alpha:]\n", "b", FILE, "none"],
    ["[[:alpha:]]\n", "é", FILE, "none"],
    ["[[.a.]]\n", "a]", FILE, "ignore"],
    ["[[=a=]]\n", "=]", FILE, "ignore"],
  ],
  "a leading **/ matches in all directories": [
    ["**/a\n", "a", FILE, "ignore"],
    ["**/a\n", "x/y/a", FILE, "ignore"],
    ["**/a/b\n", "a/b", FILE, "ignore"],
    ["**/a/b\n", "x/a/b", FILE, "ignore"],
    ["**/a/b\n", "a/x/b", FILE, "none"],
    ["/**/a\n", "x/a", FILE, "ignore"],
    ["/**/a\n", "a", FILE, "ignore"],
    ["**/\n", "a", DIR, "ignore"],
    ["**/\n", "a", FILE, "none"],
    ["**/a/\n", "x/a", DIR, "ignore"],
    ["**/a/\n", "x/a", FILE, "none"],
    ["**/**/a\n", "a", FILE, "ignore"],
    ["**/*/a\n", "a", FILE, "none"],
    ["**/*/a\n", "x/a", FILE, "ignore"],
    ["***/a\n", "x/y/a", FILE, "ignore"],
    ["**/*\n", "a", FILE, "ignore"],
    ["**/.*\n", "x/.a", FILE, "ignore"],
  ],
  "a trailing /** matches everything inside": [
    ["a/**\n", "a", DIR, "none"],
    ["a/**\n", "a/b", FILE, "ignore"],
    ["a/**\n", "a/b/c", FILE, "ignore"],
    ["a/**\n", "x/a/b", FILE, "none"],
    ["**/a/**\n", "x/a/b", FILE, "ignore"],
    ["a/**/\n", "a/b", DIR, "ignore"],
    ["a/**/\n", "a/b", FILE, "none"],
    ["**\n", "a", FILE, "ignore"],
    ["/**\n", "a", FILE, "ignore"],
    ["/**\n", "x/a", FILE, "ignore"],
    ["a/***\n", "a/b/c", FILE, "ignore"],
    ["a/**/*\n", "a/b/c", FILE, "ignore"],
    ["a/**/**\n", "a", DIR, "none"],
    ["a/**/**\n", "a/b", FILE, "ignore"],
    ["*/**\n", "a", DIR, "none"],
    ["*/**\n", "a/b", FILE, "ignore"],
  ],
  "a slash, two asterisks and a slash match zero or more directories": [
    ["a/**/b\n", "a/b", FILE, "ignore"],
    ["a/**/b\n", "a/x/b", FILE, "ignore"],
    ["a/**/b\n", "a/x/y/b", FILE, "ignore"],
    ["a/**/b\n", "ab", FILE, "none"],
    ["a/**/b\n", "x/a/b", FILE, "none"],
    ["a/**/b\n", "a/xb", FILE, "none"],
    ["a/**/**/b\n", "a/b", FILE, "ignore"],
    ["a/**/b/**/c\n", "a/b/b/c", FILE, "ignore"],
    ["a/**/b/**/c\n", "a/c/b", FILE, "none"],
    ["a/**/b/*/c\n", "a/b/x/b/y/c", FILE, "ignore"],
    ["a/**/x*\n", "a/b/xy", FILE, "ignore"],
    ["a/*/**/c\n", "a/c", FILE, "none"],
    ["a/*/**/c\n", "a/b/c", FILE, "ignore"],
  ],
  "other consecutive asterisks are regular asterisks": [
    ["a**b\n", "axb", FILE, "ignore"],
    ["x/*a**b\n", "x/yaxb", FILE, "ignore"],
    ["x/*a**b\n", "x/ya/b", FILE, "none"],
    ["*a**/b\n", "a/x/b", FILE, "none"],
    ["*a**/b\n", "ax/b", FILE, "ignore"],
    ["**a\n", "xa", FILE, "ignore"],
    ["x/**a\n", "x/y/a", FILE, "none"],
    ["x/**a\n", "x/ya", FILE, "ignore"],
    ["**a/b\n", "xa/b", FILE, "ignore"],
    ["**a/b\n", "x/a/b", FILE, "none"],
  ],
  "a backslash takes the next byte as it is, a slash included": [
    ["\\a\n", "a", FILE, "ignore"],
    ["a\\/b\n", "a/b", FILE, "ignore"],
    ["a\\/b\n", "x/a/b", FILE, "none"],
    ["\\/a\n", "a", FILE, "none"],
    ["a\\/\n", "a", DIR, "none"],
    ["a\\b\\c\n", "abc", FILE, "ignore"],
    ["\\\\\n", "\\", FILE, "ignore"],
    ["a\\\\b\n", "a\\b", FILE, "ignore"],
    ["*\\/b\n", "a/b", FILE, "ignore"],
    ["a/**\\/b\n", "a/x/b", FILE, "ignore"],
    ["a/**\\/b\n", "a/x/y/b", FILE, "ignore"],
    ["a/**\\/b\n", "a/b", FILE, "none"],
    ["**\\/b\n", "x/b", FILE, "ignore"],
    ["**\\/b\n", "b", FILE, "none"],
    ["a\\/**/b\n", "a/b", FILE, "ignore"],
    ["*\\/**/b\n", "a/x/y/b", FILE, "ignore"],
    ["\\é\n", "é", FILE, "ignore"],
  ],
  "names compare byte by byte, case included": [
    ["A\n", "a", FILE, "none"],
    ["a\n", "A", FILE, "none"],
    ["é\n", "é", FILE, "ignore"],
    ["e\u0301\n", "é", FILE, "none"],
    ["é/*\n", "é/ü", FILE, "ignore"],
    ["*é\n", "aé", FILE, "ignore"],
    ["😀?\n", "😀a", FILE, "ignore"],
    ["a\n", "a\n", FILE, "none"],
    ["constructor\n", "constructor", FILE, "ignore"],
    ["__proto__\n", "__proto__", FILE, "ignore"],
    ["a.c\n", "abc", FILE, "none"],
    ["(a|b)\n", "a", FILE, "none"],
    ["{a,b}\n", "a", FILE, "none"],
    ["{a,b}\n", "{a,b}", FILE, "ignore"],
    ["+(a)\n", "a", FILE, "none"],
    ["$a^\n", "$a^", FILE, "ignore"],
    ["~\n", "~", FILE, "ignore"],
  ],
};

/** The rules of a file as they hold in a directory below it. */
function rulesIn({ here }: IgnoreFile, directory: readonly string[]): DirectoryRules {
  return directory.reduce((rules, name) => rules.enter(name), here);
}

/** A file's rule for a path by its own match, whether or not a parent is ignored. */
function ruleFor(file: IgnoreFile, path: string, isDirectory: boolean): Rule | undefined {
  const names = path.split("/");
  return rulesIn(file, names.slice(0, -1)).ruleFor(names.at(-1)!, isDirectory);
}

/** A file's rule for a path; that of the outermost ignored directory, if there is one. */
async function decidingRule(
  text: string,
  path: string,
  isDirectory: boolean,
): Promise<Rule | undefined> {
  const pacer = new Pacer();
  const file = await parseGitIgnoreFile(text, pacer);
  const names = path.split("/");
  for (let i = 0; i < names.length; i++) {
    const rules = rulesIn(file, names.slice(0, i));
    const isInner = i < names.length - 1;
    const rule = rules.ruleFor(names[i]!, isInner || isDirectory);
    assertStrictEquals(
      await rules.ruleForPaced(names[i]!, isInner || isDirectory, pacer),
      rule,
      JSON.stringify([text, path]),
    );
    if (!isInner || rule?.isNegated === false) return rule;
  }
  return undefined;
}

function decisionBy(rule: Rule | undefined, source: string): Decision | undefined {
  return rule && { source, line: rule.line, pattern: rule.pattern };
}

/** Judges rows by the expectation, by the product and by git, which must name the same line. */
async function assertRows(rows: readonly Row[], isByGit: boolean): Promise<void> {
  const tree: Record<string, string> = {};
  rows.forEach(([text, path, isDirectory], i) => {
    tree[`row${i}/.gitignore`] = text;
    tree[`row${i}/${path}${isDirectory ? "/" : ""}`] = "";
  });
  await withRandomTree(tree, async (root) => {
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
  Deno.test(`parseGitIgnoreFile() reads as git does: ${sentence}`, async () => {
    // Decision 7.5: "`.gitignore` means git's own verdicts", and 9.4: "Git's `check-ignore -v`
    // verdict".
    await assertRows(rows, true);
  });
}

/** What current git says of two asterisks right after plain text. */
const DISPUTED: readonly Row[] = [
  ["a**/b\n", "ab", FILE, "ignore"],
  ["a**/b\n", "a/b", FILE, "ignore"],
  ["a**/b\n", "ax/b", FILE, "ignore"],
  ["a**/b\n", "a/x/b", FILE, "ignore"],
  ["a**/b\n", "a/x/y/b", FILE, "ignore"],
  ["a**/b\n", "ax/y/b", FILE, "ignore"],
  ["a**/b\n", "axb", FILE, "none"],
  ["a**/b\n", "b", FILE, "none"],
  ["a**/b\n", "x/ab", FILE, "none"],
  ["a**/b\n", "x/a/b", FILE, "none"],
  ["a***/b\n", "a/x/b", FILE, "ignore"],
  ["!a**/b\n", "a/x/b", FILE, "include"],
  ["a**/b/\n", "a/x/b", DIR, "ignore"],
  ["a**/b/\n", "a/x/b", FILE, "none"],
  ["a**\\/b\n", "a/x/b", FILE, "ignore"],
  ["a**\\/b\n", "a/b", FILE, "ignore"],
  ["a**\\/b\n", "ab", FILE, "none"],
  ["/a**\n", "a", FILE, "ignore"],
  ["/a**\n", "ab", FILE, "ignore"],
  ["/a**\n", "x/a", FILE, "none"],
  ["x/a**\n", "x/ab", FILE, "ignore"],
  ["x/a**\n", "x/b", FILE, "none"],
  ["x/a**\n!x/ab\n", "x/ab/c", FILE, "ignore"],
  ["x/a**/b\n", "x/ab", FILE, "ignore"],
  ["x/a**/b\n", "x/a/y/b", FILE, "ignore"],
  ["x/a**/b/**/c\n", "x/a/y/b/z/c", FILE, "ignore"],
  ["x/a**/b/**/c\n", "x/ab/c", FILE, "ignore"],
  ["é**/b\n", "é/x/b", FILE, "ignore"],
];

Deno.test("parseGitIgnoreFile() takes ** right after plain text for a whole segment in a path", async () => {
  for (const [text] of DISPUTED) assert(text.split("\n").some(isDisputed), text);
  await assertRows(DISPUTED, !await isOldGit());
});

Deno.test("rulesAbove() with combination git gives git's own verdicts on 300 random trees", async () => {
  // Decision 4.8: "exactly git's own verdicts, cross-file negation included."
  const seed = freshSeed();
  const source = new TreeSource(seed, await isOldGit() ? isDisputed : () => false);
  const counts = { none: 0, ignore: 0, include: 0 };
  for (let batch = 0; batch < 3; batch++) {
    const trees = Array.from({ length: 100 }, () => source.next());
    const disagreements = await disagreementsIn(trees, counts);
    const shown = disagreements.slice(0, 3).map(showDisagreement).join("\n");
    assertEquals(disagreements.length, 0, `seed ${seed}:\n${shown}`);
  }
  // The trees are worth their name: every verdict is given often.
  for (const count of Object.values(counts)) assertGreater(count, 300, JSON.stringify(counts));
});

Deno.test("parseGitIgnoreFile() gives git's verdicts on random names of many bytes", async () => {
  const name = fc.string({
    unit: fc.constantFrom(..."ab[]!^-*?\\ :é€😀\x01\n"),
    minLength: 1,
    maxLength: 4,
  }).filter((name) => name !== "." && name !== "..");
  const glob = fc.string({
    unit: fc.constantFrom(..."aab[[]]!^-*?\\ :é€", "[:alpha:]", "[:punct:]"),
    minLength: 1,
    maxLength: 7,
  });
  const property = fc.asyncProperty(
    fc.array(fc.tuple(glob, name), { minLength: 200, maxLength: 200 }),
    async (pairs) => {
      const tree: Record<string, string> = {};
      pairs.forEach(([text, name], i) => {
        tree[`t${i}/.gitignore`] = `${text}\n`;
        tree[`t${i}/${name}`] = "";
      });
      await withRandomTree(tree, async (root) => {
        const decisions = await gitDecisions(root, pairs.map(([, name], i) => `t${i}/${name}`));
        for (const [i, [text, name]] of pairs.entries()) {
          const rule = await decidingRule(`${text}\n`, name, false);
          assertEquals(
            [text, name, decisionBy(rule, `t${i}/.gitignore`)],
            [text, name, decisions.get(`t${i}/${name}`)],
          );
        }
      });
    },
  );
  await fc.assert(property, { numRuns: 6, endOnFailure: true });
});

Deno.test("ruleFor() names the last rule that matches, by its line and pattern", async () => {
  const text = "# c\n\n*.a \n!b.a\r\n/c/\n*.a/\nd?\n!d*\nx/**\n*.log\n*.log\n";
  const file = await parseGitIgnoreFile(text, new Pacer());
  const rows: [string, boolean, Rule | undefined][] = [
    ["x.a", false, { line: 3, pattern: "*.a", isNegated: false }],
    ["e/b.a", false, { line: 4, pattern: "!b.a", isNegated: true }],
    ["c", true, { line: 5, pattern: "/c/", isNegated: false }],
    ["c", false, undefined],
    ["x.a", true, { line: 6, pattern: "*.a/", isNegated: false }],
    ["d1", false, { line: 8, pattern: "!d*", isNegated: true }],
    ["x/y", false, { line: 9, pattern: "x/**", isNegated: false }],
    ["a.log", false, { line: 11, pattern: "*.log", isNegated: false }],
  ];
  for (const [path, isDirectory, expected] of rows) {
    const rule = ruleFor(file, path, isDirectory);
    const shown = rule && { line: rule.line, pattern: rule.pattern, isNegated: rule.isNegated };
    assertEquals(shown, expected, path);
  }
});

/** The rules that hold in a folder's subdirectory, as a walk comes to them. */
async function rulesAt(
  root: string,
  combination: "any-match" | "git",
  directory: readonly string[],
): Promise<IgnoreRules> {
  const scope = new Scope({ cwd: root, roots: ["."] });
  const pacer = new Pacer();
  const above = await rulesAbove(scope, scope.enter("."), combination, pacer);
  let rules = await above.withOwn(pacer);
  for (const [i, name] of directory.entries()) {
    const path = scope.enter(directory.slice(0, i + 1).join("/"));
    rules = await rules.enter(path, name).withOwn(pacer);
  }
  return rules;
}

Deno.test("decidingRule() names the directory of the file, the line and the pattern, as git does", async () => {
  // Decision 9.4: "Git's `check-ignore -v` verdict".
  const tree: Tree = {
    ".gitignore": "*.log\n# c\nsub/*.tmp\n",
    "sub/.gitignore": "\n!keep.log\n",
    "sub/in/.gitignore": "/x\n",
    "sub/keep.log": "",
    "sub/a.log": "",
    "sub/a.tmp": "",
    "sub/plain": "",
    "sub/in/x": "",
    "sub/in/keep.log": "",
    "sub/in/a.log": "",
  };
  const paths = Object.keys(tree).filter((path) => !path.endsWith(".gitignore"));
  await withTree(tree, async (root) => {
    const expected = await gitDecisions(root, paths);
    for (const path of paths) {
      const names = path.split("/");
      const rules = await rulesAt(root, "git", names.slice(0, -1));
      const name = names.at(-1)!;
      const decidingRule = rules.decidingRule(name, false);
      const source = `${decidingRule?.directory.real.slice(root.length + 1)}/.gitignore`;
      const own = decisionBy(decidingRule?.rule, source.replace(/^\//, ""));
      assertEquals(own, expected.get(path), path);
      const isIgnored = verdictOf(own) === "ignore";
      assertEquals(rules.ignores(name, false), isIgnored, path);
      assertEquals(await rules.ignoresPaced(name, false, new Pacer()), isIgnored, path);
    }
  });
});

for (const combination of ["any-match", "git"] as const) {
  Deno.test(`ignoresPaced() equals ignores() where the rules are heavy, by ${combination}`, async () => {
    // "Rules of more weight may take a noticeable time for a single entry."
    const heavy = Array.from({ length: 7000 }, (_, i) => `q?${i}*z`).join("\n");
    await withTree({
      ".gitignore": `${heavy}\nig*d\n!*.keep\n`,
      "sub/.gitignore": `${heavy}\n*.sub?\n!ig?ored\n`,
      "sub/x": "",
    }, async (root) => {
      const rules = await rulesAt(root, combination, ["sub"]);
      assertGreater(rules.matchCost, 50_000);
      const expected: [string, boolean, boolean][] = [
        ["ignored", false, combination === "any-match"],
        ["ig-d", false, true],
        ["ig-d", true, true],
        ["a.sub1", false, true],
        ["a.keep", false, false],
        ["qa6999bz", false, true],
        ["qa6999b", false, false],
        [".git", true, true],
        [".git", false, false],
      ];
      for (const [name, isDirectory, isIgnored] of expected) {
        assertEquals(rules.ignores(name, isDirectory), isIgnored, name);
        assertEquals(await rules.ignoresPaced(name, isDirectory, new Pacer()), isIgnored, name);
      }
    });
  });
}

const worst: [string, string, boolean][] = [
  ["*a".repeat(60) + "b", "a".repeat(255), false],
  ["*a".repeat(60) + "b", "a".repeat(254) + "b", true],
  ["**/a/".repeat(200) + "b", "a/".repeat(1000) + "c", false],
  ["**/a/".repeat(200) + "b", "a/".repeat(1000) + "b", true],
  ["[a-z]*".repeat(40) + "!", "q".repeat(255), false],
  ["[a-z]*".repeat(40) + "!", "q".repeat(254) + "!", true],
  ["?*".repeat(100) + "!", "q".repeat(255), false],
  ["**/*a*/".repeat(60) + "b", "aaaa/".repeat(400) + "c", false],
  ["/" + "*/".repeat(120) + "**/b", "a/".repeat(119) + "b", false],
  ["*".repeat(100_000) + "b", "a".repeat(255), false],
  ["[" + "a".repeat(100_000), "a", false],
  ["\\".repeat(100_001), "\\", false],
  ["[[:".repeat(20_000) + "a", "a", false],
];

worst.forEach(([pattern, path, expected], i) => {
  Deno.test(`parseGitIgnoreFile() finishes on worst-case pattern ${i}: ${pattern.slice(0, 12)}…`, async () => {
    // Decision 3: "No pattern in one can stall a call."
    const file = await parseGitIgnoreFile(pattern, new Pacer());
    const rule = ruleFor(file, path, false);
    assertEquals(rule && !rule.isNegated, expected || undefined);
  });

  Deno.test(`parseNpmIgnoreFile() finishes on worst-case pattern ${i}: ${pattern.slice(0, 12)}…`, async () => {
    // Decision 4.8: "which can be hung by a few hundred bytes of pattern: section 3 holds for it
    // too."
    const file = await parseNpmIgnoreFile(pattern, new Pacer());
    const rule = ruleFor(file, path, false);
    assertEquals(rule && !rule.isNegated, expected || undefined);
  });
});

/** A text that counts how often it is looked at. */
class CountedText extends String implements Codes {
  looks = 0;

  override charCodeAt(index: number): number {
    this.looks++;
    return super.charCodeAt(index);
  }

  override startsWith(text: string): boolean {
    this.looks += text.length;
    return super.startsWith(text);
  }

  override endsWith(text: string): boolean {
    this.looks += text.length;
    return super.endsWith(text);
  }
}

/** A pacer that counts how often it is asked whether a pause is due. */
class CountedPacer extends Pacer {
  looks = 0;

  override isDue(): boolean {
    this.looks++;
    return super.isDue();
  }
}

/** The tokens of a pattern of `*`, `?`, `[a-z]` and plain text, without any code of the product. */
function tokensOf(pattern: string): Token[] {
  return (pattern.match(/\[a-z\]|\*+|[^]/g) ?? []).map((part): Token => {
    if (part === "[a-z]") return { type: "class", has: (code) => code >= 0x61 && code <= 0x7a };
    if (part.startsWith("*")) return { type: "star" };
    return part === "?" ? { type: "any" } : { type: "literal", code: part.charCodeAt(0) };
  });
}

// "Matching time is linear in pattern × name: no pattern can stall it."
const counted: [string, string, boolean][] = [
  ["*a".repeat(60) + "b", "a", false],
  ["*a".repeat(60), "a", true],
  ["[a-z]*".repeat(40) + "!", "q", false],
  ["[a-z]*".repeat(40), "q", true],
  ["?*".repeat(100) + "!", "q", false],
  ["*?".repeat(100) + "a*!", "a", false],
  ["*aaaaaaaa".repeat(12) + "b", "a", false],
  ["*".repeat(1000) + "b", "a", false],
];

for (const [pattern, letter, expected] of counted) {
  const shown = `${pattern.slice(0, 12)}… of ${pattern.length}`;
  Deno.test(`matchTokens() takes at most tokens × text steps: ${shown}`, () => {
    const tokens = tokensOf(pattern);
    const counts = [255, 510, 1020].map((length) => {
      const text = new CountedText(letter.repeat(length));
      assertEquals(matchTokens(tokens, text), expected);
      assert(text.looks <= tokens.length * (length + 1), `${text.looks} at ${length}`);
      return text.looks;
    });
    // The text was looked at, and twice the text takes no more than about twice the steps.
    assertGreater(counts[0]!, 39);
    assert(counts[1]! <= 2 * counts[0]! + tokens.length ** 2, String(counts));
    assert(counts[2]! <= 2 * counts[1]! + tokens.length ** 2, String(counts));
  });

  Deno.test(`compileWildmatch() takes at most pattern × name steps: ${shown}`, () => {
    const segments = compileWildmatch(pattern)!;
    assertEquals(segments.length, 1);
    const text = new CountedText(letter.repeat(255));
    assertEquals((segments[0] as (name: string) => boolean)(text as unknown as string), expected);
    assertGreater(text.looks, 0);
    assert(text.looks <= pattern.length * 256, String(text.looks));
  });
}

Deno.test("matchTokens() takes at most tokens × text steps on random patterns, and is right", () => {
  const pattern = fc.string({
    unit: fc.constantFrom("*", "*", "a", "b", "?", "[a-z]", "!"),
    maxLength: 14,
  }).map((text) => text.replace(/\*+/g, "*"));
  const text = fc.string({ unit: fc.constantFrom("a", "b", "!"), maxLength: 24 });
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      const tokens = tokensOf(pattern);
      const codes = new CountedText(text);
      const regExp = new RegExp(
        `^(?:${pattern.replace(/\?/g, "[^]").replace(/\*/g, "[^]*").replace(/!/g, "[!]")})$`,
      );
      assertStrictEquals(matchTokens(tokens, codes), regExp.test(text));
      assert(codes.looks <= (tokens.length + 1) * (text.length + 1), String(codes.looks));
    }),
    { numRuns: 3000 },
  );
});

const pathPatterns = [
  "**/a/".repeat(200) + "b",
  "**/*a*/".repeat(60) + "b",
  "*/".repeat(200) + "**/b",
];

for (const pattern of pathPatterns) {
  Deno.test(`advance() asks a segment once per directory: ${pattern.slice(0, 12)}…`, () => {
    let calls = 0;
    const segments = compileWildmatch(pattern)!.map((segment): Segment =>
      segment === "**" ? segment : (name) => {
        calls++;
        return segment(name);
      }
    );
    let positions = startPositions(segments);
    let most = 0;
    for (let depth = 0; depth < 1000; depth++) {
      const before = calls;
      positions = advance(segments, positions, "a");
      assert(calls - before <= segments.length);
      assert(new Set(positions).size === positions.length);
      most = Math.max(most, positions.length);
    }
    assert(most <= segments.length);
    // It was followed all the way.
    assertGreater(calls, 199);
  });
}

Deno.test("parseGitIgnoreFile() looks at the clock all along 400,000 rules, and so does ruleForPaced()", async () => {
  // Decision 3: "No pattern in one can stall a call."
  const lines = Array.from({ length: 400_000 }, (_, i) => `*${i.toString(36)}?`);
  const parsing = new CountedPacer();
  const file = await parseGitIgnoreFile([...lines, "!*z"].join("\n"), parsing);
  // Once per 64 lines read, rules sorted and wildcards compiled.
  assertGreater(parsing.looks, 3 * (lines.length / 64) - 3);
  assertGreater(file.matchCost, lines.length);
  const name = "~".repeat(255);
  const matching = new CountedPacer();
  assertStrictEquals(await file.here.ruleForPaced(name, false, matching), undefined);
  assertGreater(matching.looks, lines.length - 1);
  assertEquals(file.here.ruleFor("q7777!", false)?.pattern, "*7777?");
  assertEquals(file.here.ruleFor("q7777!", false)?.line, lines.indexOf("*7777?") + 1);
  assertEquals((await file.here.ruleForPaced("q7777z", false, matching))?.pattern, "!*z");
});

Deno.test("ruleFor() takes at most weight × name steps", async () => {
  // "How many characters of patterns a verdict may have to look at."
  const many = Array.from({ length: 2000 }, (_, i) => `q*${i}*q?*`);
  const texts = [
    ...counted.map(([pattern]) => pattern),
    "*a*b*c?\n".repeat(400_000),
    many.join("\n"),
    many.map((line) => `/${line}`).join("\n"),
    many.map((line) => `**/${line}`).join("\n"),
  ];
  for (const text of texts) {
    const name = new CountedText("q".repeat(255));
    const toUnits = (text: string): string => text === "probe" ? name as unknown as string : text;
    const file = await parseGitIgnoreFile(text, new Pacer(), toUnits);
    assertStrictEquals(
      file.here.ruleFor("probe", false)?.isNegated,
      text.endsWith("*") &&
        !text.includes("\n")
        ? false
        : undefined,
    );
    assert(name.looks <= file.matchCost * 256, `${name.looks} at ${file.matchCost}`);
  }
});

Deno.test("parseGitIgnoreFile() gives a rule that is repeated the weight of one", async () => {
  const file = await parseGitIgnoreFile("*a*b?\n".repeat(400_000), new Pacer());
  assertEquals(file.matchCost, 6);
  assertEquals(file.here.ruleFor("xaxbx", false)?.line, 400_000);
});

/** How many members `body` adds to sets, and how many characters it passes over in searches. */
async function stepsIn(body: () => Promise<unknown>): Promise<{ added: number; passed: number }> {
  const { add } = Set.prototype;
  const { indexOf } = String.prototype;
  const steps = { added: 0, passed: 0 };
  Set.prototype.add = function (value) {
    steps.added++;
    return add.call(this, value);
  };
  String.prototype.indexOf = function (text, from = 0) {
    const index = indexOf.call(this, text, from);
    steps.passed += (index < 0 ? this.length : index) - from;
    return index;
  };
  try {
    await body();
  } finally {
    Set.prototype.add = add;
    String.prototype.indexOf = indexOf;
  }
  return steps;
}

const classes: Readonly<Record<string, string>> = {
  "many ranges": `*a*b*[${"!-~".repeat(400)}]`,
  "many ranges of many characters": `*a*b*[${"!-\uFFFF".repeat(400)}]`,
  "many openings of a name": `*a*b*[${"[:".repeat(5000)}a]`,
};

for (const [what, text] of Object.entries(classes)) {
  for (const parse of [parseGitIgnoreFile, parseNpmIgnoreFile]) {
    Deno.test(`${parse.name}() takes a number of steps linear in a class of ${what}`, async () => {
      // Decision 3: "No pattern in one can stall a call."
      const { added, passed } = await stepsIn(() => parse(text, new Pacer()));
      assert(added <= 20 * text.length, `${added} members of a class of ${text.length}`);
      assert(passed <= 20 * text.length, `${passed} characters of ${text.length}`);
    });
  }
}

const LIMIT = 1024 * 1024;

/** As many times as fit into 1 MiB with some room. */
function filling(text: string): string {
  return text.repeat(Math.floor((LIMIT - 100) / text.length));
}

const heavy: Readonly<Record<string, string>> = {
  "*a × 60": "*a".repeat(60) + "b",
  "**/a/ × 200": "**/a/".repeat(200) + "b",
  "[a-z]* × 40": "[a-z]*".repeat(40) + "!",
  "400,000 rules": "?\n*\n!*\n".repeat(133_334),
  "170,000 different wildcards": Array.from(
    { length: 170_000 },
    (_, i) => `?${(i + 46_656).toString(36)}`,
  ).join("\n"),
  "a 1 MiB line of plain text": filling("x"),
  "a 1 MiB line of *a": filling("*a"),
  "a 1 MiB line of [": filling("["),
  "a 1 MiB line of one class": `[x${filling("!")}]`,
  "a 1 MiB line of \\": filling("\\\\"),
  "a 1 MiB line of *": filling("*") + "!",
  "a 1 MiB line of a/": filling("a/") + "!",
  "a 1 MiB line of **/a/": filling("**/a/") + "!",
  "a 1 MiB line of spaces": filling(" ") + "!",
  "a 1 MiB line of NUL": filling("\0"),
};

for (const [what, text] of Object.entries(heavy)) {
  for (const combination of ["any-match", "git"] as const) {
    Deno.test(`a walk finishes over ${what}, by ${combination}`, async () => {
      // Decision 3: "No pattern in one can stall a call", and the file is read: its last rule holds.
      const names = Array.from({ length: 40 }, (_, i) => `${"a".repeat(100)}${i}`);
      const deep = "a/".repeat(12);
      const tree: Record<string, string> = { ".gitignore": `${text}\nskip*\n` };
      assert(tree[".gitignore"]!.length <= LIMIT);
      for (const name of names) tree[`d/${name}`] = "";
      tree[`${deep}f`] = "";
      tree["d/skipped"] = "";
      tree["skip/x"] = "";
      await withRandomTree(tree, async (root) => {
        const paths = await unignoredPathsOf(root, combination);
        const expected = [".gitignore", "d", ...names.map((name) => `d/${name}`), `${deep}f`];
        for (let end = 1; end < deep.length; end += 2) expected.push(deep.slice(0, end));
        assertEquals(paths.sort(), expected.sort());
      });
    });
  }
}

Deno.test("a walk over 170,000 rules lets timers have their turn, and can be aborted", async () => {
  // Decision 3: "the walk yields to the event loop (a real macrotask: timers and sockets get their
  // turn) at least every 20 ms".
  const tree: Record<string, string> = {
    ".gitignore": heavy["170,000 different wildcards"]!,
  };
  for (let i = 0; i < 200; i++) tree[`d/file-${i}!`] = "";
  await withRandomTree(tree, async (root) => {
    const scope = new Scope({ cwd: root, roots: ["."] });
    const controller = new AbortController();
    for (const isAborted of [false, true]) {
      const pacer = new Pacer({ signal: controller.signal });
      const rules = await rulesAbove(scope, scope.enter("."), "git", pacer);
      let found = 0;
      let ticks = 0;
      const timer = setInterval(() => {
        ticks++;
        if (isAborted && ticks === 3) controller.abort();
      }, 1);
      const walk = walkOf(root, { rules }, pacer);
      const running = walk.run((step) => void (found += pathsIn([step]).length));
      if (isAborted) await assertRejects(() => running, DOMException);
      else await running;
      clearInterval(timer);
      assertEquals(found, isAborted ? 0 : 202);
      assertGreater(ticks, isAborted ? 2 : 10);
    }
  });
});

Deno.test("toBytes() gives one character per UTF-8 byte", () => {
  assertStrictEquals(toBytes("ab"), "ab");
  assertStrictEquals(toBytes("é€😀"), "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
});

Deno.test("compileWildmatch() gives undefined for what can match nothing", () => {
  for (const pattern of ["[", "[a", "a\\", "[!", "[[:nope:]]", "a/[", "[a-", "[\\"]) {
    assertStrictEquals(compileWildmatch(pattern), undefined, pattern);
  }
});

Deno.test("a path pattern of one segment equals the same pattern as a name", async () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab*?[]!-\\"), minLength: 1, maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom(..."ab-"), minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(text, name, async (text, name) => {
    const segments = compileWildmatch(text);
    fc.pre(segments !== undefined && !text.startsWith("!"));
    const matches = finalMatcher(segments, startPositions(segments))?.(name);
    const asName = await parseGitIgnoreFile(text, new Pacer());
    const asPath = await parseGitIgnoreFile(`/${text}`, new Pacer());
    assertStrictEquals(ruleFor(asName, name, false) !== undefined, matches);
    assertStrictEquals(ruleFor(asPath, name, false) !== undefined, matches);
    assertStrictEquals(ruleFor(asName, `d/${name}`, false) !== undefined, matches);
  });
  await fc.assert(property, { numRuns: 2000 });
});

const NESTED: Tree = {
  ".git/HEAD": "",
  ".gitignore": "*.log\n",
  "a.log": "",
  "sub/.gitignore": "!keep.log\n",
  "sub/keep.log": "",
  "sub/other.log": "",
};

const combinationRows: ["any-match" | "git", string[]][] = [
  // Decision 4.8: "OR across files, no cross-file negation, negation inside one file honoured".
  ["any-match", [".gitignore", "sub", "sub/.gitignore"]],
  ["git", [".gitignore", "sub", "sub/.gitignore", "sub/keep.log"]],
];

for (const [combination, expected] of combinationRows) {
  Deno.test(`rulesAbove() combines the files of a tree by ${combination}`, async () => {
    await withTree(NESTED, async (root) => {
      assertEquals(await unignoredPathsOf(root, combination), expected);
    });
  });
}

for (const combination of ["any-match", "git"] as const) {
  Deno.test(`rulesAbove() applies ancestors up to the repository root, by ${combination}`, async () => {
    await withTree({
      ".gitignore": "*.a\n",
      "repo/.git/HEAD": "",
      "repo/.gitignore": "*.b\n/sub/d.e\nsub/f.*\n",
      "repo/sub/.gitignore": "*.c\n",
      "repo/sub/x.a": "",
      "repo/sub/x.b": "",
      "repo/sub/x.c": "",
      "repo/sub/d.e": "",
      "repo/sub/f.g": "",
      "repo/sub/in/d.e": "",
    }, async (root) => {
      const left = [".gitignore", "in", "in/d.e", "x.a"];
      assertEquals(await unignoredPathsOf(root, combination, { path: "repo/sub" }), left);
      assertEquals(await unignoredPathsOf(root, combination, { path: "repo/sub/in" }), ["d.e"]);
    });
  });

  Deno.test(`rulesAbove() reads no ancestor above the allowed root, by ${combination}`, async () => {
    // Decision 3: "inside the scope (no ancestor above the allowed root)".
    await withTree({ ".gitignore": "x\n", "in/deep/x": "" }, async (root) => {
      assertEquals(
        await unignoredPathsOf(root, combination, { path: "in/deep", roots: ["in"] }),
        ["x"],
      );
      assertEquals(await unignoredPathsOf(root, combination, { path: "in/deep" }), []);
    });
  });

  Deno.test(`rulesAbove() never ignores what a call names, nor its parents, by ${combination}`, async () => {
    // Decision 3: "What a call names is never ignored itself, nor are its parents: asked for
    // `node_modules/x`, a tool lists it. The rules of ancestors apply to what lies below by their
    // own match".
    await withTree({
      ".gitignore": "node_modules\n*.log\n",
      "node_modules/x/a.js": "",
      "node_modules/x/a.log": "",
      "node_modules/x/node_modules/y/b.js": "",
    }, async (root) => {
      for (const path of ["node_modules/x", "node_modules"]) {
        const paths = await unignoredPathsOf(root, combination, { path });
        assertEquals(paths, path === "node_modules" ? ["x", "x/a.js"] : ["a.js"]);
      }
    });
  });

  Deno.test(`rulesAbove() leaves out .git only as a directory, by ${combination}`, async () => {
    // Decision 4.8: "`.git` is skipped only as a directory."
    await withTree({
      "a/.git/HEAD": "",
      "b/.git": "gitdir: ../x",
      "c/.git": link("../b"),
    }, async (root) => {
      assertEquals(
        await unignoredPathsOf(root, combination),
        ["a", "b", "b/.git", "c", "c/.git"],
      );
    });
  });

  const odd: [string, Tree][] = [
    ["a link", { "rules": "x\n", ".gitignore": link("rules") }],
    ["a FIFO", { ".gitignore": fifo() }],
    ["a directory", { ".gitignore/y": "" }],
    ["a dangling link", { ".gitignore": link("gone") }],
    ["over 1 MiB", { ".gitignore": "x\n" + "#\n".repeat(512 * 1024) }],
    ["over 1 MiB of NUL", { ".gitignore": bytes(1024 * 1024 + 1) }],
  ];
  for (const [what, tree] of odd) {
    Deno.test(`rulesAbove() passes over a .gitignore that is ${what}, by ${combination}`, async () => {
      // Decision 3: "read only when a regular file (never through a link, as git itself), at most
      // 1 MiB […]; an odd one is passed over."
      await withTree({ ...tree, "x": "", "d/x": "" }, async (root) => {
        for (const path of [".", "d"]) {
          const paths = await unignoredPathsOf(root, combination, { path });
          assert(paths.includes("x"), path);
        }
      });
    });
  }

  Deno.test(`rulesAbove() matches a link as a non-directory, by ${combination}`, async () => {
    // Decision 3: "A link is matched as a non-directory".
    await withTree(
      { ".gitignore": "build/\n", "build": link("d"), "d/build/x": "" },
      async (root) => {
        assertEquals(await unignoredPathsOf(root, combination), [".gitignore", "build", "d"]);
      },
    );
  });

  Deno.test(`rulesAbove() reads a .gitignore of exactly 1 MiB, by ${combination}`, async () => {
    const text = "x\n" + "#".repeat(1024 * 1024 - 3) + "\n";
    await withTree({ ".gitignore": text, "x": "", "y": "" }, async (root) => {
      assertEquals(await unignoredPathsOf(root, combination), [".gitignore", "y"]);
    });
  });
}

Deno.test("rulesAbove() keeps neighbours' rules apart", async () => {
  const root = await makeTree({
    "a/.gitignore": "x\n",
    "a/x": "",
    "b/x": "",
    "b/c/.gitignore": "/x\n",
    "b/c/x": "",
    "b/c/d/x": "",
  });
  try {
    for (const combination of ["any-match", "git"] as const) {
      const paths = await unignoredPathsOf(root, combination);
      assertEquals(paths.filter((path) => path.endsWith("x")), ["b/c/d/x", "b/x"]);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
