import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
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
  rootNames,
  sumsOf,
} from "../../../support/overview_text.ts";
import { hasGit } from "../../../support/machine.ts";
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
