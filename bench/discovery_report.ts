/**
 * Renders the measurements of `discovery.ts` as tables, as verdicts, and as a section of `docs/benchmarks.md`.
 *
 * @module
 */
import {
  BUDGETS,
  type Curve,
  type Curves,
  type OverviewName,
  OVERVIEWS,
} from "./discovery_curve.ts";
import { FINDERS, type Finds, FIRST_RESULTS, KINDS } from "./discovery_find.ts";
import {
  meanShares,
  READ_FIRST,
  TASK_BUDGETS,
  TASK_FIRST_RESULTS,
  TASK_KINDS,
  type TaskContender,
  type TaskKind,
  type Tasks,
  type TaskShares,
} from "./discovery_tasks.ts";
import { ASKINGS, REPORT_HEAD, type Reports } from "./discovery_reports.ts";
import { type Spelled, SPELLED_TEXTS, type SpelledByText } from "./discovery_spelled.ts";
import { plot, type Point } from "./plot.ts";

/** The results of one repository. */
export interface Measured {
  readonly curves: Curves;
  /** Without them, only the curves were wanted. */
  readonly finds: Finds | undefined;
  readonly spelled?: SpelledByText | undefined;
  readonly tasks: Tasks | undefined;
  /** `undefined` if no report is about it, or only the curves were wanted. */
  readonly reports?: Reports | undefined;
}

/** The repositories that the order of rows and ranks was tuned with, without a task or with one. */
const TUNED_ON: ReadonlySet<string> = new Set([
  "BurntSushi/ripgrep",
  "GitoxideLabs/gitoxide",
  "denoland/deno",
  "denoland/std",
  "expressjs/express",
  "fastify/fastify",
  "gin-gonic/gin",
  "modelcontextprotocol/typescript-sdk",
  "pallets/flask",
  "prometheus/prometheus",
  "pytest-dev/pytest",
  "redis/redis",
  "tokio-rs/tokio",
  "vitejs/vite",
]);

/** A group of repositories that are reported together. */
interface Group {
  readonly title: string;
  readonly all: readonly Measured[];
}

function groupsOf(all: readonly Measured[]): Group[] {
  const isTuned = ({ curves }: Measured): boolean => TUNED_ON.has(curves.label);
  return [
    { title: "tuned on", all: all.filter(isTuned) },
    { title: "not tuned on", all: all.filter((each) => !isTuned(each)) },
  ].filter(({ all }) => all.length > 0);
}

/** Tables in Markdown, for each group of repositories and for each of them. */
export function tablesOf(all: readonly Measured[]): string {
  return groupsOf(all).flatMap(({ title, all }) => [
    `Repositories ${title}.`,
    tablesOfGroup(all),
    "In each repository, as `overview` · without `.git` · `rg --files` · files touched most:",
    repositoryTable(all),
    ...all.some(({ tasks }) => tasks) ? tasksInEach(all) : [],
  ]).join("\n\n");
}

function tablesOfGroup(all: readonly Measured[]): string {
  const found = [
    "A right file among the first, % of queries, as `find_path` · `fzf`:",
    findTable(all),
  ];
  return [
    "Files named, % of gold, at tokens:",
    meanTable(all),
    ...all.some(({ finds }) => finds) ? found : [],
    ...all.some(({ spelled }) => spelled) ? [spelledAbout(all)] : [],
    ...all.some(({ tasks }) => tasks) ? tasksAbout(all) : [],
  ].join("\n\n");
}

/** The mean of each place of some curves, of those that have a value there. */
export function meanOf(curves: readonly Curve[]): Curve {
  return BUDGETS.map((_, i) => {
    const shares = curves.map((curve) => curve[i]!).filter((share) => share !== null);
    return shares.length === 0 ? null : shares.reduce((a, b) => a + b, 0) / shares.length;
  });
}

/** The means of a look, over the repositories that have it. */
function meanNamed(all: readonly Measured[], look: OverviewName): Curve | undefined {
  const curves = all.flatMap(({ curves }) => curves.named[look] ? [curves.named[look]] : []);
  return curves.length === 0 ? undefined : meanOf(curves);
}

function meanTable(all: readonly Measured[]): string {
  const looks = OVERVIEWS.flatMap((look) => {
    const mean = meanNamed(all, look);
    return mean === undefined ? [] : [[DESCRIBED[look], ...cells(mean)]];
  });
  const used = (["o200k", "estimated"] as const).map((by) => [
    `budget used by \`overview\`, ${by}`,
    ...cells(meanOf(all.map(({ curves }) => curves.used[by]))),
  ]);
  return table([`mean of ${all.length}`, ...BUDGETS.map(thousands)], [...looks, ...used]);
}

const DESCRIBED: Readonly<Record<OverviewName, string>> = {
  "overview": "`overview`",
  "overview, no .git": "`overview` without `.git`",
  "rg --files": "`rg --files`",
  "tree": "indented tree",
  "recent": "files touched most",
};

/** `overview`, `rg --files` and the list of what was touched most, in each repository. */
function repositoryTable(all: readonly Measured[]): string {
  const shown: readonly OverviewName[] = ["overview", "overview, no .git", "rg --files", "recent"];
  const head = ["repository", "files", "mentions", ...BUDGETS.map(thousands)];
  const rows = all.map(({ curves: { label, files, mentions, named } }) => [
    label,
    thousands(files),
    thousands(mentions),
    ...BUDGETS.map((_, i) => shown.map((look) => cell(named[look]?.[i] ?? null)).join(" · ")),
  ]);
  return table(head, rows);
}

/** Returns how often each search had a right file among the first, over all queries. */
function findTable(all: readonly Measured[]): string {
  const rows = KINDS.map((kind) => {
    const rights = FINDERS.map((finder) => rightOf(all, kind, finder).right ?? []);
    return [
      kind,
      thousands(rightOf(all, kind, "find_path").queries),
      ...FIRST_RESULTS.map((_, i) => rights.map((right) => cell(right[i] ?? null)).join(" · ")),
    ];
  });
  return table(["queries", "number", ...FIRST_RESULTS.map((count) => `first ${count}`)], rows);
}

function rightOf(
  all: readonly Measured[],
  kind: string,
  finder: typeof FINDERS[number],
): { readonly queries: number; readonly right: readonly number[] | undefined } {
  const founds = all.flatMap(({ finds }) => finds?.[kind]?.right[finder] ? [finds[kind]] : []);
  const queries = founds.reduce((sum, found) => sum + found.queries, 0);
  if (queries === 0) return { queries, right: undefined };
  const right = FIRST_RESULTS.map((_, i) =>
    founds.reduce((sum, found) => sum + found.queries * found.right[finder]![i]!, 0) / queries
  );
  return { queries, right };
}

/** Tells how often a file that a text spells out is first, and shown, over all texts. */
function spelledAbout(all: readonly Measured[]): string {
  const { asked, first, shown } = spelledSum(all, SPELLED_TEXTS);
  return `Of ${
    thousands(asked)
  } texts that spell a file out, \`find_path\` has that file first for ${
    cell(first)
  } %, and \`overview\` shows it in 500 tokens for ${cell(shown)} %.`;
}

/** The sum over repositories: the number of files, and the shares in percent. */
function spelledSum(all: readonly Measured[], texts: readonly string[]): Spelled {
  const each = all.flatMap(({ spelled }) => spelled ? texts.map((text) => spelled[text]!) : []);
  const sum = (key: keyof Spelled): number => each.reduce((total, one) => total + one[key], 0);
  const asked = sum("asked");
  return { asked, first: 100 * sum("first") / asked, shown: 100 * sum("shown") / asked };
}

/** Targets for what a text spells out, in percent. */
const WANTED_SPELLED = { first: 99, shown: 97 } as const;

function spelledVerdicts(all: readonly Measured[]): Verdict[] {
  if (!all.some(({ spelled }) => spelled)) return [];
  const sum = spelledSum(all, SPELLED_TEXTS);
  return (["first", "shown"] as const).map((key) => [
    `spelled out, ${key}: ${cell(sum[key])} %; bar: at least ${WANTED_SPELLED[key]}`,
    sum[key] >= WANTED_SPELLED[key],
  ]);
}

const TASK_HEAD = [
  ...TASK_BUDGETS.map((budget) => `${thousands(budget)} tokens`),
  ...TASK_FIRST_RESULTS.map((count) => `first ${count}`),
  ...READ_FIRST,
];

/** The means of what tasks of each kind lead to, and of what the subject leads to elsewhere. */
function tasksAbout(all: readonly Measured[]): string[] {
  const ours = TASK_KINDS.map((kind) => [
    kind,
    "`overview`, `find_path`",
    ...ownCells((contender) => meanTask(all, kind, contender)),
  ]);
  const others = COMPARED.flatMap((contender) => {
    const mean = meanTask(all, "subject", contender);
    return mean === undefined ? [] : [["subject", `\`${contender}\``, ...cells(mean)]];
  });
  return [
    "With a task, % of a commit's files, mean over repositories:",
    table(["task", "asked", ...TASK_HEAD], [...ours, ...others]),
  ];
}

/** What tasks are compared with; `fzf` finds no subject. The last three do not see the task. */
const COMPARED: readonly TaskContender[] = [
  "BM25 over paths",
  "git log --grep",
  "overview without query",
  "recent",
  "rg --files",
];

/** What `overview` shows within each budget, then what `find_path` has among its first rows. */
function ownCells(sharesOf: (contender: TaskContender) => TaskShares | undefined): string[] {
  return TASK_HEAD.map((_, i) =>
    cell(sharesOf(i < TASK_BUDGETS.length ? "overview" : "find_path")?.[i] ?? null)
  );
}

/** A table of what tasks lead to in each repository. */
function tasksInEach(all: readonly Measured[]): string[] {
  const rows = all.flatMap(({ curves: { label }, tasks }) => {
    if (tasks === undefined) return [];
    const kinds = TASK_KINDS.map((kind) => ownCells((contender) => tasks[kind].shares[contender]));
    return [[
      label,
      TASK_KINDS.map((kind) => tasks[kind].tasks).join(" · "),
      ...TASK_HEAD.map((_, i) => kinds.map((shares) => shares[i]).join(" · ")),
    ]];
  });
  return [
    `In each repository, \`overview\` by tokens and \`find_path\` by results, as ${
      TASK_KINDS.join(" · ")
    }:`,
    table(["repository", "tasks", ...TASK_HEAD], rows),
  ];
}

/** The mean over the repositories that have a value. */
function meanTask(
  all: readonly Measured[],
  kind: TaskKind,
  contender: TaskContender,
): TaskShares | undefined {
  const shares = all.map(({ tasks }) => tasks?.[kind].shares[contender])
    .filter((each) => each !== undefined);
  return shares.length === 0 ? undefined : meanShares(shares);
}

/** Targets with a task, in percent, in the order of {@linkcode TASK_HEAD}. */
const WANTED_OF_TASKS: readonly (readonly [TaskKind, TaskContender, readonly (number | null)[]])[] =
  [
    ["subject", "overview", [86, 92, null, null]],
    ["without names", "overview", [77, 87, null, null]],
    ["subject", "find_path", [null, null, null, 70, 46, 68, 58, null]],
    ["without names", "find_path", [null, null, null, 58, null, 56, 48, null]],
  ];

/** Points that a wrong task may cost an overview at most. */
const MAX_LOST_TO_WRONG_TASK = 3;

function taskVerdicts(all: readonly Measured[]): Verdict[] {
  const without = meanTask(all, "another's subject", "overview without query");
  const ofWrong = (without ?? []).map((share) => share && share - MAX_LOST_TO_WRONG_TASK);
  return [
    ...WANTED_OF_TASKS,
    ["another's subject", "overview", ofWrong] as const,
  ].flatMap(([kind, contender, wanted]) => {
    const mean = meanTask(all, kind, contender);
    return mean === undefined ? [] : wanted.flatMap((bar, i): Verdict[] =>
      bar === null ? [] : [[
        `${contender}, ${kind}, ${TASK_HEAD[i]}: ${cell(mean[i]!)} %; bar: at least ${
          Number(bar.toFixed(1))
        }`,
        mean[i]! >= bar,
      ]]
    );
  });
}

/** Targets at the first budgets, in percent. */
const WANTED: readonly number[] = [57, 72, 80];

/** Target margin of the overview without history over `rg --files`, in percentage points. */
const WANTED_WITHOUT_GIT = 5;

/** Target share of queries with a typo whose file is among the first five, in percent. */
const WANTED_TYPOS = 80;

/** The least of a budget that is to be used where there is more to show, in percent. */
const WANTED_USED = 90;

/** One line for each of the project's own targets. */
export function verdictsOn(all: readonly Measured[]): string[] {
  return groupsOf(all).flatMap(({ title, all }) => [
    `${title}:`,
    ...[
      ...meanVerdicts(all),
      ...ripgrepVerdicts(all),
      ...ownVerdicts(all),
      ...findVerdicts(all),
      ...spelledVerdicts(all),
      ...taskVerdicts(all),
    ].map(([text, isMet]) => `  ${text}${isMet ? "" : " (short of the bar)"}`),
  ]);
}

type Verdict = readonly [text: string, isMet: boolean];

function meanVerdicts(all: readonly Measured[]): Verdict[] {
  const mean = meanNamed(all, "overview")!;
  return WANTED.map((wanted, i) => [
    `at ${thousands(BUDGETS[i]!)} tokens overview names ${
      cell(mean[i]!)
    } %; bar: at least ${wanted}`,
    mean[i]! >= wanted,
  ]);
}

function ripgrepVerdicts(all: readonly Measured[]): Verdict[] {
  const ripgrep = meanNamed(all, "rg --files");
  if (ripgrep === undefined) return [["there is no ripgrep here", false]];
  const below = all.flatMap(({ curves: { label, named } }) =>
    BUDGETS.filter((_, i) => named.overview![i]! < (named["rg --files"]?.[i] ?? 0))
      .map((budget) => `${label} at ${thousands(budget)}`)
  );
  const without = meanNamed(all, "overview, no .git")!;
  const ahead = without.map((share, i) => share! - ripgrep[i]!);
  const points = ahead.reduce((a, b) => a + b, 0) / ahead.length;
  return [
    [`below rg --files: ${below.join(", ") || "nowhere"}`, below.length === 0],
    [
      `without .git ${points.toFixed(1)} points above rg --files (${cells(ahead).join(", ")}); ` +
      `bar: at least ${WANTED_WITHOUT_GIT}`,
      points >= WANTED_WITHOUT_GIT,
    ],
  ];
}

function ownVerdicts(all: readonly Measured[]): Verdict[] {
  const losing = all.filter(({ curves }) => curves.lost.length > 0).map(({ curves }) =>
    curves.label
  );
  const shares = all.flatMap(({ curves }) => curves.used.estimated).filter((share) =>
    share !== null
  );
  const least = Math.min(...shares);
  return [
    [`a larger budget names less: ${losing.join(", ") || "nowhere"}`, losing.length === 0],
    [`budget used where there is more: ${cell(least)} % at least`, least >= WANTED_USED],
  ];
}

function findVerdicts(all: readonly Measured[]): Verdict[] {
  const among = FIRST_RESULTS.indexOf(5);
  const ours = (kind: string): number | undefined => rightOf(all, kind, "find_path").right?.[among];
  const theirs = (kind: string): number | undefined => rightOf(all, kind, "fzf").right?.[among];
  return ["abbreviations", "swapped words", "typos"].flatMap((kind): Verdict[] => {
    const bar = kind === "typos" ? WANTED_TYPOS : theirs(kind);
    const share = ours(kind);
    if (share === undefined || bar === undefined) return [];
    const text = `${kind}: find_path ${cell(share)} % among the first five; bar: at least ${
      cell(bar)
    }`;
    return [[text, share >= bar]];
  });
}

/** The heading of what was measured with reports. */
export const REPORTS_HEADING = "Reports in a user's own words";

/** The heading of what was measured with commits, after the reports. */
const COMMITS_HEADING = "Files of later commits";

/** A table of means over reports, a row for each asking. */
export function reportTable(all: readonly Reports[]): string {
  const asked = all.flatMap(({ asked }) => asked);
  const rows = ASKINGS.map(({ text, read, key }) => [
    text,
    read,
    ...cells(meanShares(asked.map(({ shares }) => shares[key]!))),
  ]);
  return table(["asked", "ranked by", ...REPORT_HEAD], rows);
}

/** The subsection of `docs/benchmarks.md` about reports, below its heading. */
export function reportsSectionOf(all: readonly Reports[]): string {
  const count = all.reduce((sum, { asked }) => sum + asked.length, 0);
  const repositories = all.length === 1 ? "repository" : "repositories";
  return `${count} faults that users of ${all.length} public ${repositories} reported and that a commit fixed, told in our own
words, at the parent of the fix. Gold is the source files that the fix changed. All figures are means over
reports, in percent. \`find_path\` lists 20 files: how often a right one is the first row, one of three and so on, and
100 divided by its place (MRR). \`overview\` has 500 tokens: the share of gold that it names, and how often one of
its marks is right. \`--reports --write\` writes this part alone. ${caption()}.

${reportTable(all)}
`;
}

/** Returns what a document says of reports, below the heading; `undefined` without it. */
export function reportsIn(document: string): string | undefined {
  const [, after] = document.split(`\n### ${REPORTS_HEADING}\n\n`, 2);
  return after?.split(/^##/m, 1)[0];
}

/** A document with another text about reports, which come first in the section. */
export function replaceReports(document: string, text: string): string {
  const earlier = reportsIn(document);
  if (earlier !== undefined) return document.replace(earlier, () => `${text}\n`);
  return document.replace(
    /\n## Discovery\n\n[^]+?\n\n/,
    (start) => `${start}### ${REPORTS_HEADING}\n\n${text}\n### ${COMMITS_HEADING}\n\n`,
  );
}

/** The section of `docs/benchmarks.md`, below its heading, with the subsection about reports. */
export function sectionOf(all: readonly Measured[], reports: string): string {
  return `What a first look and a search lead to, measured without a model by
\`deno task bench discovery --write --repo PATH …\`, which writes this section. ${caption()}.

${reports && `### ${REPORTS_HEADING}\n\n${reports}`}

### ${COMMITS_HEADING}

A repository is put back 200 commits (of a shorter history, half of it), and its \`.git\` ends there. The
commits since then ask. The gold of a commit is the files that it modified, which exist at the base and are no
tests; a commit with more than five such files is left out. Figures are the share of gold that is named.

![Share of gold named, by budget](discovery.svg)

Every contender is cut at whole lines to the same number of o200k's tokens: \`overview\`, with \`.git\` and
without; \`rg --files --sort path\`; every tracked file as an indented tree; and the files that the last 1,000
commits before the base touched, most first. \`overview\` keeps to its own, higher estimate, so it uses less than
its budget.

The queries are the commits' subjects, and what somebody might type for one of up to 100 files a repository:
one to three letters of each word of the name (\`fdiwr\` for \`file_disk_writer.ts\`), two or three words of the
path in another order, or the name with one wrong letter. \`fzf --filter\` reads the tracked files. The texts
that spell out one of 40 files are prose, traces, a path of Windows, and issues of 1,500 to 19,000 characters.

A task is the subject of one of 20 of these commits, in the tree of the commit's own parent: as it is; without
the words that are a name of a folder or a file; with the message's body; with one wrong letter; and as a wrong
task, the subject of another commit. Beside them: BM25 with each path as a document; the files of the latest 100
commits whose message has a word of the task (\`git log -i -F --grep\`); and, blind to the task, the last three.

![Share of gold named with a task, by budget](discovery-tasks.svg)

${
    groupsOf(all).map(({ title, all }) =>
      [
        `### Repositories ${title}`,
        `${all.map(({ curves }) => curves.label).join(", ")}.`,
        tablesOfGroup(all),
      ].join("\n\n")
    ).join("\n\n")
  }

### What this does not show

Whether a model works better for it. What a task needs to read is more than what its commit modified, new files
are not asked for, and a directory that is named with its counts counts as nothing. What was touched often is
touched again, so the measure favours history. Subjects are written by people who knew the answer; typos and
abbreviations are made by a program. Twenty tasks a repository are few, and a wrong task is still one of the same
repository. The repositories are public, well kept, and mostly of a few thousand files.
`;
}

/** A document with another text below one of its headings. */
export function replaceSection(document: string, heading: string, text: string): string {
  const start = `\n## ${heading}\n`;
  const [before, after] = document.split(start, 2);
  if (after === undefined) return `${document.trimEnd()}\n${start}\n${text}`;
  const next = after.indexOf("\n## ");
  return `${before}${start}\n${text}${next < 0 ? "" : after.slice(next)}`;
}

/** The plot: means, a panel for each group of repositories. */
export function plotOf(all: readonly Measured[]): string {
  return plot({
    title: "What a first look names of the files that later commits modified",
    caption: `${caption()}. Means over repositories.`,
    xLabel: "tokens (o200k)",
    yLabel: "gold named",
    xTicks: BUDGETS,
    yTicks: [0, 20, 40, 60, 80, 100],
    yTick: (share) => `${share} %`,
    panels: groupsOf(all).map(({ title, all }) => ({
      title: `${title[0]!.toUpperCase()}${title.slice(1)}`,
      detail: `${all.length} ${all.length === 1 ? "repository" : "repositories"}`,
      lines: Object.fromEntries(OVERVIEWS.flatMap((look) => {
        const mean = meanNamed(all, look);
        return mean === undefined
          ? []
          : [[look, mean.map((share, i): Point => [BUDGETS[i]!, share!])]];
      })),
    })),
  });
}

/** The lines of {@linkcode taskPlotOf}, by their names in the legend. */
const TASK_LINES: Readonly<Record<string, TaskContender>> = {
  "overview": "overview",
  "overview, no query": "overview without query",
  "recent": "recent",
  "BM25 over paths": "BM25 over paths",
  "rg --files": "rg --files",
};

/** The plot of tasks, a panel for each kind: means over the repositories not tuned on, if there are any. */
export function taskPlotOf(all: readonly Measured[]): string {
  const group = groupsOf(all).at(-1)!;
  return plot({
    title: "What a first look names of the files that a commit modified, given a task",
    caption: `${caption()}. Means over ${group.all.length} repositories ${group.title}.`,
    xLabel: "tokens (o200k)",
    yLabel: "gold named",
    xTicks: TASK_BUDGETS,
    yTicks: [0, 20, 40, 60, 80, 100],
    yTick: (share) => `${share} %`,
    panels: TASK_KINDS.map((kind) => ({
      title: kind,
      detail: `${group.all.reduce((sum, { tasks }) => sum + (tasks?.[kind].tasks ?? 0), 0)} tasks`,
      lines: Object.fromEntries(
        Object.entries(TASK_LINES).flatMap(([name, contender]) => {
          const mean = meanTask(group.all, kind, contender);
          return mean === undefined
            ? []
            : [[name, TASK_BUDGETS.map((budget, i): Point => [budget, mean[i]!])]];
        }),
      ),
    })),
  });
}

function caption(): string {
  return `${new Date().toISOString().slice(0, 10)}, Deno ${Deno.version.deno}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = (i: number): boolean => rows.every((row) => /^[-\d.,]*$/.test(row[i]!));
  const rule = head.map((_, i) => isNumber(i) ? "--:" : "---");
  return [head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function cells(curve: readonly (number | null)[]): string[] {
  return curve.map(cell);
}

function cell(share: number | null): string {
  return share === null ? "-" : share.toFixed(1);
}

function thousands(count: number): string {
  return count.toLocaleString("en-US");
}
