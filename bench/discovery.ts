/**
 * `deno task bench discovery [--repo PATH …]`: how much of what later commits modified the tools lead
 * to. It needs no model: any git repository, put some hundred commits back, asks the questions.
 *
 * @module
 */
import { type Checkout, prepareCheckout } from "./discovery_checkout.ts";
import { curvesOf } from "./discovery_curve.ts";
import { findsIn, missingFinders } from "./discovery_find.ts";
import {
  type Measured,
  plotOf,
  replaceSection,
  sectionOf,
  tablesOf,
  taskPlotOf,
  verdictsOn,
} from "./discovery_report.ts";
import { spelledIn } from "./discovery_spelled.ts";
import type { BenchOptions } from "./measure.ts";
import { saveFormatted } from "./save.ts";
import { tasksOf } from "./discovery_tasks.ts";

/**
 * Prints tables, or with `json` a line for each repository. With `write`, docs/benchmarks.md has them too;
 * with `curve`, `overview` without a task alone is measured; with `tasks`, no search for a half-remembered or a spelled-out path.
 */
export async function run(
  { repos, work, json, write, curve, tasks }: BenchOptions,
): Promise<void> {
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
      };
      all.push(measured);
      if (json) console.log(JSON.stringify(measured));
      else console.log(await about(checkout, measured));
    }
    if (all.length === 0) return;
    if (!json) console.log(`\n${tablesOf(all)}\n\n${verdictsOn(all).join("\n")}`);
    if (write && !curve && !tasks) await writeDocs(all);
  } finally {
    if (work === undefined) await Deno.remove(directory, { recursive: true });
  }
}

async function about(checkout: Checkout, { curves, finds }: Measured): Promise<string> {
  const { label, base, back, questions, tooMany, none, missing } = checkout;
  return [
    `${label}: of the ${back} commits after ${base.slice(0, 12)}, ${questions.length} ask; ` +
    `${tooMany} modified more than five files, ${none} no file of the base that is no test`,
    ...missing === 0 ? [] : [`${missing} files are empty: the repository lacks their blobs`],
    ...curves.lost,
    ...finds ? await missingFinders(checkout) : [],
  ].join("\n  ");
}

const DOCS = `${import.meta.dirname}/../docs`;

async function writeDocs(all: readonly Measured[]): Promise<void> {
  const document = await Deno.readTextFile(`${DOCS}/benchmarks.md`);
  await saveFormatted(DOCS, {
    "benchmarks.md": replaceSection(document, "Discovery", sectionOf(all)),
    "discovery.svg": plotOf(all),
    "discovery-tasks.svg": taskPlotOf(all),
  });
}
