import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../../../mod.ts";
import { git, initGit } from "../../../support/gitignore_cases.ts";
import { GIT, needing } from "../../../support/machine.ts";
import { type Tree, withTree } from "../../../support/tree.ts";

const { overview } = TOOLSETS.agent;

/** Forty directories of three sources each: far more than 200 tokens name. */
function wideTree(): Tree {
  const tree: Record<string, string> = {};
  for (let i = 0; i < 40; i++) {
    for (const name of ["alpha", "beta", "gamma"]) tree[`src/part${i}/${name}${i}.ts`] = "";
  }
  return tree;
}

async function look(root: string): Promise<string> {
  const { text } = await overview.execute({ max_tokens: 200 }, { cwd: root });
  return text;
}

async function commitAll(root: string): Promise<void> {
  await initGit(root);
  await git(root, ["add", "."]);
  const who = ["-c", "user.name=a", "-c", "user.email=a@b"];
  await git(root, [...who, "commit", "-q", "-m", "first"]);
}

Deno.test(
  needing(
    GIT,
    "files changed in the working tree (their time newer than the index's) count as touched",
  ),
  async () => {
    await withTree(wideTree(), async (root) => {
      await commitAll(root);
      const later = new Date(Date.now() + 60_000);
      const before = await look(root);
      assertEquals(before.includes("gamma33.ts"), false);
      Deno.utimeSync(`${root}/src/part33/gamma33.ts`, later, later);
      const after = await look(root);
      assert(after.includes("  gamma33.ts\n"), after);
      assertEquals(await look(root), after);
    });
  },
);

Deno.test(
  needing(
    GIT,
    "where nearly everything is newer than the index, the tree was copied, and nobody works on it",
  ),
  async () => {
    const tree: Record<string, string> = {};
    for (let i = 0; i < 520; i++) tree[`src/part${i % 20}/file${i}.ts`] = "";
    await withTree(tree, async (root) => {
      await commitAll(root);
      const before = await look(root);
      const later = new Date(Date.now() + 60_000);
      for (const path of Object.keys(tree)) Deno.utimeSync(`${root}/${path}`, later, later);
      assertEquals(await look(root), before);
    });
  },
);

Deno.test(
  needing(GIT, "a cache changes nothing in overview but that there is a snapshot"),
  async () => {
    await withTree(wideTree(), async (root) => {
      await commitAll(root);
      const cache = new TreeCache();
      for (
        const { snapshot, ...rest } of [
          await overview.execute({}, { cwd: root, cache }),
          await overview.execute({}, { cwd: root, cache }),
        ]
      ) {
        assertEquals(snapshot?.length, 12);
        assertEquals(rest, await overview.execute({}, { cwd: root }));
      }
    });
  },
);
