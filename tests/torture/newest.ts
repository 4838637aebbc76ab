/**
 * `sort`, `modified_within` and `exclude` of `agent`'s searches on random trees, judged by `find` and `sort`.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { type DiscoveryResult, type Tool, TOOLSETS } from "../../mod.ts";
import { follow } from "../support/discovery.ts";
import { pick, randomFrom } from "../support/random.ts";
import { cutAtNul, shell } from "../support/shell.ts";
import { link, type Node, type Tree, withQuickTree } from "../support/tree.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** The suite. */
export const suite: Suite = { name: "newest", run };

const { find_files, glob_search } = TOOLSETS.agent;

const NAMES = "a a-b a.ts b b.ts .c é \u{1F600} \uFFFC a~ A -n".split(" ").concat(["a b", "\n"]);

/** Times in milliseconds since 1970: few, so that many are equal. */
const TIMES = [-2e12, -1000, 0, 1, 999, 1e12, 1e12 + 1, 1e12 + 999, 1.7e12, 4.1e12];

const SIZES = [0, 0, 1, 2, 9, 10, 99, 100, 2 ** 32, 2 ** 40];

/** Globs to exclude, each with the paths that it matches. */
const GLOBS: readonly (readonly [glob: string, path: RegExp])[] = [
  ["a", /(?:^|\/)a$/],
  ["*.ts", /(?:^|\/)[^/]*\.ts$/],
  ["/b", /^b$/],
  ["a/**", /^a\/[^]+$/],
  ["**/a/*", /(?:^|\/)a\/[^/]+$/],
  ["b/a-b", /^b\/a-b$/],
  ["{b,A}/", /(?:^|\/)[bA]$/],
];

interface RandomTree {
  readonly tree: Tree;
  readonly times: ReadonlyMap<string, number>;
}

function randomTree(count: number, random: () => number): RandomTree {
  const tree: Record<string, Node> = {};
  const times = new Map<string, number>();
  const directories = [""];
  for (let i = 0; i < count; i++) {
    const path = `${pick(directories, random)}${pick(NAMES, random)}${random() < 0.5 ? i : ""}`;
    if (times.has(path)) continue;
    times.set(path, pick(TIMES, random));
    const kind = random();
    if (kind < 0.15) {
      tree[`${path}/`] = "";
      directories.push(`${path}/`);
    } else if (kind < 0.25) tree[path] = link(pick([".", "nowhere", "/etc/passwd"], random));
    else {
      const size = pick(SIZES, random);
      tree[path] = {
        make(to) {
          Deno.writeTextFileSync(to, "");
          Deno.truncateSync(to, size);
        },
      };
    }
  }
  return { tree, times };
}

/** Sets the times of entries, not of what links lead to. */
async function setTimes(root: string, times: RandomTree["times"]): Promise<void> {
  const list = await Deno.makeTempFile();
  for (const [time, paths] of Map.groupBy(times.keys(), (path) => times.get(path)!)) {
    Deno.writeTextFileSync(list, paths.map((path) => `./${path}\0`).join(""));
    const date = new Date(time).toISOString();
    await shell(root, `xargs -0 touch -h -d '${date}' -- < '${list}'`);
  }
  await Deno.remove(list);
}

/** What `find` prints of a tree, sorted: the greatest number first, and equal ones by path. */
async function ranked(root: string, expression: string): Promise<string[]> {
  const sort = "LC_ALL=C sort -z -t ' ' -k1,1rn -k2";
  const rows = cutAtNul(await shell(root, `find . -mindepth 1 ${expression} | ${sort}`));
  return rows.map((row) => row.slice(row.indexOf(" ") + 1));
}

const EXPRESSIONS = {
  find_files: {
    modified: "-type f -printf '%T@ %P\\0'",
    size: "-type f -printf '%s %P\\0'",
  },
  glob_search: {
    modified: "-printf '%T@ %P\\0'",
    // "`size` is bytes for a file, else null": those come last.
    size: "-type f -printf '%s %P\\0' -o -printf '-1 %P\\0'",
  },
};

async function checkTree(count: number, random: () => number): Promise<number> {
  let points = 0;
  const { tree, times } = randomTree(count, random);
  await withQuickTree(tree, async (cwd) => {
    await setTimes(cwd, times);
    const directories = new Set(
      Object.keys(tree).filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1)),
    );
    for (const [name, tool] of Object.entries({ find_files, glob_search })) {
      const required = name === "glob_search"
        ? { pattern: "**", max_results: 1000 }
        : { limit: 1000 };
      for (const sort of ["modified", "size"] as const) {
        const all = await ranked(cwd, EXPRESSIONS[name as keyof typeof EXPRESSIONS][sort]);
        const { entries, truncated, next_cursor } = await tool.execute(
          { ...required, sort } as unknown,
          { cwd },
        );
        assertEquals(entries.map(({ path }) => path), all.slice(0, 1000));
        assertEquals([truncated, next_cursor], [all.length > 1000, undefined]);
        points++;
      }
      const since = pick(TIMES, random);
      const globs = GLOBS.filter(() => random() < 0.3);
      const isOut = (path: string): boolean =>
        path.split("/").some((_, i, parts) => {
          const part = parts.slice(0, i + 1).join("/");
          return globs.some(([glob, regex]) =>
            regex.test(part) && (!glob.endsWith("/") || directories.has(part))
          );
        });
      const pages = await follow(tool as Tool<DiscoveryResult>, {
        ...required,
        ...name === "glob_search" ? { max_results: 7 } : { limit: 7 },
        modified_within: new Date(since).toISOString(),
        exclude: globs.map(([glob]) => glob),
      }, { cwd });
      const kept = (await ranked(cwd, EXPRESSIONS[name as keyof typeof EXPRESSIONS].modified))
        .filter((path) => times.get(path)! >= since && !isOut(path));
      const found = pages.flatMap(({ entries }) => entries.map(({ path }) => path));
      assertEquals(new Set(found), new Set(kept));
      assertEquals(found.length, kept.length);
      points++;
    }
  });
  assert(points > 0);
  return points;
}

async function run({ seed, scale }: SuiteOptions): Promise<SuiteResult> {
  const random = randomFrom(seed);
  const failures: string[] = [];
  let points = 0;
  for (const count of scale === "quick" ? [20, 300] : [100, 1000, 10_000, 10_000]) {
    try {
      points += await checkTree(count, random);
    } catch (error) {
      failures.push(`${count} entries, seed ${seed}: ${error}`);
    }
  }
  return { points, failures };
}
