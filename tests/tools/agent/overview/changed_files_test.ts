import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../../mod.ts";
import { gitIn, initGit } from "../../../support/git.ts";
import type { History } from "../../../../src/git/history.ts";
import type { Census } from "../../../../src/tools/agent/overview/census.ts";
import { probesOf } from "../../../../src/tools/agent/overview/changed_files.ts";
import { CountedDirectory } from "../../../../src/tools/agent/overview/counted_directory.ts";
import { HistoryWorth } from "../../../../src/tools/agent/rank/history_worth.ts";
import { QueryWords } from "../../../../src/tools/agent/rank/query_words.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";
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
  await gitIn(root, ["add", "."]);
  const who = ["-c", "user.name=a", "-c", "user.email=a@b"];
  await gitIn(root, [...who, "commit", "-q", "-m", "first"]);
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

/** What a census holds of directories, by their names and those of their files. */
function censusOf(files: Readonly<Record<string, readonly string[]>>): Census {
  const root = new CountedDirectory("", undefined);
  const directories = Object.entries(files).map(([name, names]) =>
    Object.assign(new CountedDirectory(name, root), { files: names })
  );
  return { directories: [root, ...directories] } as unknown as Census;
}

function historyOf(paths: readonly string[]): HistoryWorth {
  const commit = { id: "1", subject: "", paths };
  return new HistoryWorth({ commits: [commit] } as unknown as History, "", new QueryWords(""));
}

Deno.test("the files that are asked are those that commits touched first, then others, up to 2,000, those of a directory together", async () => {
  const many = Array.from({ length: 1_998 }, (_, i) => `f${i}`);
  for (
    const [files, touched, expected] of [
      [{ a: ["1", "2"], b: ["3", "4"] }, ["b/4"], ["b/ 4", "a/ 1 2", "b/ 3"]],
      [{ a: ["1"], many, b: ["2", "3"], c: ["4"], d: ["5"] }, [], [
        "a/ 1",
        `many/ ${many.join(" ")}`,
        "c/ 4",
      ]],
      [{ many, b: ["2", "3"] }, ["b/2", "b/3"], [
        "b/ 2 3",
        `many/ ${many.join(" ")}`,
      ]],
    ] as [Record<string, string[]>, string[], string[]][]
  ) {
    const history = touched.length === 0 ? undefined : historyOf(touched);
    const probes = await probesOf(censusOf(files), history, new BusyPacer());
    assertEquals(probes.map(({ prefix, files }) => [prefix, ...files].join(" ")), expected);
  }
});
