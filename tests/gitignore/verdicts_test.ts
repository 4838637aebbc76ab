import { assertEquals } from "@std/assert";
import { isInGitDirectory } from "../../src/gitignore/verdicts.ts";

Deno.test("isInGitDirectory() counts every part before a slash as a directory", () => {
  const rows: [path: string, isDirectory: boolean, expected: boolean][] = [
    [".git", true, true],
    [".git", false, false],
    ["a/.git/HEAD", false, true],
    ["a/.github/x", false, false],
    ["a", true, false],
  ];
  for (const [path, isDirectory, expected] of rows) {
    assertEquals(isInGitDirectory(path, isDirectory), expected, path);
  }
});
