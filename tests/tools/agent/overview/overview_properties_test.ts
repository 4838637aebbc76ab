import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import type { OverviewResult } from "../../../../mod.ts";
import { makeHistory } from "../../../support/git.ts";
import { lineSafe } from "../../../../src/text/line_safe.ts";
import { numbered, overview } from "../../../support/agent.ts";
import {
  gitDecisions,
  isDisputed,
  isOldGit,
  joined,
  TreeSource,
  verdictOf,
} from "../../../support/gitignore_cases.ts";
import { check, namedPaths, readTree } from "../../../support/overview_text.ts";
import { ANY_NAME, ANY_TREE, CASE, GIT, SHELL, testsNeeding } from "../../../support/machine.ts";
import { build, type RandomNode, randomNodes } from "../../../support/random_tree.ts";
import { shell } from "../../../support/shell.ts";
import { withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(GIT);

const SEED = 20_260_730;

/** Names whose rows cannot be told from other rows: the parser needs none of them. */
const isAmbiguous = (name: string): boolean =>
  / \(|@ ->|^ |^…|^omitted/.test(name) || !lineSafe(name).trim();

/** A number of files with long or short names below some directories, so that budgets matter. */
const stuffing = fc.array(
  fc.record({
    into: fc.nat(12),
    count: fc.integer({ min: 1, max: 60 }),
    name: fc.constantFrom("f", "some_long-name.", "é", "x.ts", ".h", "Q7"),
  }),
  { maxLength: 6 },
);

interface RandomCase {
  readonly nodes: readonly RandomNode[];
  readonly stuffing: readonly { into: number; count: number; name: string }[];
  readonly includeHidden: boolean;
}

const randomCase: fc.Arbitrary<RandomCase> = fc.record({
  nodes: randomNodes.map((nodes) => nodes.filter(({ name }) => !isAmbiguous(name))),
  stuffing,
  includeHidden: fc.boolean(),
});

/** Makes the tree of a case beside a FIFO and what lies outside. */
function makeCase(root: string, { nodes, stuffing }: RandomCase): void {
  const directories = build(root, nodes, `${root}/../pipe`);
  for (const { into, count, name } of stuffing) {
    for (const path of numbered(count, `${directories[into % directories.length]}/${name}`)) {
      Deno.openSync(path, { write: true, create: true }).close();
    }
  }
}

/** The budget with which each tree is shown once more. */
const AGAIN = 400;

testsNeeding([...ANY_TREE, SHELL])(
  "overview: visible + summarised + omitted = all that was met, at every budget",
  async () => {
    const budgets = [200, 260, 400, 1000, 5000];
    await withQuickTree({ "outside/dir/f": "", "outside/file": "" }, async (base) => {
      await shell(base, "mkfifo pipe");
      let made = 0;
      const property = fc.asyncProperty(randomCase, async (each) => {
        const root = `${base}/${made++}`;
        Deno.mkdirSync(root);
        makeCase(root, each);
        const tree = readTree(root, () => false, each.includeHidden);
        const args = { use_gitignore: false, include_hidden: each.includeHidden };
        let before: OverviewResult | undefined;
        for (const max_tokens of budgets) {
          const result = await overview(root, { ...args, max_tokens });
          check(result, tree);
          if (max_tokens === AGAIN) {
            const again = await overview(root, { ...args, max_tokens });
            assertEquals(JSON.stringify(again), JSON.stringify(result));
          }
          if (before !== undefined) checkNamesMore(before, result);
          before = result;
        }
      });
      await fc.assert(property, { seed: SEED, numRuns: 24 });
    });
  },
);

/** Words that names of files and directories are made of. */
const WORDS = [
  ...["index", "main", "util", "user", "order", "cart", "test", "parser", "README", "config", "a"],
  ...["http", "server", "client", "view", "model", "data", "api_v2", "Helper", "2024-01", "é"],
];
const ENDINGS = [".ts", ".ts", ".py", ".md", ".json", "_test.go", ".txt", "", ".min.js"];
const DIRECTORIES = ["src", "lib", "docs", "tests", "node_modules", "core", "x", "main", "assets"];

/** A tree of names as programs have them, what the commits of its repository touched, and what is looked for. */
interface Project {
  readonly files: readonly string[];
  readonly commits: readonly { readonly paths: readonly string[]; readonly subject: string }[];
  readonly query: string | null;
}

const project: fc.Arbitrary<Project> = fc.record({
  places: fc.array(
    fc.record({
      place: fc.array(fc.constantFrom(...DIRECTORIES), { maxLength: 5 }),
      count: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 })),
      words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
      ending: fc.constantFrom(...ENDINGS),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  touched: fc.array(
    fc.record({
      which: fc.array(fc.nat(2000), { maxLength: 8 }),
      subject: fc.constantFrom("Mend the parser", "Add a cart", "m"),
    }),
    { maxLength: 10 },
  ),
  query: fc.constantFrom(null, null, "cart", "user model", "parser server", "src"),
}).map(({ places, touched, query }) => {
  const files = [
    ...new Set(
      places.flatMap(({ place, count, words, ending }) =>
        numbered(count, [...place, words.join("-")].join("/"), ending)
      ),
    ),
  ];
  const commits = touched.map(({ which, subject }) => ({
    subject,
    paths: [...new Set(which.map((each) => files[each % files.length]!))],
  }));
  return { files, commits, query };
});

test("overview: what a budget names, every larger budget names too; where there is more, 90 % of it is used", async () => {
  const budget = fc.integer({ min: 200, max: 4000 });
  await fc.assert(
    fc.asyncProperty(project, budget, budget, async ({ files, commits, query }, a, b) => {
      const places = files.filter((path) => files.every((each) => !each.startsWith(`${path}/`)));
      await withQuickTree(Object.fromEntries(places.map((path) => [path, ""])), async (root) => {
        if (commits.length > 0) await makeHistory(root, commits);
        const tree = readTree(root, (path) => path === ".git", true);
        const results: OverviewResult[] = [];
        for (const max_tokens of [200, 500, a, b, 10_000].sort((a, b) => a - b)) {
          const result = await overview(root, { max_tokens, query });
          assertEquals(result.commits, commits.length > 0 ? commits.length + 1 : null);
          check(result, tree);
          checkUsed(result);
          if (results.length > 0) checkNamesMore(results.at(-1)!, result);
          results.push(result);
        }
      });
    }),
    { seed: SEED, numRuns: 12 },
  );
});

function checkNamesMore(less: OverviewResult, more: OverviewResult): void {
  const names = new Set(namedPaths(more));
  const lost = namedPaths(less).filter((path) => !names.has(path));
  const budgets = `${less.query.max_tokens}, ${more.query.max_tokens}`;
  assertEquals(lost, [], `${budgets}:\n${less.text}\n\n${more.text}`);
}

function checkUsed({ truncated, query, estimated_tokens, text }: OverviewResult): void {
  const most = query.max_tokens as number;
  if (!truncated) return;
  // "Rows leave a sixteenth of the budget to the reasons": one that does not fit leaves it free.
  const share = query.query === null ? 0.9 : 0.9 - 1 / 16;
  assert(estimated_tokens >= share * most, `${estimated_tokens} of ${most}:\n${text}`);
}

testsNeeding(GIT, ANY_NAME, CASE)(
  "overview with .gitignore: visible + summarised + omitted = all, as git itself ignores",
  async () => {
    const source = new TreeSource(SEED, isOldGit() ? isDisputed : () => false);
    const trees = Array.from({ length: 70 }, () => {
      const { entries, texts } = source.next();
      const isKept = (path: string): boolean => !path.split("/").some(isAmbiguous);
      return {
        entries: entries.filter(([path]) => isKept(path)),
        texts: new Map([...texts].filter(([path]) => isKept(path))),
      };
    });
    const { entries, texts } = joined(trees);
    const nodes = Object.fromEntries(
      entries.map(([path, isDirectory]) =>
        isDirectory ? [`${path}/`, ""] : [path, texts.get(path) ?? ""]
      ),
    );
    let ignored = 0;
    await withQuickTree(nodes, async (root) => {
      const decisions = await gitDecisions(root, entries.map(([path]) => path));
      for (let i = 0; i < trees.length; i++) {
        // What a call names is never ignored itself: only git's word on what lies below counts.
        const isIgnored = (path: string): boolean =>
          verdictOf(decisions.get(`t${i}/${path}`)) === "ignore";
        for (const include_hidden of [true, false]) {
          const tree = readTree(`${root}/t${i}`, isIgnored, include_hidden);
          for (const max_tokens of [200, 2000]) {
            const result = await overview(root, { path: `t${i}`, max_tokens, include_hidden });
            assertEquals(result.rules_above_scope, undefined);
            check(result, tree);
            ignored += result.omitted.ignored;
          }
        }
      }
      const whole = await overview(root, { max_tokens: 1000 });
      const isIgnored = (path: string): boolean =>
        path === ".git" || verdictOf(decisions.get(path)) === "ignore";
      check(whole, readTree(root, isIgnored, true));
    });
    assertLessOrEqual(500, ignored);
  },
);
