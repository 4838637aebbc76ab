/**
 * The calls on the hostile layouts: every tool, on every path, in every context.
 *
 * @module
 */
import type { HostileLayout, Outcome } from "../../fixtures/hostile/layout.ts";
import { LAYOUTS } from "../../fixtures/hostile/layouts.ts";
import { TOOLSETS } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";
import { randomFrom } from "../support/random.ts";
import { baseOf, rootOf, spelledOut } from "../support/hostile.ts";
import type { SuiteOptions } from "./suite.ts";

/** Under which permission and user the calls run. */
export interface Cell {
  /** `-A`; `--allow-read` for the roots; or that plus `--deny-read` for `shut` in each. */
  readonly permission: "all" | "narrow" | "denied";
  /** File modes apply to an ordinary user only. */
  readonly user: "root" | "ordinary";
}

/** A call. */
export interface PlannedCall {
  readonly toolset: string;
  readonly name: string;
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: ToolContext;
  readonly layout: HostileLayout;
  /** The folder that tools may see. */
  readonly root: string;
  /** Whether neither roots nor permissions restrict it. */
  readonly isFree: boolean;
  readonly expected: Outcome;
}

/** The tools that report a link itself, not its target. */
const UNFOLLOWING = ["stat_path", "explain_path"];

/** The arguments of each tool. Those that reach furthest come first. */
const ARGUMENTS: Readonly<Record<string, (path: string) => Record<string, unknown>[]>> = {
  "tree.list_dir": (path) => {
    const follow = {
      recursive: true,
      follow_folder_symlinks: true,
      follow_file_symlinks: true,
      show_data: true,
    };
    return [
      { path, ...follow },
      { path },
      { path, ...follow, format: "json", use_gitignore: true },
      { path, ...follow, use_gitignore: true },
      { path, recursive: true, filter: "files", use_gitignore: true },
      { path, recursive: true, filter: "folders", format: "json" },
    ];
  },
  "envelope.LS": (path) => [
    { path, include_hidden: true, ignore: [] },
    { path },
    { path, ignore: [`${"*a".repeat(40)}z`, "[!a]*", "**/x"] },
  ],
  "codex.list_dir": (dir_path) => [{ dir_path, depth: 3000, limit: 100_000 }, { dir_path }],
  "files.ls": (path) => [{ "path": path, "max-depth": 3000, "max-files": 100_000 }, { path }],
  "stat_path": (path) => [{ path }],
  "find_files": (root) => [
    { root, limit: 1000 },
    { root, use_gitignore: true },
    { root, name_contains: "no such name" },
  ],
  "glob_search": (root) => [
    { root, pattern: "**", max_results: 1000 },
    { root, pattern: "**/*", use_gitignore: true },
    { root, pattern: "*/{a,outside,inner}/**/*[!z]x" },
  ],
  "list_dir_entries": (path) => [{ path, include_hidden: true, limit: 1000 }, { path }],
  "list_dir": (path) => [{ path }],
  "overview": (path) => [{ path, max_tokens: 50_000, use_gitignore: false }, { path }],
  "changes": (path) => [{ path, since: "none" }],
  "explain_path": (path) => [{ path }],
  "find_path": (root) => [
    {
      root,
      queries: ["a", "e", "no such name", "outside inner"],
      limit: 200,
      use_gitignore: false,
    },
    { root, queries: ["f"] },
  ],
};

/** Which calls to make. */
export interface CallOptions extends SuiteOptions {
  /** Whether to include the large and deep layouts, whose calls come last. @default {true} */
  readonly hasHeavy?: boolean;
}

/** Every call of a cell, always in the same order. A quick run takes a sample that the seed selects. */
export function* callsOf(
  all: string,
  cell: Cell,
  { seed, scale, hasHeavy = true }: CallOptions,
): Generator<PlannedCall> {
  const random = randomFrom(seed);
  for (const call of everyCallOf(all, cell, scale)) {
    if (call.layout.isHeavy && !hasHeavy) return;
    const isInside = call.expected === "inside";
    if (scale === "long" || random() < (isInside ? 1 / 64 : 1 / 200)) yield call;
  }
}

function* everyCallOf(
  all: string,
  cell: Cell,
  scale: SuiteOptions["scale"],
): Generator<PlannedCall> {
  for (const layout of layoutsOf(scale)) {
    const base = baseOf(all, layout);
    const root = rootOf(all, layout);
    for (const context of contextsOf(base, cell, layout, scale)) {
      for (const [ask, outcome] of asksOf(layout, base)) {
        const isFirst = ask === ".";
        const path = spelledFrom(context, ask, root);
        yield* callsFor(path, { cell, context, layout, root, outcome, isFirst });
      }
    }
  }
}

/** The layouts of a scale, heavy ones last. */
export function layoutsOf(scale: SuiteOptions["scale"]): readonly HostileLayout[] {
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

/** The paths to ask for, and the expected outcome of each. */
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

/** What all calls for one path share. */
interface Asked {
  readonly cell: Cell;
  readonly context: ToolContext;
  readonly layout: HostileLayout;
  readonly root: string;
  readonly outcome: Outcome;
  /** Whether the path is the root itself. */
  readonly isFirst: boolean;
}

function* callsFor(path: string, asked: Asked): Generator<PlannedCall> {
  const { cell, context, layout, root, isFirst } = asked;
  for (const [toolset, tools] of Object.entries(TOOLSETS)) {
    // The tools of `agent` include these, and add advice.
    if (toolset === "discovery" && !isFirst) continue;
    const isFree = cell.permission === "all" && context.roots === undefined &&
      (toolset === "tree" || toolset === "codex");
    if (isFree && !isFirst) continue;
    for (const [name, tool] of Object.entries<Tool>(tools as Readonly<Record<string, Tool>>)) {
      // Toolset `codex` takes absolute paths only.
      const spelled = toolset === "codex" ? absoluteOf(path, context.cwd!) : path;
      const all = (ARGUMENTS[`${toolset}.${name}`] ?? ARGUMENTS[name]!)(spelled);
      for (const args of all.slice(0, isFirst && !layout.isHeavy ? undefined : 1)) {
        const expected = isFree ? "any" : expectedOf(name, asked);
        const whole = isFree ? { ...context, maxScanned: 2000 } : context;
        // It may read the whole disk, which can be large.
        const held = isFree && args.recursive === true ? { ...args, depth: 2 } : args;
        yield { toolset, name, tool, args: held, context: whole, layout, root, isFree, expected };
      }
    }
  }
}

function expectedOf(name: string, { cell, outcome }: Asked): Outcome {
  const isLink = outcome.startsWith("link:");
  const end = (isLink ? outcome.slice("link:".length) : outcome) as Outcome;
  if (isLink && UNFOLLOWING.includes(name)) return "inside";
  if (end !== "shut") return end;
  return cell.permission === "denied" ? "outside" : "any";
}
