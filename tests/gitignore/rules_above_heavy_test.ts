import { assert, assertEquals, assertGreater, assertRejects } from "@std/assert";
import { rulesAbove } from "../../src/gitignore/rules_above.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { TOOLSETS } from "../../src/toolsets.ts";
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

/** Patterns that cost some 9,000 characters a name. */
const COSTLY = Array.from({ length: 1500 }, (_, i) => `q?${i}*`).join("\n");

for (const semantics of ["any-match", "git"] as const) {
  Deno.test(`a file of rules that exceeds the match cost counts as unread, by ${semantics}`, async () => {
    // Decision 3: "No pattern in one can stall a call."
    const tree = {
      "a/.gitignore": `${WILDCARDS}\nskip*\n`,
      "a/skipped": "",
      "b/.gitignore": `${COSTLY}\nskip*\n`,
      "b/c/.gitignore": `${COSTLY}\nleft*\n`,
      "b/c/left": "",
      "b/c/skipped": "",
    };
    await withQuickTree(tree, async (root) => {
      const scope = new Scope({ cwd: root, roots: ["."] });
      const pacer = new Pacer();
      const rules = await rulesAbove(scope, scope.enter("."), semantics, pacer);
      const met: string[] = [];
      const walk = walkOf(root, { rules }, pacer);
      await walk.run((step) => void met.push(...pathsIn([step])));
      const expected = ["a/.gitignore", "a/skipped", "b/.gitignore", "b/c/.gitignore", "b/c/left"];
      assertEquals(met.filter((path) => path.includes("/") && path !== "b/c"), expected);
      // Files apply from the outermost in, as long as their match cost together is within the bound.
      assertEquals(pacer.counts.unreadRules, 2);
    });
  });
}

Deno.test("global excludes that exceed the match cost count once, whatever repositories there are", async () => {
  // Decision 3: "No pattern in one can stall a call."
  const git = { ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "" };
  const inner = Object.entries(git).flatMap((
    [path, text],
  ) => [[`a/${path}`, text], [`b/${path}`, text]]);
  await withQuickTree({ ...git, ...Object.fromEntries(inner), "a/x": "" }, async (root) => {
    const policy = { excludes: `${COSTLY}\n${COSTLY}\n`.replaceAll("q", "qq") };
    const context = { cwd: root, roots: ["."], policy };
    const { skipped } = await TOOLSETS.agent.glob_search.execute({ pattern: "**" }, context);
    assertEquals(skipped, { unreadable_gitignore: 1 });
    const { unreadable_gitignore } = await TOOLSETS.agent.explain_path.execute(
      { path: "x" },
      context,
    );
    assertEquals(unreadable_gitignore, 1);
  });
});

Deno.test("a walk over 170,000 rules yields to timers, and can be aborted", async () => {
  // Decision 3: "the walk yields to the event loop (a real macrotask: timers and sockets get their
  // turn) at least every 20 ms".
  await withQuickTree({ ".gitignore": WILDCARDS, "d/x": "" }, async (root) => {
    const controller = new AbortController();
    for (const isAborted of [false, true]) {
      let ticks = 0;
      const timer = setInterval(() => {
        ticks++;
        if (isAborted) controller.abort();
      }, 1);
      const pacer = new Pacer({ signal: controller.signal });
      const scope = new Scope({ cwd: root, roots: ["."] });
      const rules = await rulesAbove(scope, scope.enter("."), "git", pacer);
      let found = 0;
      const walk = walkOf(root, { rules }, pacer);
      const running = walk.run((step) => void (found += pathsIn([step]).length));
      if (isAborted) await assertRejects(() => running, DOMException);
      else await running;
      clearInterval(timer);
      assertEquals(found, isAborted ? 0 : 3);
      assertGreater(ticks, 0);
    }
  });
});
