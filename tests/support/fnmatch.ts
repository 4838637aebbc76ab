/**
 * The verdicts of Python's `fnmatch`, recorded and live.
 *
 * @module
 */
import { pipe } from "./shell.ts";

/** Pattern, text, and the verdict of `fnmatch.fnmatchcase` of Python 3.11. */
export const FNMATCH_VERDICTS: readonly (readonly [string, string, boolean])[] = [
  ["a", "a", true],
  ["a", "b", false],
  ["a", "A", false],
  ["", "", true],
  ["", "a", false],
  ["*", "", true],
  ["*", "a/b", true],
  ["*.log", "x.log", true],
  ["*.log", "a/b.log", true],
  ["*.log", "x.log\n", false],
  ["*.log", "x.LOG", false],
  ["dist/**", "dist/x", true],
  ["dist/**", "dist/x/y", true],
  ["dist/**", "dist", false],
  ["dist/**", "dist/", true],
  ["**/foo", "a/foo", true],
  ["**/foo", "foo", false],
  ["**/foo", "a/b/foo", true],
  ["a**b", "ab", true],
  ["a?c", "a/c", true],
  ["a?c", "ac", false],
  ["?", "é", true],
  ["?", "😀", true],
  ["??", "😀", false],
  ["?", "\n", true],
  ["[ab]", "b", true],
  ["[!ab]", "c", true],
  ["[!ab]", "/", true],
  ["[!ab]", "!", true],
  ["[!ab]", "", false],
  ["[^a]", "a", true],
  ["[^a]", "^", true],
  ["[]a]", "]", true],
  ["[]a]", "a", true],
  ["[!]a]", "]", false],
  ["[]", "[]", true],
  ["[!]", "[!]", true],
  ["[!]", "x", false],
  ["[a", "[a", true],
  ["a]", "a]", true],
  ["[", "[", true],
  ["[[]", "[", true],
  ["[[]a", "[a", true],
  ["[a-z]", "m", true],
  ["[a-z]", "-", false],
  ["[!a-z]", "m", false],
  ["[!a-z]", "😀", true],
  ["[z-a]", "m", false],
  ["[z-a]", "z", false],
  ["[!z-a]", "m", true],
  ["[z-ab]", "z", false],
  ["[-a]", "-", true],
  ["[a-]", "-", true],
  ["[!-a]", "-", false],
  ["[--a]", "Z", true],
  ["[a--]", "-", false],
  ["[a--]", "a", false],
  ["[a-b-z]", "z", true],
  ["[a-b-z]", "-", true],
  ["[a-b-z]", "m", false],
  ["[!!]", "!", false],
  ["[a!]", "!", true],
  ["[a\\]", "\\", true],
  ["[\\]]", "\\]", true],
  ["\\*", "\\x", true],
  ["\\*", "*", false],
  ["a\\b", "a\\b", true],
  ["[\\-^]", "]", true],
  ["[é-😀]", "\uE000", true],
  ["[😀]", "😀", true],
  ["[!😀]", "😀", false],
  ["[é-😀]", "a", false],
  ["{a,b}", "a", false],
  ["{a,b}", "{a,b}", true],
  ["a+", "aa", false],
  ["a.c", "abc", false],
  ["a$", "a", false],
  ["[a&&b]", "&", true],
  ["[a||b]", "|", true],
  ["[a~~b]", "~", true],
  ["[[:alpha:]]", "a", false],
  ["[[:alpha:]]", ":]", true],
  ["[b-a!x]", "b", true],
  ["[b-a!-a]", "-", false],
  ["[b-a!-a]", "a", false],
  ["*a*b*c", "xaxbxc", true],
  ["*a*b*c", "xaxcxb", false],
  ["a*", "a\nb", true],
];

const SCRIPT = `
import fnmatch, json, sys
pairs = json.load(sys.stdin)
print(json.dumps([fnmatch.fnmatchcase(text, pattern) for pattern, text in pairs]))
`;
/** The verdicts of `fnmatch.fnmatchcase` on pairs of pattern and text. Needs Python 3.11. */
export async function judgeWithPython(
  pairs: readonly (readonly [string, string])[],
): Promise<readonly boolean[]> {
  const output = await pipe("python3", ["-W", "ignore", "-c", SCRIPT], JSON.stringify(pairs));
  return JSON.parse(output) as boolean[];
}
