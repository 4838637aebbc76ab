/**
 * Faults that users reported, told in our own words and asked at the parent of the commit that fixed them: how
 * early `find_path` shows a file that the fix changed, and what a first look names.
 *
 * @module
 */
import { TOOLSETS, TreeCache } from "../mod.ts";
import { checkOut, type TaskTree } from "./discovery_checkout.ts";
import { tryGit } from "./discovery_git.ts";
import { filesNamed } from "./discovery_named.ts";
import { shareOf } from "./discovery_tasks.ts";
import reports from "./reports.json" with { type: "json" };

/** A report: what to check out, the source files that its fix changed, and what is asked. */
type Report = typeof reports[number];

/** What is asked: terms are words that a model expected in the code, written from the symptom alone. */
const TEXTS = {
  "a symptom and terms": ({ short, terms }: Report) => ({ query: short, terms }),
  "a symptom": ({ short }: Report) => ({ query: short }),
  "a whole report": ({ report }: Report) => ({ query: report }),
} as const;

/** What the tools may read, as `contents` of their context. */
const CONTENTS = { "with contents": undefined, "names and history alone": "none" } as const;

/** The ways in which every report is asked. */
export const ASKINGS = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).flatMap((text) =>
  (Object.keys(CONTENTS) as (keyof typeof CONTENTS)[]).map((read) => ({
    text,
    read,
    key: `${text}, ${read}` as const,
  }))
);

/** What is measured, in percent, in the order of {@linkcode ReportShares}. */
export const REPORT_HEAD = [
  ...["first row", "one of three", "one of ten", "one of twenty", "MRR"],
  ...["named in 500 tokens", "a mark is right"],
] as const;

/**
 * Of `find_path`: 100 if a right file is the first row, one of three, of ten, of twenty, and 100 divided by the
 * place of the first right row. Of an overview: the share of gold that it names, and 100 if it marks a right file.
 */
export type ReportShares = readonly number[];

/** A report, asked. */
export interface AskedReport {
  readonly issue: number;
  /** By the keys of {@linkcode ASKINGS}. */
  readonly shares: Readonly<Record<string, ReportShares>>;
}

/** The results of one repository. */
export interface Reports {
  readonly repository: string;
  readonly asked: readonly AskedReport[];
  /** Number of reports that were not asked, since the repository lacks the parent of their fix. */
  readonly missing: number;
}

/** Number of reports of all repositories. */
export const REPORT_COUNT = reports.length;

/** Numbers of first rows that are scored. */
const FIRST_ROWS = [1, 3, 10, 20] as const;
const OVERVIEW_TOKENS = 500;

/** Asks every report about a repository, each in the tree of its fix's parent; `undefined` if there is none. */
export async function reportsOn(tree: TaskTree): Promise<Reports | undefined> {
  const repository = await repositoryOf(tree);
  const own = reports.filter(({ repo }) => repo === repository);
  if (own.length === 0) return undefined;
  const asked: AskedReport[] = [];
  for (const report of own) {
    const parent = `${report.parent}^{commit}`;
    if (!(await tryGit(["-C", tree.tasks, "cat-file", "-e", parent])).success) continue;
    await checkOut(tree, report.parent);
    const cache = new TreeCache();
    const shares: Record<string, ReportShares> = {};
    for (const { text, read, key } of ASKINGS) {
      const context = { cwd: tree.tasks, roots: [tree.tasks], cache, contents: CONTENTS[read] };
      shares[key] = await sharesOf(TEXTS[text](report), report.gold, context);
    }
    asked.push({ issue: report.issue, shares });
  }
  return { repository, asked, missing: own.length - asked.length };
}

/** A repository's `owner/name`: of its folder, or of where it was cloned from. */
async function repositoryOf({ label, source }: TaskTree): Promise<string> {
  if (label.includes("/")) return label;
  const { text } = await tryGit(["--git-dir", source, "config", "--get", "remote.origin.url"]);
  return /[^/:]+\/[^/]+$/.exec(text.trim().replace(/(?:\.git)?\/?$/, ""))?.[0] ?? label;
}

async function sharesOf(
  { query, terms }: { readonly query: string; readonly terms?: readonly string[] },
  gold: readonly string[],
  context: Parameters<typeof TOOLSETS.agent.find_path.execute>[1],
): Promise<ReportShares> {
  const { find_path, overview } = TOOLSETS.agent;
  const limit = Math.max(...FIRST_ROWS);
  const found = await find_path.execute({ queries: [query], terms, kind: "file", limit }, context);
  const look = await overview.execute({ query, max_tokens: OVERVIEW_TOKENS }, context);
  const error = found.error ?? look.error;
  if (error !== undefined) throw new Error(`${query}: ${error.message}`);
  const at = found.results[0]!.entries.findIndex(({ path }) => gold.includes(path));
  return [
    ...FIRST_ROWS.map((count) => at >= 0 && at < count ? 100 : 0),
    at < 0 ? 0 : 100 / (at + 1),
    shareOf(gold, filesNamed(look.text)),
    look.marked?.some(({ path }) => gold.includes(path)) ? 100 : 0,
  ];
}
