/**
 * Renders the measurements of `growth.ts` as tables and as a plot.
 *
 * @module
 */
import { median, type Times } from "./measure.ts";
import { plot, type Point } from "./plot.ts";
import type { Shape } from "./shapes.ts";

/** The times of one tree. */
export interface Measured {
  readonly entries: number;
  readonly rounds: number;
  readonly times: Times<string>;
}

/** One shape, at sizes from small to large. */
export interface Series {
  readonly shape: Shape;
  readonly sizes: readonly Measured[];
}

/** The contender that the others are compared with. */
export const BARE = "bare loop";

/** The base size of growth: smaller walks end before their speed is steady. */
const BASE = 1;

/** The contenders that are tools. */
function toolsOf(series: readonly Series[]): string[] {
  return Object.keys(series[0]!.sizes[0]!.times).filter((name) => name !== BARE);
}

/** The middle of some values, or the smallest. */
type Middle = (values: readonly number[]) => number;

const fastest: Middle = (values) => Math.min(...values);

function perEntry({ entries, times }: Measured, name: string, middle: Middle = median): number {
  return middle(times[name]!) / entries;
}

/** Two tables in Markdown: beside the bare loop, and beside the base size of growth. */
export function tablesOf(series: readonly Series[]): string {
  const tools = toolsOf(series);
  const base = rounded(series[0]!.sizes[BASE]!.entries);
  const beside = table(
    series,
    tools,
    (each, name, { middle }) => perEntry(each, name, middle) / perEntry(each, BARE, middle),
  );
  const growth = table(
    series,
    [BARE, ...tools],
    (each, name, { middle, sizes }) =>
      perEntry(each, name, middle) / perEntry(sizes[BASE]!, name, middle),
  );
  return `Time per entry, as a multiple of the bare loop's; in brackets, that of the fastest rounds:

${beside}

Time per entry, as a multiple of the same walk's at about ${base} entries, so that 1.00 is linear:

${growth}`;
}

function table(
  series: readonly Series[],
  names: readonly string[],
  tell: (
    measured: Measured,
    name: string,
    by: { middle: Middle; sizes: readonly Measured[] },
  ) => number,
): string {
  const cell = (each: Measured, name: string, sizes: readonly Measured[]): string => {
    const [usual, best] = [median, fastest].map((middle) => tell(each, name, { middle, sizes }));
    return `${usual!.toFixed(2)} (${best!.toFixed(2)})`;
  };
  const rows = series.flatMap(({ shape, sizes }) =>
    sizes.map((each) => [
      shape.name.toLowerCase(),
      each.entries.toLocaleString("en"),
      String(each.rounds),
      ...names.map((name) => cell(each, name, sizes)),
    ])
  );
  const head = ["tree", "entries", "rounds", ...names];
  const rule = head.map((_, i) => i === 0 ? "---" : "--:");
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The plot: milliseconds, a panel for each shape. */
export function plotOf(series: readonly Series[]): string {
  const rounds = series[0]!.sizes.map(({ entries, rounds }) => `${rounds} of ${rounded(entries)}`);
  return plot({
    title: "Time of a whole walk, by the size of the tree",
    caption: `${caption()}. Medians of walks: ${rounds.join(", ")} entries.`,
    xLabel: "entries",
    yLabel: "time",
    yTick: (ms) => ms < 1000 ? `${ms} ms` : `${ms / 1000} s`,
    panels: series.map(({ shape, sizes }) => ({
      title: shape.name,
      detail: shape.detail,
      lines: Object.fromEntries([BARE, ...toolsOf(series)].map((name) => [
        name,
        sizes.map(({ entries, times }): Point => [entries, median(times[name]!)]),
      ])),
      // Below all lines, so as not to cross them.
      guide: Math.min(...sizes.map((each) => perEntry(each, BARE))) / 1.5,
    })),
  });
}

function caption(): string {
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, Deno ${Deno.version.deno}, ${navigator.hardwareConcurrency} cores`;
}

/** A count of entries to one digit. */
function rounded(count: number): string {
  return count.toLocaleString("en", { maximumSignificantDigits: 1 });
}
