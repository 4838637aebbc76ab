/** Calls with a cache beside the same calls without. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../mod.ts";
import { farthestFrom, outputsOf, SUBJECTS } from "./support/every_tool.ts";
import { gitIn, initGit } from "./support/git.ts";
import { link, withTree } from "./support/tree.ts";
import { whenOld } from "./support/when_old.ts";

const TREE = {
  ".gitignore": "build/\n*.log\n",
  "build/out.js": "",
  "src/a.ts": "one",
  "src/b.log": "",
  "src/deep/c.ts": "three",
  "src/deep/secret.key": "",
  "src/l": link("../docs"),
  "docs/guide.md": "",
  "docs/out": link("/etc"),
  "é/\u200b x": "",
};

async function commitAll(root: string): Promise<void> {
  await gitIn(root, ["add", "."]);
  const who = ["-c", "user.name=a", "-c", "user.email=a@b"];
  await gitIn(root, [...who, "commit", "-q", "-m", "first"]);
}

/** An output as JSON. */
function textOf(output: unknown): string {
  return JSON.stringify(output, (key, value) => key === "time_ms" ? undefined : value);
}

Deno.test("with a cache, warm or cold, or one that forgets, every tool returns what it returns without", () =>
  withTree(TREE, async (cwd) => {
    await initGit(cwd);
    await commitAll(cwd);
    await whenOld(async () => {
      const caches = [new TreeCache(), new TreeCache({ maxBytes: 3000 })];
      const policies = [undefined, { hide: ["secret.key", "docs"] }, { show: ["build/"] }];
      for (const subject of SUBJECTS) {
        for (const policy of policies) {
          const context = { cwd, roots: [cwd], ...policy && { policy } };
          const args = farthestFrom(subject, ".", context);
          const expected = textOf(await outputsOf(subject, args, context));
          for (const cache of [...caches, ...caches, ...caches]) {
            const actual = textOf(await outputsOf(subject, args, { ...context, cache }));
            assertEquals(actual, expected, `${subject.id} under ${JSON.stringify(policy)}`);
          }
        }
      }
    });
  }));

Deno.test("an overview of a tree that is as it was notices what lies beside it: links, edits, commits", () =>
  withTree(
    { "in/a.ts": "", "in/b.ts": "", "in/l": link("../out/x"), "out/x/": "" },
    async (root) => {
      await initGit(root);
      await commitAll(root);
      await whenOld(async () => {
        const cwd = `${root}/in`;
        const cache = new TreeCache();
        const listed = async (): Promise<string> => {
          const context = { cwd, roots: [root] };
          const expected = await TOOLSETS.agent.overview.execute({}, context);
          const seen = await TOOLSETS.agent.overview.execute({}, { ...context, cache });
          assertEquals(seen, expected);
          return JSON.stringify(seen);
        };
        const [first, second] = [await listed(), await listed()];
        assertEquals(first, second);
        Deno.removeSync(`${root}/out/x`);
        Deno.symlinkSync("/etc", `${root}/out/x`);
        assertNotEquals(await listed(), first);
        Deno.writeTextFileSync(`${cwd}/b.ts`, "edited");
        await listed();
        await commitAll(root);
        assertNotEquals(await listed(), first);
      });
    },
  ));
