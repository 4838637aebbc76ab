import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { DirscopeError } from "../../src/errors.ts";
import { Scope } from "../../src/scope/scope.ts";
import { LINKS, POSIX_PATHS, testsNeeding } from "../support/machine.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS, POSIX_PATHS);

test("a file that is itself a root, or reached by a link, is no directory", async () => {
  const tree: Tree = {
    "in/f.txt": "1",
    "in/sub/x": "",
    "in/to-file": link("../out/file.txt"),
    "in/to-root": link("../rootlink"),
    "out/file.txt": "2",
    "rootlink": link("in/f.txt"),
  };
  await withTree(tree, (cwd) => {
    const rows: readonly (readonly [roots: string[], path: string, isDirectory: boolean])[] = [
      [["in", "out/file.txt"], "in/to-file", false],
      [["in", "out/file.txt"], "out/file.txt", false],
      [["rootlink", "in"], "in/to-root", false],
      [["in", "rootlink"], "rootlink", false],
      [["in", "rootlink"], "in/sub", true],
      [["in"], "in", true],
    ];
    for (const [roots, path, isDirectory] of rows) {
      const entered = new Scope({ cwd, roots }).enter(path);
      assertEquals(entered.isDirectory, isDirectory, `${roots} ${path}`);
    }
    const scope = new Scope({ cwd, roots: ["in", "out/file.txt"] });
    const { outcome } = scope.follow(scope.enter("in").real, "to-file");
    assertEquals(outcome, "file");
  });
});

Deno.test("a file that alone is granted is no directory", () =>
  withTree({ "in/f.txt": "1" }, async (root) => {
    const allow = `--allow-read=${root}/in/f.txt`;
    const command = denoRun(
      [allow],
      projectFile("cli.ts"),
      ...["--toolset", "files", "ls", "in/f.txt"],
      "--scope",
      "in/f.txt",
    );
    const { stdout } = await run(command, { cwd: root });
    assertStringIncludes(stdout, `"${root}/in/f.txt"`);
  }));

test("Scope() without roots queries once for a path that is not granted, and not again below one that is", () => {
  const queried: string[] = [];
  const { querySync } = Deno.permissions;
  const isGranted = (path = ""): boolean => path === "/usr" || path.startsWith("/usr/");
  Deno.permissions.querySync = (descriptor) => {
    const { path } = descriptor as { path?: string };
    queried.push(path ?? "");
    return {
      state: isGranted(path) ? "granted" : "prompt",
      partial: false,
    } as Deno.PermissionStatus;
  };
  const queriesOf = (action: () => unknown): number => {
    queried.length = 0;
    action();
    return queried.length;
  };
  try {
    const scope = new Scope({ cwd: "/usr" });
    const outside = `/${"a/".repeat(2000)}b`;
    const refused = () => assertThrows(() => scope.enter(outside), DirscopeError);
    assertEquals(queriesOf(refused), 2);
    assertEquals(scope.enter("/usr").real, "/usr");
    assertEquals(queriesOf(() => scope.enter("/usr")), 0);
    // Through a link that leads out, and down from there.
    assertEquals(scope.follow("/usr", `/${"a/".repeat(2000)}b`).outcome, "failed");
    assertEquals(queriesOf(() => scope.follow("/usr", outside)) < 5, true);
  } finally {
    Deno.permissions.querySync = querySync;
  }
});

test("a path that leads through links of thousands of parts is not followed to its end", () =>
  withTree({ "a/": "", "l": link(`${"a/../".repeat(800)}a`) }, (root) => {
    const scope = new Scope({ cwd: root, roots: ["."] });
    const { real } = scope.enter(".");
    const outcomes = [1, 2, 3].map((times) => scope.follow(real, "l/../".repeat(times)).outcome);
    assertEquals(outcomes, ["directory", "directory", "failed"]);
  }));
