import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import ignore from "ignore";
import { type IgnoreFile, parseNpmIgnoreFile } from "../../src/gitignore/git_ignore_file.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { type Entry, TreeSource, type Verdict } from "../support/gitignore_cases.ts";
import { ruleFor } from "../support/ignore_rules.ts";
import { POSIX_PATHS, testsNeeding } from "../support/machine.ts";

const test = testsNeeding(POSIX_PATHS);

function verdictOn(file: IgnoreFile, [path, isDirectory]: Entry): Verdict {
  const rule = ruleFor(file, path, isDirectory);
  return rule === undefined ? "none" : rule.isNegated ? "include" : "ignore";
}

const rows: [text: string, path: string, isDirectory: boolean, expected: Verdict][] = [
  ["*.log\n!keep.log\n", "a.log", false, "ignore"],
  ["*.log\n!keep.log\n", "keep.log", false, "include"],
  ["!keep.log\n*.log\n", "keep.log", false, "ignore"],
  ["*.log\n", "a.txt", false, "none"],
  ["build/\n", "build", true, "ignore"],
  ["build/\n", "build", false, "none"],
  // Decision 4.8: "`ignorecase: false`".
  ["*.LOG\n", "a.log", false, "none"],
  // `?` and a class match a UTF-16 code unit, not a byte.
  ["?\n", "é", false, "ignore"],
  ["??\n", "😀", false, "ignore"],
  ["[à-ü]\n", "é", false, "ignore"],
  ["**/?/**/*é\n", "ü/é", false, "ignore"],
  // Git is followed where a line holds a NUL, or `**` beside an escaped slash.
  ["a\0b\n", "a", false, "ignore"],
  ["a/**\\/b\n", "a/x/y/b", false, "ignore"],
  ["a\\/**\n", "a", true, "none"],
  // An ignored directory hides nothing once a walk has entered it.
  ["build\n", "build/x", false, "none"],
  ["bu ld[1]\n*.log\n", "bu ld1/a.log", false, "ignore"],
  ["bu*ld\n", "bu*ld/x", false, "none"],
];

Deno.test("parseNpmIgnoreFile() reads each file as the table says", async () => {
  for (const [text, path, isDirectory, expected] of rows) {
    const file = await parseNpmIgnoreFile(text, new Pacer());
    assertEquals(verdictOn(file, [path, isDirectory]), expected, JSON.stringify([text, path]));
  }
});

/** A tree's entries, and the lines of its `.gitignore` files that npm `ignore` reads as git does. */
const trees = fc.integer().map((seed) => {
  const isReadDifferently = (line: string): boolean => /\0|\\\//.test(line);
  const { entries, texts } = new TreeSource(seed, isReadDifferently).next();
  const lines = [...texts.values()].flatMap((text) => text.split("\n")).filter((line) =>
    line !== ""
  );
  return { entries, lines };
});

test("parseNpmIgnoreFile() reads as npm ignore does, on random trees", async () => {
  // Decision 4.8: "Spec 0's per-file matcher is npm `ignore` here (`ignorecase: false`, paths
  // relative to that file, a trailing slash on directories)".
  const property = fc.asyncProperty(trees, async ({ entries, lines }) => {
    const text = lines.join("\n");
    const theirs = ignore({ ignorecase: false }).add(text);
    const ours = await parseNpmIgnoreFile(text, new Pacer());
    const hidden = new Set<string>();
    for (const [path, isDirectory] of entries) {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      const isIgnored = hidden.has(parent) || verdictOn(ours, [path, isDirectory]) === "ignore";
      if (isIgnored) hidden.add(path);
      const expected = theirs.ignores(isDirectory ? `${path}/` : path);
      assertStrictEquals(isIgnored, expected, JSON.stringify([text, path]));
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

Deno.test("a line that matches nothing changes no verdict, whatever it looks like", async () => {
  const line = fc.oneof(
    trees.map(({ lines }) => `${lines[0]}/unrelated`),
    fc.constantFrom("**/unrelated/**", "*u*n*r*e*l*", "a/**/b/**/unrelated", "?*?*?*?unrelated"),
    fc.constant(`#${"x".repeat(20_000)}`),
  );
  const property = fc.asyncProperty(trees, line, fc.nat(), async (tree, line, at) => {
    const { entries, lines } = tree;
    const alone = await parseNpmIgnoreFile(line, new Pacer());
    fc.pre(entries.every((entry) => verdictOn(alone, entry) === "none"));
    const before = await parseNpmIgnoreFile(lines.join("\n"), new Pacer());
    // Not above the first line, whose byte order mark is skipped.
    const place = 1 + at % Math.max(1, lines.length);
    const more = lines.toSpliced(place, 0, line);
    const after = await parseNpmIgnoreFile(more.join("\n"), new Pacer());
    for (const entry of entries) {
      assertEquals(
        verdictOn(after, entry),
        verdictOn(before, entry),
        JSON.stringify([more, entry]),
      );
    }
  });
  // In this file, `foo**` `/bar` once matched `foobar`, and without the second line it did not.
  const foobar = { entries: [["foobar", false]] as Entry[], lines: ["foo**/bar"] };
  await fc.assert(property, { numRuns: 60, examples: [[foobar, "**/unrelated/**", 0]] });
});
