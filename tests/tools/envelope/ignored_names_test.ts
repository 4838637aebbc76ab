import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { compileFnmatch } from "../../../src/glob/fnmatch.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { execute, linesOfCall } from "../../support/envelope.ts";
import { ANY_NAME, CASE, testsNeeding } from "../../support/machine.ts";
import { sketch } from "../../support/sketch.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(ANY_NAME);

const DEFAULT_IGNORED =
  ".git .hg .svn __pycache__ node_modules target build dist .idea .vscode .DS_Store venv .venv"
    .split(" ");

testsNeeding(CASE)(
  "LS: 'The default list hides entries of any kind by exact name' (5.2)",
  async () => {
    const near = ["build2", "Dist", "node_modules.bak", "NODE_MODULES", "targets", "xvenv"];
    const byName = (names: string[]) =>
      names.toSorted((a, b) => compareBytes(a.toLowerCase(), b.toLowerCase()));
    for (const kind of ["dir", "file", "link", "fifo"]) {
      const tree: Record<string, Tree[string]> = {};
      for (const name of [...DEFAULT_IGNORED, ...near]) {
        if (kind === "dir") tree[`${name}/`] = "";
        else tree[name] = kind === "file" ? "" : kind === "link" ? link(".") : fifo();
      }
      const suffix = { dir: "/", link: "@", file: "", fifo: "" }[kind];
      await withQuickTree({ ...tree, ".hidden": "" }, async (root) => {
        assertEquals(
          await linesOfCall({}, { cwd: root }),
          byName(near).map((name) => name + suffix),
          kind,
        );
        // "include_hidden=true 会同时显示隐藏文件与默认忽略目录"
        assertEquals(
          (await linesOfCall({ include_hidden: true }, { cwd: root })).toSorted(compareBytes),
          [".hidden", ...[...DEFAULT_IGNORED, ...near].map((name) => name + suffix)]
            .toSorted(compareBytes),
          kind,
        );
      });
    }
  },
);

Deno.test("LS: what the call names is never ignored itself, nor are its parents", () =>
  withQuickTree(sketch("node_modules/x/y, .hidden/a, dist/build/z"), async (cwd) => {
    const ignore = ["dist", "build", "dist/build"];
    const rows: [args: Record<string, unknown>, lines: string[]][] = [
      [{}, []],
      [{ path: "node_modules" }, ["node_modules/x/"]],
      [{ path: "node_modules/x" }, ["node_modules/x/y"]],
      [{ path: ".hidden" }, [".hidden/a"]],
      [{ path: "dist/build", ignore }, ["dist/build/z"]],
    ];
    for (const [args, lines] of rows) assertEquals(await linesOfCall(args, { cwd }), lines);
  }));

test("LS: ignore patterns, by name, by the path from project_root and from the target (5.2)", async () => {
  const sub = ["a.log", "b\\c", "deep", "foo", "x[1]", "{a,b}"];
  const tree = Object.fromEntries(
    ["foo", "a.log", "B.LOG", "dist2/", ...sub.map((name) => `sub/${name}`)].map((
      path,
    ) => [path, ""]),
  );
  const all = { ".": ["a.log", "B.LOG", "dist2", "foo", "sub"], sub };
  type Row = readonly [path: "." | "sub", ignore: readonly string[], hidden: readonly string[]];
  const rows: readonly Row[] = [
    [".", ["*.log"], ["a.log"]],
    [".", ["foo", "*.log", "*.LOG"], ["a.log", "B.LOG", "foo"]],
    [".", ["foo/"], []],
    [".", ["sub/foo"], []],
    // "对 **/ 前缀提供零层兼容（**/foo 可匹配 foo）"
    [".", ["**/foo"], ["foo"]],
    [".", ["**/*.log"], ["a.log"]],
    [".", ["**/"], []],
    [".", ["**"], all["."]],
    [".", [""], []],
    [".", [], []],
    [".", ["[!f]*"], ["a.log", "B.LOG", "dist2", "sub"]],
    ["sub", ["foo"], ["foo"]],
    ["sub", ["sub/foo"], ["foo"]],
    ["sub", ["sub/**"], sub],
    ["sub", ["s?b/foo"], ["foo"]],
    ["sub", ["**/foo"], ["foo"]],
    ["sub", ["**/sub/foo"], ["foo"]],
    // A pattern without a slash is matched against the name alone.
    ["sub", ["sub?foo"], []],
    // "?" also matches "/" if the pattern is matched against paths.
    ["sub", ["**/foo", "sub?a/"], ["foo"]],
    ["sub", ["b\\c"], ["b\\c"]],
    ["sub", ["*\\c"], ["b\\c"]],
    // "若 pattern 含 / 或 \\": a pattern with a backslash is matched against paths too.
    ["sub", ["sub?b\\c"], ["b\\c"]],
    // No character escapes another.
    ["sub", ["\\foo"], []],
    ["sub", ["x[1]"], []],
    ["sub", ["x[[]1]"], ["x[1]"]],
    // "no brace meaning"
    ["sub", ["{foo,deep}"], []],
    ["sub", ["{a,b}"], ["{a,b}"]],
  ];
  await withQuickTree(tree, async (cwd) => {
    for (const [path, ignore, hidden] of rows) {
      const { data } = await execute({ path, ignore }, { cwd });
      const names = data.entries!.map((entry) => entry.path.replace(/^sub\/(?=.)/, ""));
      const left = all[path].filter((name) => !hidden.includes(name));
      assertEquals(
        names.toSorted(compareBytes),
        left.toSorted(compareBytes),
        `${path} ${ignore}`,
      );
    }
  });
});

Deno.test("LS: ignore applies with include_hidden too, and is not counted in the total", () =>
  withQuickTree({ ".env": "", "a": "", "dist/x": "" }, async (root) => {
    const { text } = await execute({ include_hidden: true, ignore: [".*"] }, { cwd: root });
    assertEquals(
      text,
      "Listed 2 entries in '.'\n(Total: 2 items - 1 dirs, 1 files, 0 links)\n\ndist/\na",
    );
    // "dist/**" matches only what lies below.
    assertEquals(
      await linesOfCall({ include_hidden: true, ignore: ["dist/**"] }, { cwd: root }),
      ["dist/", ".env", "a"],
    );
    assertEquals(await linesOfCall({ path: "dist", ignore: ["dist/**"] }, { cwd: root }), []);
  }));

test("LS: a random pattern hides what `fnmatch` says, by name or by path (5.2)", async () => {
  const names = [
    ...["a", "b", "z", "-", "!", "[", "]", "^", "\\", "a-b", "ab", "a.b", "[a]", "é", "😀"],
    ...["a\\b", "!a", "zz"],
  ];
  const character = fc.constantFrom(
    ...["a", "b", "-", "!", "[", "]", "*", "?", "\\", "^", "z", "/", ".", "é", "😀", "**/"],
    ...["d/", "[!"],
  );
  const patterns = fc.sample(
    fc.array(character, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
    { numRuns: 500, seed: 11 },
  );
  const tree = Object.fromEntries(names.map((name) => [`d/${name}`, ""]));
  await withQuickTree(tree, async (root) => {
    for (const pattern of new Set(patterns)) {
      // Python judges this matcher in its own tests.
      const matches = [pattern, pattern.replace(/^(\*\*\/)+/, "")].map(compileFnmatch);
      const left = names.filter((name) => {
        // A pattern with a slash of either kind is matched against both, one without against the name alone.
        const texts = /[/\\]/.test(pattern) ? [name, `d/${name}`] : [name];
        return !matches.some((isMatch) => texts.some((text) => isMatch(text)));
      });
      const { data } = await execute({ path: "d", ignore: [pattern] }, { cwd: root });
      const found = data.entries?.map(({ path }) => path.slice(2));
      assertEquals(found?.toSorted(compareBytes), left.toSorted(compareBytes), pattern);
    }
  });
});
