import { assert, assertEquals, assertGreater, assertLess, assertRejects } from "@std/assert";
import { rulesAbove } from "../../src/gitignore/rules.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { withQuickTree } from "../support/tree.ts";
import { pathsIn, unignoredPathsOf, walkOf } from "../support/walking.ts";

const LIMIT = 1024 * 1024;

/** The text, repeated to fill almost 1 MiB. */
function filling(text: string): string {
  return text.repeat(Math.floor((LIMIT - 100) / text.length));
}

const WILDCARDS = Array.from(
  { length: 170_000 },
  (_, i) => `?${(i + 46_656).toString(36)}`,
).join("\n");

const heavy: Readonly<Record<string, string>> = {
  "400,000 rules": "?\n*\n!*\n".repeat(133_334),
  "a 1 MiB line of *a": filling("*a"),
  "a 1 MiB line of [": filling("["),
  "a 1 MiB line of one class": `[x${filling("!")}]`,
  "a 1 MiB line of **/a/": filling("**/a/") + "!",
  "a 1 MiB line of NUL": filling("\0"),
};

for (const [what, text] of Object.entries(heavy)) {
  for (const semantics of ["any-match", "git"] as const) {
    Deno.test(`a walk finishes over ${what}, by ${semantics}`, async () => {
      // Decision 3: "No pattern in one can stall a call", and the file is read: its last rule holds.
      const names = Array.from({ length: 4 }, (_, i) => `${"a".repeat(100)}${i}`);
      const deep = "a/".repeat(6);
      const tree: Record<string, string> = { ".gitignore": `${text}\nskip*\n` };
      assert(tree[".gitignore"]!.length <= LIMIT);
      for (const name of names) tree[`d/${name}`] = "";
      tree[`${deep}f`] = "";
      tree["d/skipped"] = "";
      tree["skip/x"] = "";
      await withQuickTree(tree, async (root) => {
        const paths = await unignoredPathsOf(root, semantics);
        const expected = [".gitignore", "d", ...names.map((name) => `d/${name}`), `${deep}f`];
        for (let end = 1; end < deep.length; end += 2) expected.push(deep.slice(0, end));
        assertEquals(paths.sort(), expected.sort());
      });
    });
  }
}

const FILES = 8;

Deno.test("a walk over 170,000 rules lets timers have their turn, and can be aborted", async () => {
  // Decision 3: "the walk yields to the event loop (a real macrotask: timers and sockets get their
  // turn) at least every 20 ms".
  const tree: Record<string, string> = {
    ".gitignore": WILDCARDS,
  };
  for (let i = 0; i < FILES; i++) tree[`d/file-${i}!`] = "";
  await withQuickTree(tree, async (root) => {
    const scope = new Scope({ cwd: root, roots: ["."] });
    const controller = new AbortController();
    for (const isAborted of [false, true]) {
      const pacer = new Pacer({ signal: controller.signal });
      const rules = await rulesAbove(scope, scope.enter("."), "git", pacer);
      let found = 0;
      let ticks = 0;
      const timer = setInterval(() => {
        ticks++;
        if (isAborted) controller.abort();
      }, 1);
      const walk = walkOf(root, { rules }, pacer);
      const running = walk.run((step) => void (found += pathsIn([step]).length));
      if (isAborted) await assertRejects(() => running, DOMException);
      else await running;
      clearInterval(timer);
      if (isAborted) assertLess(found, FILES);
      else assertEquals(found, FILES + 2);
      assertGreater(ticks, 0);
    }
  });
});
