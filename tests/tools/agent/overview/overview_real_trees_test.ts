import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { OverviewResult } from "../../../../mod.ts";
import { overview } from "../../../support/agent.ts";
import { needing, SHELL } from "../../../support/machine.ts";
import { namedPaths } from "../../../support/overview_text.ts";
import { projectFile, run } from "../../../support/process.ts";
import { shell } from "../../../support/shell.ts";
import { withQuickTree } from "../../../support/tree.ts";

const BUDGETS = [200, 1000, 5000, 20_000];

/** Kinds by the letters that `find` has for them. */
const KINDS: Readonly<Record<string, "files" | "dirs" | "links">> = {
  f: "files",
  d: "dirs",
  l: "links",
};

/** The number of entries of each kind, as `find` counts them. */
async function findCounts(root: string): Promise<OverviewResult["totals"] | undefined> {
  const { code, stdout } = await run(["find", root, "-mindepth", "1", "-printf", "%y"]);
  if (code !== 0) return undefined;
  const totals = { files: 0, dirs: 0, links: 0, others: 0 };
  for (const letter of stdout) totals[KINDS[letter] ?? "others"]++;
  return totals;
}

async function checkReal(
  root: string,
  budgets: readonly number[],
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
    assertEquals(none, { ignored: 0, hidden: 0, outside: 0, unaddressable: 0, io_error: 0 });
    // Without the right to read all of it, `find` stops short as well, and says so.
    if (counts !== undefined) assertEquals({ ...totals, dirs: totals.dirs + denied }, counts);
    if (result.truncated) assertLessOrEqual(0.9 * max_tokens, estimated_tokens);
    results.push(result);
  }
  for (let i = 1; i < results.length; i++) {
    const names = new Set(namedPaths(results[i]!));
    const lost = namedPaths(results[i - 1]!).filter((path) => !names.has(path));
    assertEquals(lost, [], "what a budget names, every larger budget names too");
  }
  return results;
}

// /usr is large: its largest budget is enough.
const ROOTS: readonly (readonly [what: string, root: string, budgets: readonly number[]])[] = [
  ["/usr", "/usr", [20_000]],
  ["/usr/include", "/usr/include", [200, 300, 700, 2000]],
  ["/etc", "/etc", BUDGETS],
  ["this repository", projectFile("").replace(/\/$/, ""), BUDGETS],
];

for (const [what, root, budgets] of ROOTS) {
  Deno.test({
    name: `overview of ${what}: 90 % of the budget and no more, not below o200k, find's totals`,
    ignore: !isDirectory(root),
    fn: async () => void await checkReal(root, budgets),
  });
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

Deno.test(
  needing(SHELL, "overview of a flat directory of 30,000 files: within budget, not below o200k"),
  async () => {
    await withQuickTree({}, async (root) => {
      await shell(root, "seq -f '%.0f.f' 0 29999 | xargs touch");
      const results = await checkReal(root, [300, 20_000]);
      for (const { text, totals, truncated } of results) {
        const rows = text.split("\n");
        const shown = rows.length - 1;
        const grouped = (30_000 - shown).toLocaleString("en-US");
        // The shortest names cost least, and those have the smallest numbers.
        assertEquals(rows, [
          ...Array.from({ length: shown }, (_, i) => `${i}.f`).sort(),
          `… ${grouped} more (${grouped} files: .f ${grouped})`,
        ]);
        assertEquals([totals.files, truncated], [30_000, true]);
      }
    });
  },
);
