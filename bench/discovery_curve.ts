/**
 * The share of the files modified by later commits that a first overview names, by its budget.
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

/** A source of a first overview. */
export const OVERVIEWS = ["overview", "overview, no .git", "rg --files", "tree", "recent"] as const;

/** One of {@linkcode OVERVIEWS}. */
export type OverviewName = typeof OVERVIEWS[number];

/** Percentages, one for each of {@linkcode BUDGETS}; `null` if there is no value. */
export type Curve = readonly (number | null)[];

/** The results of one repository. */
export interface Curves {
  readonly label: string;
  readonly files: number;
  readonly commits: number;
  readonly mentions: number;
  /** By look; without ripgrep, that one is missing. */
  readonly named: Readonly<Partial<Record<OverviewName, Curve>>>;
  /** Share of its budget that `overview` used when it had more to show. */
  readonly used: Used;
  /** Files that a budget named and a larger one did not, in words; none are expected. */
  readonly lost: readonly string[];
}

/** Shares of budgets: o200k's tokens, and those that `overview` estimated itself. */
export interface Used {
  readonly o200k: Curve;
  readonly estimated: Curve;
}

/** Returns the text of `overview` of a directory at each budget. */
interface Overviews {
  readonly named: readonly ReadonlySet<string>[];
  readonly used: Used;
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
    used: overview.used,
    lost: [...lostOf(overview), ...lostOf(without)],
  };
}

/** Returns the share of the mentions that are of named files, in percent. */
function shareOf(mentions: readonly string[], named: ReadonlySet<string>): number {
  return percent(mentions.filter((path) => named.has(path)).length, mentions.length);
}

function percent(part: number, whole: number): number {
  return 100 * part / Math.max(1, whole);
}

async function overviewsOf(path: string): Promise<Overviews> {
  const named: ReadonlySet<string>[] = [];
  const o200k: (number | null)[] = [];
  const estimated: (number | null)[] = [];
  for (const max_tokens of BUDGETS) {
    const context = { cwd: path, roots: [path] };
    const output = await TOOLSETS.agent.overview.execute({ max_tokens }, context);
    if (output.error !== undefined) throw new Error(`${path}: ${output.error.message}`);
    named.push(new Set(filesNamed(output.text)));
    const share = (tokens: number): number | null =>
      output.truncated ? percent(tokens, max_tokens) : null;
    o200k.push(share(countTokens(output.text)));
    estimated.push(share(output.estimated_tokens));
  }
  return { named, used: { o200k, estimated } };
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
