import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { OverviewResult } from "../../../../mod.ts";
import { costOf, estimateTokens } from "../../../../src/tools/agent/overview/token_cost.ts";
import { lineSafe } from "../../../../src/text/line_safe.ts";
import { overview } from "../../../support/agent.ts";
import {
  gitDecisions,
  isDisputed,
  isOldGit,
  joined,
  TreeSource,
  verdictOf,
} from "../../../support/gitignore_cases.ts";
import {
  check,
  type Found,
  parse,
  type ParsedRow,
  readTree,
  sumsOf,
} from "../../../support/overview_text.ts";
import { hasGit } from "../../../support/machine.ts";
import { projectFile, run } from "../../../support/process.ts";
import { build, type RandomNode, randomNodes } from "../../../support/random_tree.ts";
import { shell } from "../../../support/shell.ts";
import { withQuickTree } from "../../../support/tree.ts";

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

async function withCase(
  { nodes, stuffing }: RandomCase,
  test: (root: string) => Promise<void>,
): Promise<void> {
  await withQuickTree({ "tree/": "", "outside/dir/f": "", "outside/file": "" }, async (base) => {
    const pipe = `${base}/pipe`;
    await makePipe(pipe);
    const directories = build(`${base}/tree`, nodes, pipe);
    for (const { into, count, name } of stuffing) {
      for (let i = 0; i < count; i++) {
        const path = `${directories[into % directories.length]}/${name}${i}`;
        Deno.openSync(path, { write: true, create: true }).close();
      }
    }
    await test(`${base}/tree`);
  });
}

let made: string | undefined;

/** A FIFO: made once by a process, and then linked to where that can be done. */
async function makePipe(path: string): Promise<void> {
  try {
    Deno.linkSync(made!, path);
  } catch {
    await shell("/", `mkfifo '${path}'`);
    made ??= Deno.makeTempDirSync({ dir: path.split("/").slice(0, -2).join("/") }) + "/fifo";
    Deno.linkSync(path, made);
  }
}

globalThis.addEventListener("unload", () => {
  if (made !== undefined) Deno.removeSync(made.slice(0, -5), { recursive: true });
});

Deno.test("overview: visible + summarised + omitted = all that was met, at every budget", async () => {
  const budgets = [200, 260, 400, 1000, 5000];
  await fc.assert(
    fc.asyncProperty(randomCase, async (each) => {
      await withCase(each, async (root) => {
        const tree = readTree(root, () => false, each.includeHidden);
        const args = { use_gitignore: false, include_hidden: each.includeHidden };
        let before: readonly string[] = [];
        for (const max_tokens of budgets) {
          const result = await overview(root, { ...args, max_tokens });
          check(result, tree);
          const again = await overview(root, { ...args, max_tokens });
          assertEquals(JSON.stringify(again), JSON.stringify(result));
          checkMaximal(result, tree);
          // Every budget shows at least what a smaller one shows at root level.
          const names = rootNames(result);
          assertEquals(names.slice(0, before.length), before);
          before = names;
        }
      });
    }),
    { seed: SEED, numRuns: 80 },
  );
});

function rowCount({ text }: OverviewResult): number {
  return text.split("\n").length;
}

function rootNames({ text }: OverviewResult): string[] {
  return parse(text).rows.filter(({ type }) => type !== "more").map(({ name }) => name);
}

/** A directory that stayed closed would not fit into what is left. */
function checkMaximal(
  { text, query, truncated }: OverviewResult,
  tree: ReadonlyMap<string, Found>,
): void {
  const { rows } = parse(text);
  if (!truncated || rows.at(-1)?.type === "more") return;
  const { bytes, tokens } = costOf(text);
  const visit = (
    rows: readonly ParsedRow[],
    inside: ReadonlyMap<string, Found>,
    depth: number,
  ): void => {
    for (const { type, name, about, inside: below } of rows) {
      const { inside: held } = inside.get(name)!;
      if (type === "open") visit(below, held, depth + 1);
      if (type !== "closed" || sumsOf(held).totals.files === 0) continue;
      const rows = [...held].filter(([, { omitted }]) => omitted === undefined)
        .map(([name, found]) => rowOf(name, found));
      if (rows.includes(undefined)) continue;
      const more = costOf(rows.map((row) => `\n${" ".repeat(depth + 1)}${row}`).join(""));
      const closed = costOf(` (${about})`);
      const opened = estimateTokens({
        bytes: bytes + more.bytes - closed.bytes,
        tokens: tokens + more.tokens - closed.tokens,
      });
      assert(
        opened > (query.max_tokens as number),
        `${name} would have fitted: ${opened}\n${text}`,
      );
    }
  };
  visit(rows, tree, 0);
}

/** The row of an entry that is sure to look so; `undefined` for one that depends on more. */
function rowOf(name: string, { kind, inside }: Found): string | undefined {
  if (kind === "files") return lineSafe(name);
  if (kind === "others") return `${lineSafe(name)} (other)`;
  return kind === "dirs" && inside.size === 0 ? `${lineSafe(name)}/ (empty)` : undefined;
}

Deno.test("overview with .gitignore: visible + summarised + omitted = all, as git itself ignores", {
  ignore: !hasGit(),
}, async () => {
  const source = new TreeSource(SEED, isOldGit() ? isDisputed : () => false);
  const trees = Array.from({ length: 150 }, () => {
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
});

const BUDGETS = [200, 1000, 5000, 20_000];

/** What `find` counts of each kind. */
async function findCounts(root: string): Promise<OverviewResult["totals"] | undefined> {
  const { code, stdout } = await run(["find", root, "-mindepth", "1", "-printf", "%y"]);
  if (code !== 0) return undefined;
  const totals = { files: 0, dirs: 0, links: 0, others: 0 };
  for (const letter of stdout) {
    const kind = letter === "f"
      ? "files"
      : letter === "d"
      ? "dirs"
      : letter === "l"
      ? "links"
      : "others";
    totals[kind]++;
  }
  return totals;
}

async function checkReal(
  root: string,
  budgets: readonly number[] = BUDGETS,
): Promise<OverviewResult[]> {
  const counts = await findCounts(root);
  const results: OverviewResult[] = [];
  for (const max_tokens of budgets) {
    const args = { max_tokens, use_gitignore: false };
    const result = await overview(root, args);
    const { text, totals, omitted, estimated_tokens, success } = result;
    assert(success, JSON.stringify(result.error));
    assertLessOrEqual(estimated_tokens, max_tokens);
    assertLessOrEqual(countTokens(text), estimated_tokens);
    assertLessOrEqual(Math.ceil(new TextEncoder().encode(text).length / 3), estimated_tokens);
    const { denied, ...none } = omitted;
    assertEquals(none, { ignored: 0, hidden: 0, outside: 0, unaddressable: 0 });
    // Without the right to read all of it, `find` stops short as well, and says so.
    if (counts !== undefined) assertEquals({ ...totals, dirs: totals.dirs + denied }, counts);
    results.push(result);
  }
  const last = { max_tokens: budgets.at(-1), use_gitignore: false };
  assertEquals(JSON.stringify(await overview(root, last)), JSON.stringify(results.at(-1)));
  for (let i = 1; i < results.length; i++) {
    const [less, more] = [rootNames(results[i - 1]!), rootNames(results[i]!)];
    assertEquals(more.slice(0, less.length), less, "a larger budget shows no less of the root");
    assertLessOrEqual(rowCount(results[i - 1]!), rowCount(results[i]!));
  }
  return results;
}

for (const root of ["/usr", "/etc", projectFile("").replace(/\/$/, "")]) {
  Deno.test({
    name: `overview of ${
      root === "/usr" || root === "/etc" ? root : "this repository"
    }: within budget, not below o200k, totals equal to find's`,
    ignore: !isDirectory(root),
    fn: async () => void await checkReal(root),
  });
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

Deno.test("overview of many packages: within budget, not below o200k, totals equal to find's", async () => {
  const scopes = ["", "@babel/", "@types/"];
  const words = [
    "core",
    "utils",
    "parser",
    "is-plain-obj",
    "lodash.merge",
    "fs-extra",
    "esbuild",
    "v8",
  ];
  const nodes: Record<string, string> = {};
  for (let i = 0; i < 400; i++) {
    const name = `${scopes[i % 3]}${words[i % 8]}-${i}`;
    for (
      const file of [
        ...["package.json", "README.md", "LICENSE", "index.js", "index.d.ts", "dist/index.mjs"],
        ...["dist/index.cjs.map", `dist/chunk-${(i * 2654435761 >>> 0).toString(36)}.js`],
        ...i % 40 === 0 ? ["node_modules/ms/index.js", "node_modules/ms/license.md"] : [],
      ]
    ) nodes[`node_modules/${name}/${file}`] = "";
  }
  nodes["package.json"] = "";
  await withQuickTree(nodes, async (root) => {
    const [small] = await checkReal(root);
    assertEquals(small!.text.split("\n").at(-1), "package.json");
    await checkReal(`${root}/node_modules`);
  });
});

Deno.test("overview of a flat directory of 100,000 files: within budget, not below o200k", async () => {
  await withQuickTree({}, async (root) => {
    await shell(root, "seq -f '%.0f.f' 0 99999 | xargs touch");
    const results = await checkReal(root, [200, 20_000]);
    for (const { text, totals, truncated } of results) {
      const rows = text.split("\n");
      const left = 100_000 - (rows.length - 1);
      const grouped = left.toLocaleString("en-US");
      assertEquals(rows.at(-1), `… ${grouped} more (${grouped} files)`);
      assertEquals([totals.files, truncated, rows[0]], [100_000, true, "0.f"]);
    }
  });
});

Deno.test("overview of a chain 1,000 deep: within budget, not below o200k", async () => {
  await withQuickTree({}, async (root) => {
    const deepest = "d/".repeat(1000);
    await shell(root, `mkdir -p ${deepest}; touch ${deepest}end.ts`);
    const results = await checkReal(root);
    for (const { text } of results) {
      const rows = text.split("\n");
      const opened = rows.length - 1;
      assertEquals(
        rows.slice(0, -1),
        Array.from({ length: opened }, (_, i) => " ".repeat(i) + "d/"),
      );
      const [dirs, noun] = [1000 - rows.length, 1000 - rows.length === 1 ? "dir" : "dirs"];
      assertEquals(rows.at(-1), `${" ".repeat(opened)}d/ (1 file, ${dirs} ${noun}: .ts 1)`);
    }
    const whole = await overview(root, {
      max_tokens: 50_000,
      use_gitignore: false,
      path: "d/d",
    });
    assertLessOrEqual(whole.estimated_tokens, 50_000);
  });
});

Deno.test("overview of short names three levels deep: not below o200k", async () => {
  const names = Array.from({ length: 300 }, (_, i) => `src/lib/x/${"abcdefghij"[i % 10]}${i}`);
  await withQuickTree(Object.fromEntries(names.map((name) => [name, ""])), async (root) => {
    await checkReal(root, [1000, 2000]);
  });
});
