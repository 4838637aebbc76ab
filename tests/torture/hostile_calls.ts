/** The calls on the hostile layouts: every tool, on every path, in every context. */
import type { HostileLayout, Outcome } from "../../fixtures/hostile/layout.ts";
import { LAYOUTS } from "../../fixtures/hostile/layouts.ts";
import { LINKS } from "../../fixtures/hostile/links.ts";
import { SPELLINGS } from "../../fixtures/hostile/spellings.ts";
import type { ToolContext } from "../../mod.ts";
import { type Subject, SUBJECTS, variantsFrom } from "../support/every_tool.ts";
import { baseOf, rootOf, spelledOut } from "../support/hostile.ts";
import type { SuiteOptions } from "./suite.ts";

/** Under which permission and user the calls run. */
export interface Cell {
  /** `-A`; `--allow-read` for the roots; or that plus `--deny-read` for `shut` in each. */
  readonly permission: "all" | "narrow" | "denied";
  /** File modes apply to an ordinary user only. */
  readonly user: "root" | "ordinary";
}

export interface PlannedCall extends Subject {
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: ToolContext;
  readonly layout: HostileLayout;
  readonly root: string;
  /** True if neither roots nor permissions restrict it. */
  readonly isFree: boolean;
  readonly expected: Outcome;
}

/** The tools that report a link itself, not its target. */
const UNFOLLOWING = ["stat_path", "explain_path"];

export interface CallOptions extends SuiteOptions {
  /** Set to include the large and deep layouts, whose calls come last. @default {true} */
  readonly hasHeavy?: boolean;
}

/** Of how many calls a quick run makes one; a prime, so that each tool has its turn. */
const SHARE = 211;

/** The same of those of `list_dir` on links and on spellings. */
const SHARE_OF_LINKS = 4;

/** Every call of a cell, always in the same order; in a quick run, a share of them that the seed selects. */
export function* callsOf(all: string, cell: Cell, options: CallOptions): Generator<PlannedCall> {
  const { seed, scale, hasHeavy = true } = options;
  let [count, countOfLinks] = [seed, seed];
  let last: HostileLayout | undefined;
  for (const call of everyCallOf(all, cell, options)) {
    const { layout, id } = call;
    if (layout.isHeavy && !hasHeavy) return;
    const isOfLinks = id === "tree.list_dir" && cell.permission === "narrow" &&
      [...LINKS, ...SPELLINGS].includes(layout);
    const isNext = isOfLinks ? countOfLinks++ % SHARE_OF_LINKS === 0 : count++ % SHARE === 0;
    // Every layout has its turn, whatever the share.
    if (scale === "long" || isNext || layout !== last && cell.permission === "all") yield call;
    last = layout;
  }
}

function* everyCallOf(all: string, cell: Cell, options: CallOptions): Generator<PlannedCall> {
  for (const layout of layoutsOf(options)) {
    const base = baseOf(all, layout);
    const root = rootOf(all, layout);
    for (const context of contextsOf(base, cell, layout, options.scale)) {
      for (const [ask, outcome] of asksOf(layout, base)) {
        const path = spelledFrom(context, ask, root);
        yield* callsFor(path, { cell, context, layout, root, outcome, isFirst: ask === "." });
      }
    }
  }
}

/** The layouts of a run, heavy ones last. */
export function layoutsOf({ scale }: SuiteOptions): readonly HostileLayout[] {
  const light = LAYOUTS.filter(({ isHeavy }) => !isHeavy);
  return scale === "long"
    ? [...light, ...LAYOUTS.filter(({ isHeavy }) => isHeavy)]
    : light.filter(({ isSlow }) => !isSlow);
}

function contextsOf(
  base: string,
  { permission, user }: Cell,
  { isHeavy }: HostileLayout,
  scale: SuiteOptions["scale"],
): readonly ToolContext[] {
  const cwd = `${base}/root`;
  const byPermission: ToolContext = { cwd };
  const byRoots: ToolContext = { cwd, roots: ["."] };
  const wider: ToolContext = { cwd, roots: ["/"] };
  const fromAround: ToolContext = { cwd: base, roots: ["root"] };
  const isAll = permission === "all";
  if (isHeavy || scale === "quick") return [isAll ? byRoots : byPermission];
  // File modes and roots are independent, so one user suffices.
  const more = user === "root" ? [wider, fromAround] : [];
  switch (permission) {
    case "all":
      return [byRoots, byPermission, ...more.slice(1)];
    case "narrow":
      return [byPermission, byRoots, ...more];
    case "denied":
      return [byPermission, byRoots];
  }
}

/** The paths to request, and the expected outcome of each. */
function asksOf(layout: HostileLayout, base: string): [string, Outcome][] {
  const { asks, tree = {} } = layout;
  if (asks !== undefined) {
    return Object.entries(asks).map(([ask, outcome]) => [spelledOut(ask, base), outcome]);
  }
  const names = new Set(Object.keys(tree).map((path) => path.split("/")[0]!));
  return [[".", "inside"], ...[...names].map((name): [string, Outcome] => [name, "any"])];
}

/** A path as a call in this context spells it. */
function spelledFrom({ cwd, roots }: ToolContext, ask: string, root: string): string {
  if (ask.startsWith("/") || ask === "") return ask;
  if (cwd !== root) return `root/${ask}`;
  return roots?.[0] === "." ? ask : absoluteOf(ask, root);
}

function absoluteOf(ask: string, root: string): string {
  return ask.startsWith("/") || ask === "" ? ask : ask === "." ? root : `${root}/${ask}`;
}

/** The common part of all calls for one path. */
interface RequestedPath {
  readonly cell: Cell;
  readonly context: ToolContext;
  readonly layout: HostileLayout;
  readonly root: string;
  readonly outcome: Outcome;
  /** True if the path is the root itself. */
  readonly isFirst: boolean;
}

function* callsFor(path: string, requested: RequestedPath): Generator<PlannedCall> {
  const { cell, context, layout, root, isFirst } = requested;
  for (const subject of SUBJECTS) {
    // The tools of `agent` include these, and add advice.
    if (subject.toolset === "discovery" && !isFirst) continue;
    const isFree = cell.permission === "all" && context.roots === undefined &&
      (subject.toolset === "tree" || subject.toolset === "codex");
    if (isFree && !isFirst) continue;
    const variants = variantsFrom(subject, path, context);
    for (const args of variants.slice(0, isFirst && !layout.isHeavy ? undefined : 1)) {
      const expected = isFree ? "any" : expectedOf(subject.name, requested);
      const whole = isFree ? { ...context, maxScanned: 2000 } : context;
      // It may read the whole disk, which can be large.
      const held = isFree && args.recursive === true ? { ...args, depth: 2 } : args;
      yield { ...subject, args: held, context: whole, layout, root, isFree, expected };
    }
  }
}

function expectedOf(name: string, { cell, outcome }: RequestedPath): Outcome {
  const isLink = outcome.startsWith("link:");
  const end = (isLink ? outcome.slice("link:".length) : outcome) as Outcome;
  if (isLink && UNFOLLOWING.includes(name)) return "inside";
  if (end !== "shut") return end;
  return cell.permission === "denied" ? "outside" : "any";
}
