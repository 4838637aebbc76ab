/**
 * `deno task bench discovery [--repo PATH …]`: how much of what later commits modified the tools lead
 * to. It needs no model: any git repository, put some hundred commits back, asks the questions.
 *
 * @module
 */
import { type Checkout, prepareCheckout, prepareTaskTree } from "./discovery_checkout.ts";
import { curvesOf } from "./discovery_curve.ts";
import { findsIn, missingFinders } from "./discovery_find.ts";
import {
  type Measured,
  plotOf,
  replaceReports,
  replaceSection,
  REPORTS_HEADING,
  reportsIn,
  reportsSectionOf,
  reportTable,
  sectionOf,
  tablesOf,
  taskPlotOf,
  verdictsOn,
} from "./discovery_report.ts";
import { REPORT_COUNT, type Reports, reportsOn } from "./discovery_reports.ts";
import { spelledIn } from "./discovery_spelled.ts";
import type { BenchOptions } from "./measure.ts";
import { saveFormatted } from "./save.ts";
import { tasksOf } from "./discovery_tasks.ts";

/**
 * Prints tables, or with `json` a line for each repository. With `write`, docs/benchmarks.md has them too; with
 * `curve`, `overview` without a task alone is measured; with `tasks`, no search for a half-remembered or a
 * spelled-out path; with `reports`, the reports of users alone are asked.
 */
export async function run(options: BenchOptions): Promise<void> {
  if (options.reports) await askReports(options);
  else await askAll(options);
}

async function askAll({ repos, work, json, write, curve, tasks }: BenchOptions): Promise<void> {
  const paths = repos?.length ? repos : ["."];
  const directory = work ?? await Deno.makeTempDir({ prefix: "dirscope-discovery-" });
  try {
    const all: Measured[] = [];
    for (const path of paths) {
      const checkout = await prepareCheckout(path, directory);
      if (checkout.questions.length === 0) {
        console.log(`${checkout.label}: no commit of its history asks`);
        continue;
      }
      const measured = {
        curves: await curvesOf(checkout),
        finds: curve || tasks ? undefined : await findsIn(checkout),
        spelled: curve || tasks ? undefined : await spelledIn(checkout),
        tasks: curve ? undefined : await tasksOf(checkout),
        reports: curve ? undefined : await reportsOn(checkout),
      };
      all.push(measured);
      if (json) console.log(JSON.stringify(measured));
      else console.log(await about(checkout, measured));
    }
    if (all.length === 0) return;
    if (!json) {
      const reports = reportsOf(all);
      if (reports.length > 0) console.log(reportsText(reports));
      console.log(`\n${tablesOf(all)}\n\n${verdictsOn(all).join("\n")}`);
    }
    if (write && !curve && !tasks) await writeDocs(all);
  } finally {
    if (work === undefined) await Deno.remove(directory, { recursive: true });
  }
}

async function askReports({ repos, json, write }: BenchOptions): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "dirscope-discovery-" });
  try {
    const all: Reports[] = [];
    for (const path of repos?.length ? repos : ["."]) {
      const tree = await prepareTaskTree(path, directory);
      const reports = await reportsOn(tree);
      if (reports !== undefined && reports.asked.length > 0) all.push(reports);
      if (json) console.log(JSON.stringify({ label: tree.label, reports }));
      else console.log(`${tree.label}: ${aboutReports(reports)}`);
    }
    if (all.length === 0) return;
    if (!json) console.log(reportsText(all));
    if (!write) return;
    const document = await Deno.readTextFile(`${DOCS}/benchmarks.md`);
    const text = replaceReports(document, reportsSectionOf(all));
    await saveFormatted(DOCS, { "benchmarks.md": text });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** The results of reports in those of repositories that have any. */
function reportsOf(all: readonly Measured[]): Reports[] {
  return all.flatMap(({ reports }) => reports?.asked.length ? [reports] : []);
}

function reportsText(all: readonly Reports[]): string {
  return `\n${REPORTS_HEADING}, mean in %:\n\n${reportTable(all)}`;
}

function aboutReports(reports: Reports | undefined): string {
  if (reports === undefined) return "no report is about it";
  const { asked, missing } = reports;
  return `reports: ${asked.length}${missing === 0 ? "" : `; it lacks the commits of ${missing}`}`;
}

async function about(checkout: Checkout, { curves, finds, reports }: Measured): Promise<string> {
  const { label, base, back, questions, tooMany, none, missing } = checkout;
  return [
    `${label}: of the ${back} commits after ${base.slice(0, 12)}, ${questions.length} ask; ` +
    `${tooMany} modified more than five files, ${none} no file of the base that is no test`,
    ...missing === 0 ? [] : [`${missing} files are empty: the repository lacks their blobs`],
    ...curves.lost,
    ...reports ? [aboutReports(reports)] : [],
    ...finds ? await missingFinders(checkout) : [],
  ].join("\n  ");
}

const DOCS = `${import.meta.dirname}/../docs`;

async function writeDocs(all: readonly Measured[]): Promise<void> {
  const document = await Deno.readTextFile(`${DOCS}/benchmarks.md`);
  const reports = reportsOf(all);
  const asked = reports.reduce((sum, each) => sum + each.asked.length, 0);
  // What was written of more reports stays.
  const earlier = asked < REPORT_COUNT ? reportsIn(document) : undefined;
  const first = earlier ?? (asked > 0 ? reportsSectionOf(reports) : "");
  await saveFormatted(DOCS, {
    "benchmarks.md": replaceSection(document, "Discovery", sectionOf(all, first)),
    "discovery.svg": plotOf(all),
    "discovery-tasks.svg": taskPlotOf(all),
  });
}
