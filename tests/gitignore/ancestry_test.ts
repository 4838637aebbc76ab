import { assertEquals } from "@std/assert";
import { ancestryOf } from "../../src/gitignore/ancestry.ts";
import { Scope } from "../../src/scope/scope.ts";
import { needing } from "../support/machine.ts";
import { link, needsOf, type Tree, withTree } from "../support/tree.ts";

/** What `.git` is, the allowed root, and where an ancestry from `in/a/b` ends. */
const rows: [what: string, git: Tree, root: string, last: string, endsAtRoot: boolean][] = [
  ["a directory", { "in/.git/HEAD": "" }, ".", "in", true],
  ["a file", { "in/a/.git": "gitdir: ../x" }, ".", "in/a", true],
  ["a link", { "in/.git": link("a"), "in/a/b/": "" }, ".", "in", true],
  ["a link out of the scope", { "in/.git": link("../../none") }, ".", "in", true],
  ["a dangling link", { "in/.git": link("none") }, ".", ".", false],
  ["nothing", {}, ".", ".", false],
  ["a directory at the start", { "in/a/b/.git/HEAD": "" }, ".", "in/a/b", true],
  ["a directory above the scope", { ".git/HEAD": "" }, "in/a", "in/a", false],
];

for (const [what, git, root, last, endsAtRoot] of rows) {
  Deno.test(
    needing(needsOf(git), `ancestryOf() ends at ${last} where .git is ${what}`),
    async () => {
      await withTree({ "in/a/b/x": "", ...git }, (cwd) => {
        const scope = new Scope({ cwd, roots: [root] });
        const ancestry = ancestryOf(scope, scope.enterDirectory("in/a/b"));
        const shown = ancestry.directories.map(({ real }) => scope.displayed(real));
        assertEquals(shown[0], "in/a/b");
        assertEquals([shown.at(-1), ancestry.endsAtRoot], [last, endsAtRoot]);
      });
    },
  );
}

Deno.test("ancestryOf() ends at the root of the file system, where the scope reaches it", async () => {
  await withTree({ "a/x": "" }, (cwd) => {
    const scope = new Scope({ cwd, roots: ["/"] });
    const { directories, endsAtRoot } = ancestryOf(scope, scope.enterDirectory("a"));
    assertEquals(endsAtRoot, true);
    assertEquals(directories[0]!.real, `${cwd}/a`);
  });
});
