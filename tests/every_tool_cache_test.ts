/** Calls with a cache beside the same calls without. */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { type CallLog, type ToolContext, TOOLSETS, TreeCache } from "../mod.ts";
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

/** An output as JSON. Only with a cache is there a snapshot. */
function textOf(output: unknown): string {
  return JSON.stringify(
    output,
    (key, value) => ["snapshot", "time_ms"].includes(key) ? undefined : value,
  );
}

Deno.test("with a cache, warm or cold, or one that forgets, every tool returns what it returns without", () =>
  withTree(TREE, async (cwd) => {
    await initGit(cwd);
    await commitAll(cwd);
    await whenOld(async () => {
      const caches = [new TreeCache(), new TreeCache({ maxBytes: 3000 })];
      const policies = [undefined, { hide: ["secret.key", "docs"] }, { show: ["build/"] }];
      for (const subject of SUBJECTS.filter(({ name }) => name !== "changes")) {
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
      assert(caches[1]!.bytes <= 3000);
    });
  }));

Deno.test("logs hold the same with a cache and without, and cursors lead on from one to the other", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      const { find_files, overview } = TOOLSETS.agent;
      const loggedBy = async (contexts: readonly ToolContext[]): Promise<unknown[]> => {
        const calls: unknown[] = [];
        const log: CallLog = {
          append: (call) => {
            calls.push(JSON.parse(JSON.stringify(call)));
            return Promise.resolve();
          },
        };
        let cursor: string | undefined;
        for (let page = 0; page === 0 || cursor !== undefined; page++) {
          const context = { cwd, log, ...contexts[page % contexts.length] };
          const args = { limit: 1, use_gitignore: false, ...cursor !== undefined && { cursor } };
          cursor = (await find_files.execute(args, context)).next_cursor;
          await overview.execute({}, context);
        }
        return calls;
      };
      const cache = new TreeCache();
      const plain = await loggedBy([{}]);
      assertEquals(plain.length, 16);
      for (const contexts of [[{ cache }], [{ cache }, {}], [{}, { cache }]]) {
        assertEquals(await loggedBy(contexts), plain);
      }
    })));

Deno.test("what a host hides is in no snapshot, and what one policy shows is not another's", () =>
  withTree(TREE, (cwd) =>
    whenOld(async () => {
      const texts = new Map<string, string>();
      const cache = new TreeCache({
        snapshots: {
          keep: (name, text) => void texts.set(name, text),
          find: (name) => texts.get(name),
        },
      });
      const { overview, changes } = TOOLSETS.agent;
      // The removal below may fall within the clock tick of the creation.
      Deno.utimeSync(`${cwd}/src/deep`, 1, 1);
      const policy = { hide: ["secret.key"] };
      const hidden = await overview.execute({}, { cwd, cache, policy });
      // Hidden entries are noted beside the tree, for calls under another policy.
      const names = [...texts.values()].flatMap((text) => text.split("\n").slice(1));
      assertEquals(names.filter((line) => line.includes("secret")), []);
      const whole = await overview.execute({}, { cwd, cache });
      assertEquals([hidden.totals.files, whole.totals.files], [5, 6]);
      assertNotEquals(hidden.snapshot, whole.snapshot);
      Deno.removeSync(`${cwd}/src/deep/secret.key`);
      const since = async (seen: { readonly snapshot?: string }, given: ToolContext) => {
        const result = await changes.execute({ since: seen.snapshot! }, { cwd, cache, ...given });
        return result.fresh ? "fresh" : result.text;
      };
      assertEquals(await since(hidden, { policy }), "");
      assertEquals(await since(hidden, {}), "fresh");
      assertEquals(await since(whole, { policy }), "fresh");
      assertEquals(await since(whole, {}), "src/deep/\n - secret.key");
    })));

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
          const { snapshot: _, ...seen } = await TOOLSETS.agent.overview.execute({}, {
            ...context,
            cache,
          });
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
