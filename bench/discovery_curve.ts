/**
 * How much of what later commits modified a first look names, by its budget.
 *
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { TOOLSETS } from "../mod.ts";
import type { Checkout } from "./discovery_checkout.ts";
import { filesWithin, indentedTree, type List, pathList, ripgrepFiles } from "./discovery_lists.ts";
import { filesNamed } from "./discovery_named.ts";

/** The budgets, in tokens. */
export const BUDGETS = [500, 1000, 2000, 5000] as const;

/** What gives a first look. */
export const LOOKS = ["overview", "overview, no .git", "rg --files", "tree", "recent"] as const;

/** One of {@linkcode LOOKS}. */
export type Look = typeof LOOKS[number];

/** Percentages, one for each of {@linkcode BUDGETS}. */
export type Curve = readonly number[];

/** What one repository gave. */
export interface Curves {
  readonly label: string;
  readonly files: number;
  readonly commits: number;
  readonly mentions: number;
  /** By look; without ripgrep, that one is missing. */
  readonly named: Readonly<Partial<Record<Look, Curve>>>;
  /** How much of its budget `overview` used: o200k's tokens, and those that it estimated itself. */
  readonly used: { readonly o200k: Curve; readonly estimated: Curve };
  /** The files that a budget named and a larger one did not, one text for each pair of budgets. */
  readonly lost: readonly string[];
}

/** What `overview` says of a directory at each budget. */
interface Overviews {
  readonly named: readonly ReadonlySet<string>[];
  readonly o200k: Curve;
  readonly estimated: Curve;
}

/** Looks at a checkout in every way, at every budget. */
export async function curvesOf(checkout: Checkout): Promise<Curves> {
  const { label, files, questions, path, plain, recent } = checkout;
  const gold = questions.flatMap((question) => question.gold);
  const [overview, without] = [await overviewsOf(path), await overviewsOf(plain)];
  const ripgrep = await ripgrepFiles(path);
  const ofList = (list: List): Curve =>
    BUDGETS.map((budget) => shareOf(gold, new Set(filesWithin(list, budget))));
  return {
    label,
    files: files.length,
    commits: questions.length,
    mentions: gold.length,
    named: {
      "overview": overview.named.map((named) => shareOf(gold, named)),
      "overview, no .git": without.named.map((named) => shareOf(gold, named)),
      ...ripgrep && { "rg --files": ofList(pathList(ripgrep)) },
      "tree": ofList(indentedTree(files)),
      "recent": ofList(pathList(recent)),
    },
    used: overview,
    lost: [...lostOf(overview), ...lostOf(without)],
  };
}

/** How many of the mentions are of files that were named, in percent. */
function shareOf(mentions: readonly string[], named: ReadonlySet<string>): number {
  return percent(mentions.filter((path) => named.has(path)).length, mentions.length);
}

function percent(part: number, whole: number): number {
  return 100 * part / Math.max(1, whole);
}

async function overviewsOf(path: string): Promise<Overviews> {
  const named: ReadonlySet<string>[] = [];
  const [o200k, estimated]: number[][] = [[], []];
  for (const max_tokens of BUDGETS) {
    const output = await TOOLSETS.agent.overview.execute(
      { max_tokens },
      { cwd: path, roots: [path] },
    );
    if (output.error !== undefined) throw new Error(`${path}: ${output.error.message}`);
    named.push(new Set(filesNamed(output.text)));
    o200k!.push(percent(countTokens(output.text), max_tokens));
    estimated!.push(percent(output.estimated_tokens, max_tokens));
  }
  return { named, o200k: o200k!, estimated: estimated! };
}

function lostOf({ named }: Overviews): string[] {
  return named.flatMap((smaller, i) =>
    named.slice(i + 1).flatMap((larger, j) => {
      const lost = [...smaller].filter((path) => !larger.has(path));
      const budgets = `${BUDGETS[i]} named, ${BUDGETS[i + 1 + j]} not`;
      return lost.length === 0 ? [] : [`${budgets}: ${lost.length} files (first: ${lost[0]})`];
    })
  );
}

/** The mean of each place of some curves. */
export function meanOf(curves: readonly Curve[]): Curve {
  return BUDGETS.map((_, i) =>
    curves.reduce((sum, curve) => sum + curve[i]!, 0) / Math.max(1, curves.length)
  );
}

/** A table in Markdown: a row for each repository and look, then the means. */
export function curveTable(all: readonly Curves[]): string {
  const head = ["repository", "files", "mentions", "named by", ...BUDGETS.map(String)];
  const rows = all.flatMap(({ label, files, mentions, named, used }) =>
    [
      ...LOOKS.flatMap((look) => named[look] ? [[look, named[look]] as const] : []),
      ["(budget used, o200k)", used.o200k] as const,
      ["(budget used, estimated)", used.estimated] as const,
    ].map(([look, curve]) => [label, grouped(files), grouped(mentions), look, ...cells(curve)])
  );
  const means = LOOKS.flatMap((look) => {
    const curves = all.flatMap(({ named }) => named[look] ? [named[look]] : []);
    return curves.length === 0 ? [] : [["mean", "", "", look, ...cells(meanOf(curves))]];
  });
  const used = (["o200k", "estimated"] as const).map((
    by,
  ) => ["mean", "", "", `(budget used, ${by})`, ...cells(meanOf(all.map(({ used }) => used[by])))]);
  const rule = head.map((_, i) => i === 1 || i === 2 || i > 3 ? "--:" : "---");
  return [head, rule, ...rows, ...means, ...used].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function cells(curve: Curve): string[] {
  return curve.map((share) => share.toFixed(1));
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
