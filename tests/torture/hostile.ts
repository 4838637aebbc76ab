/**
 * Every tool on every hostile layout, under every permission, for root and for an ordinary user. The
 * surroundings of the layouts change between runs, and no output may change with them.
 */
import { OUTSIDES } from "../../fixtures/hostile/outsides.ts";
import { buildLayouts, fillShut, putOutside, removeLayouts, rootOf } from "../support/hostile.ts";
import { MODES } from "../support/machine.ts";
import {
  denoRun,
  forEachAtOnce,
  HangError,
  projectFile,
  run as runChild,
  type Stream,
  unprivileged,
} from "../support/process.ts";
import { FailureList } from "./failure_list.ts";
import { type Cell, layoutsOf } from "./hostile_calls.ts";
import type { Order, Report } from "./hostile_process.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

export const suite: Suite = { name: "hostile", run };

/** A call that takes this long hangs, in milliseconds. */
const HANGS_AFTER_MS = 30_000;

/** A cell is abandoned after this many calls that hang. */
const MAX_HANGS = 3;

/** Makes every call: no output may show or reveal anything outside. */
async function run(options: SuiteOptions): Promise<SuiteResult> {
  const { scale } = options;
  const names = Object.keys(OUTSIDES);
  const outsides = scale === "quick" ? names.slice(0, 2) : names;
  const layouts = layoutsOf(options);
  const all = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  const [lacking, failures]: [string[], string[]] = [[], []];
  let points = 0;
  try {
    const cells = cellsOf(scale).filter(({ user }) => user === "root" || MODES.isHere);
    if (!MODES.isHere) lacking.push("an ordinary user: setpriv cannot make one");
    if (Deno.uid() !== 0) lacking.push("root");
    lacking.push(...await buildLayouts(all, layouts));
    const runs = new Map(cells.map((cell) => [cell, new Comparison(cell)]));
    for (const [turn, outside] of outsides.entries()) {
      await putOutside(all, layouts, outside);
      // No link leads out of the large and deep layouts, so they run once.
      const chosen = { ...options, hasHeavy: turn === 0 };
      fillShut(all, layouts, true);
      const runThem = (some: readonly Cell[]): Promise<void> =>
        forEachAtOnce(some, (cell) => runCell({ all, cell, options: chosen, from: 0 }, runs));
      await runThem(cells.filter(({ permission }) => permission !== "denied"));
      // Denied folders count as outside, so their contents change too.
      fillShut(all, layouts, turn === 0);
      await runThem(cells.filter(({ permission }) => permission === "denied"));
    }
    for (const comparison of runs.values()) {
      points += comparison.points;
      failures.push(...comparison.failures);
    }
  } finally {
    await removeLayouts(all);
  }
  return { points, failures, lacking };
}

function cellsOf(scale: SuiteOptions["scale"]): readonly Cell[] {
  if (scale === "quick") {
    return [
      { permission: "all", user: "ordinary" },
      { permission: "narrow", user: "root" },
      { permission: "denied", user: "ordinary" },
    ];
  }
  return (["all", "narrow", "denied"] as const).flatMap((permission) =>
    (["root", "ordinary"] as const).map((user) => ({ permission, user }))
  );
}

/** Compares the outputs of a cell with those of its first run. */
class Comparison {
  readonly #name: string;
  readonly #first: string[] = [];
  readonly #failures = new FailureList();
  points = 0;

  constructor({ permission, user }: Cell) {
    this.#name = `${permission}, ${user}`;
  }

  /** One line for each kind of failure. */
  get failures(): readonly string[] {
    return this.#failures.lines().map((line) => `${this.#name}: ${line}`);
  }

  take(number: number, { tool, digest, sample, problems, call }: Report): void {
    this.points++;
    for (const problem of problems) {
      this.fail(`${tool} ${problem}`.replace(/\/.*|\d+/g, "…"), `${problem} in ${call}: ${sample}`);
    }
    const first = this.#first[number] ??= `${digest} ${sample}`;
    if (!first.startsWith(`${digest} `)) {
      const both = `${first} and ${digest} ${sample}`;
      this.fail(`${tool} tells what is outside`, `call ${number} tells what is outside: ${both}`);
    }
  }

  fail(kind: string, text: string): void {
    this.#failures.add(kind, text);
  }
}

/** Runs the calls of a cell. After one that hangs, continues with the next. */
async function runCell(order: Order, runs: ReadonlyMap<Cell, Comparison>): Promise<void> {
  const comparison = runs.get(order.cell)!;
  let from = 0;
  for (let hangs = 0; hangs < MAX_HANGS; hangs++) {
    const end = await runCalls({ ...order, from }, comparison);
    if (end === undefined) return;
    comparison.fail("a call ends its process", `call ${end.number} ${end.how}`);
    from = end.number + 1;
  }
}

interface Stop {
  readonly number: number;
  readonly how: string;
}

async function runCalls(order: Order, comparison: Comparison): Promise<Stop | undefined> {
  const { cell, from } = order;
  const command = [
    ...cell.user === "ordinary" ? unprivileged() : [],
    ...denoRun(
      ["--quiet", "--no-prompt", "--no-lock", ...flagsOf(order)],
      projectFile("tests/torture/hostile_process.ts"),
      JSON.stringify(order),
    ),
  ];
  let number = from;
  const onLine = (line: string, stream: Stream): void => {
    if (stream === "stdout") comparison.take(number++, JSON.parse(line));
  };
  try {
    const { code, stderr } = await runChild(command, { silenceMs: HANGS_AFTER_MS, onLine });
    if (code === 0 && stderr === "") return undefined;
    return { number, how: `ends the process (${code}): ${stderr}` };
  } catch (error) {
    if (error instanceof HangError) return { number, how: "hangs" };
    throw error;
  }
}

function flagsOf({ all, cell, options }: Order): string[] {
  const roots = layoutsOf(options).map((layout) => rootOf(all, layout));
  if (cell.permission === "all") return ["--allow-all"];
  const allowed = [`--allow-read=${roots.join()}`];
  if (cell.permission === "narrow") return allowed;
  return [...allowed, `--deny-read=${roots.map((root) => `${root}/shut`).join()}`];
}
