/**
 * `deno task bench discovery [--repo PATH …]`: how much of what later commits modified the tools lead
 * to. It needs no model: any git repository, put some hundred commits back, asks the questions.
 *
 * @module
 */
import { type Checkout, prepareCheckout } from "./discovery_checkout.ts";
import { type Curves, curvesOf, curveTable } from "./discovery_curve.ts";
import type { BenchOptions } from "./measure.ts";

/** Prints tables, or with `json` a line for each repository. */
export async function run({ repos, work, json }: BenchOptions): Promise<void> {
  const paths = repos?.length ? repos : ["."];
  const directory = work ?? await Deno.makeTempDir({ prefix: "dirscope-discovery-" });
  try {
    const all: Curves[] = [];
    for (const path of paths) {
      const checkout = await prepareCheckout(path, directory);
      if (checkout.questions.length === 0) {
        console.log(`${checkout.label}: no question in its history`);
        continue;
      }
      const curves = await curvesOf(checkout);
      console.log(json ? JSON.stringify(curves) : sayAsked(checkout, curves));
      all.push(curves);
    }
    if (!json && all.length > 0) console.log(`\n${curveTable(all)}`);
  } finally {
    if (work === undefined) await Deno.remove(directory, { recursive: true });
  }
}

function sayAsked(
  { label, base, back, questions, tooMany, none }: Checkout,
  { lost }: Curves,
): string {
  return [
    `${label}: ${back} commits after ${base.slice(0, 12)}: ${questions.length} ask; ${tooMany} ` +
    `modified more than five files, ${none} none of the base's that is no test`,
    ...lost.map((text) => `  ${text}`),
  ].join("\n");
}
