/**
 * Shows a whole directory tree within a budget of tokens: `overview` of toolset `agent`.
 *
 * @module
 */
import { readLinkTarget } from "../../../directory/link_target.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import type { TreeCache } from "../../../cache/tree_cache.ts";
import { forEachPaced, paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { escapeCodePoint, lineSafe } from "../../../text/line_safe.ts";
import type { Tool, ToolDefinition } from "../../../tool.ts";
import type { WalkStep } from "../../../walk/walk_options.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import {
  AGENT_GITIGNORE_HELP,
  type ArgumentsOf,
  definitionOf,
  type InputOf,
  leanDefinition,
} from "../../schema.ts";
import { answerTool } from "../answer_tool.ts";
import { MAX_COMMITS, readRecentHistory, type Signals, signalsOf } from "../rank/recent_history.ts";
import { TaskWords } from "../rank/task_words.ts";
import { SavedSnapshots } from "../changes/saved_snapshots.ts";
import { breadthOptions, SnapshotTaker, treeKeyOf } from "../changes/snapshot_taker.ts";
import type { History } from "../../../git/history.ts";
import { layOutRows, MIN_OVERVIEW_TOKENS } from "./budget_layout.ts";
import {
  areEqualTraces,
  type CacheableFields,
  type CachedOverview,
  isSameHistory,
  OVERVIEW_CACHE,
  type RenderedOverview,
  type ShownLink,
  traceStep,
  type WalkTrace,
} from "./cached_overview.ts";
import { type CountedTree, TreeCounter, type TreeCounterOptions } from "./tree_counter.ts";
import {
  EMPTY_OVERVIEW,
  OUTPUT_SCHEMA,
  type OverviewBody,
  overviewLines,
  type OverviewResult,
} from "./result.ts";
import { unreadRulesOf } from "../unknown_rules_text.ts";
import { Marks, MAX_MARKS } from "./marks.ts";
import { relatedFiles } from "../rank/related_files.ts";
import type { TaskRanker } from "../rank/task_ranker.ts";
import type { PathWeights } from "../rank/path_weights.ts";
import { MAX_ROWS, prioritizedRows } from "./row_priority.ts";
import { bestFiles, Scores } from "./scores.ts";
import { costOf, estimateTokens } from "./token_cost.ts";

/** The arguments of `overview`, as a short form of their schema. */
export const PROPERTIES = {
  path: { path: "The directory.", default: "." },
  max_tokens: {
    integer: "Most tokens of the tree.",
    minimum: MIN_OVERVIEW_TOKENS,
    maximum: 2 * MAX_ROWS,
    default: 2000,
  },
  query: {
    text: "The task in its own words, such as an issue's title.",
    maxLength: 1000,
  },
  use_gitignore: { flag: AGENT_GITIGNORE_HELP, default: true },
  include_hidden: {
    flag: "Show names that start with a dot.",
    default: true,
  },
} as const;

/** The arguments of `overview`, described in {@linkcode DEFINITION}. */
export type OverviewArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `overview`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = leanDefinition(definitionOf(
  "overview",
  "Show a directory tree within a budget of tokens, for a first look. What the query concerns (the likeliest marked #1 to #5), what recent commits touched, sources and manifests have a line; the rest is counted exactly.",
  PROPERTIES,
));

/** The tool `overview` of toolset `agent`. */
export const TOOL: Tool<OverviewResult, OverviewArguments> = answerTool<
  Arguments,
  OverviewResult
>({
  DEFINITION,
  PROPERTIES,
  TRAITS: {
    pathArgument: "path",
    isRooted: true,
    loggedAs: "agent",
    keepsSnapshots: true,
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  linesOf: overviewLines,
  answer: runOverview,
  unanswered: () => EMPTY_OVERVIEW,
});

/**
 * Shows a directory tree within a budget of tokens, with exact counts of what it does not show. Requires
 * `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/agent/overview";
 * import { assertEquals } from "@std/assert";
 *
 * const { text, totals } = await execute({}, { cwd: "fixtures/sample" });
 * assertEquals(text, "docs/\n guide.md\nsrc/\n main.py\n utils/\n  helpers.py");
 * assertEquals(totals, { files: 3, dirs: 3, links: 0, others: 0 });
 * ```
 *
 * @param args The arguments, as the model sent them; see {@linkcode DEFINITION}.
 * @param context The host's settings for the call.
 * @returns The overview, or an error as a result of the same shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<OverviewResult, OverviewArguments>["execute"] = TOOL.execute;

async function runOverview(call: StartedCall<Arguments>): Promise<OverviewBody> {
  const { args, scope, pacer, cache, policy } = call;
  const start = scope.enterDirectory(args.path);
  const options = { ...await breadthOptions(call, start, args), reportIgnored: args.use_gitignore };
  const walk = new Walk(scope, start, options, pacer);
  const ancestry = ancestryOf(scope, start);
  const task = new TaskWords(args.query ?? "");
  const maxCommits = task.count > 0 ? MAX_COMMITS.withTask : MAX_COMMITS.withoutTask;
  const recent = await readRecentHistory(scope, ancestry, maxCommits, pacer);
  const history = recent?.history;
  const signals = await signalsOf(recent, task, pacer);
  const inputs = { args, scope, history, signals, pacer };
  const { fields: { totals_are_lower_bounds, ...fields }, snapshot } = cache === undefined
    ? { fields: (await renderTree(walk, inputs)).fields }
    : await renderWithCache(walk, inputs, { cache, treeKey: treeKeyOf(start, policy) });
  const unknown = args.use_gitignore ? await unknownRulesOf(scope, ancestry, pacer) : {};
  return {
    ...fields,
    omitted: pacer.counts.hidden === 0
      ? fields.omitted
      : { ...fields.omitted, hidden_by_host: pacer.counts.hidden },
    commits: history?.commits.length ?? null,
    ...snapshot !== undefined && { snapshot },
    ...totals_are_lower_bounds && { totals_are_lower_bounds },
    ...unknown,
    ...unreadRulesOf(pacer.counts),
  };
}

/** All that decides what an overview shows, besides the tree. */
interface OverviewInputs {
  readonly args: Arguments;
  readonly scope: Scope;
  /** The commits that the signals were computed from; a cached overview is valid for these alone. */
  readonly history: History | undefined;
  readonly signals: Signals;
  readonly pacer: Pacer;
}

async function renderTree(walk: Walk, inputs: OverviewInputs): Promise<RenderedOverview> {
  const counter = new TreeCounter(counterOptions(inputs));
  await walk.run((step) => counter.visit(step));
  return await renderCountedTree(await counter.finish(inputs.pacer), inputs);
}

/** Returns the cached overview if it is still valid, else renders one and caches it; and saves a snapshot. */
async function renderWithCache(
  walk: Walk,
  inputs: OverviewInputs,
  { cache, treeKey }: { readonly cache: TreeCache; readonly treeKey: string },
): Promise<{ readonly fields: CacheableFields; readonly snapshot: string | undefined }> {
  const { args, history, pacer } = inputs;
  const snapshots = cache.snapshots && new SavedSnapshots(cache.snapshots, pacer);
  const taker = snapshots && new SnapshotTaker(args, inputs.scope);
  const steps: WalkStep[] = [];
  const trace: WalkTrace = { values: [], lists: [] };
  await walk.run((step) => {
    steps.push(step);
    traceStep(trace, step);
  });
  const key = JSON.stringify([treeKey, args]);
  const found = cache.find(OVERVIEW_CACHE, key);
  const valid = found && await isStillValid(found, trace, inputs) ? found : undefined;
  const alias = valid?.namesSnapshot !== undefined
    ? await snapshots?.saveAlias({ namesSnapshot: valid.namesSnapshot, takenMs: taker!.takenMs })
    : undefined;
  if (valid && alias) return { fields: valid.fields, snapshot: alias.name };
  const counter = valid ? undefined : new TreeCounter(counterOptions(inputs));
  await forEachPaced(steps, pacer, (step) => {
    counter?.visit(step);
    taker?.visit(step);
  });
  const rendered = counter && await renderCountedTree(await counter.finish(pacer), inputs);
  const snapshot = await taker?.save(snapshots!, treeKey, pacer);
  if (rendered !== undefined && steps.at(-1)?.type !== "stopped") {
    const namesSnapshot = snapshot?.namesSnapshot;
    cache.keep(OVERVIEW_CACHE, key, { ...rendered, trace, history, namesSnapshot });
  }
  return { fields: (rendered ?? valid!).fields, snapshot: snapshot?.name };
}

async function isStillValid(
  cached: CachedOverview,
  trace: WalkTrace,
  { scope, history, pacer }: OverviewInputs,
): Promise<boolean> {
  return await areEqualTraces(cached.trace, trace, pacer) &&
    isSameHistory(cached.history, history) && await areLinksUnchanged(scope, cached.links, pacer);
}

function counterOptions({ args, signals }: OverviewInputs): TreeCounterOptions {
  return {
    includeHidden: args.include_hidden,
    // Not those of this call's budget: neither the order of rows nor the names stored for it may depend on that.
    maxRows: MAX_ROWS,
    bestFilesOf: (directory, count) => bestFiles(directory, count, signals),
  };
}

async function renderCountedTree(
  tree: CountedTree,
  { args, scope, signals, pacer }: OverviewInputs,
): Promise<RenderedOverview> {
  const { task, recency } = signals;
  const weights = task === undefined ? recency : await task.rank(tree.directories, pacer);
  const scores = await Scores.of(tree, { task, weights }, pacer);
  const marks = task && await marksFor(task, weights!, tree, { args, pacer });
  const rows = await prioritizedRows(tree, scores, { marks, pacer });
  const links: ShownLink[] = [];
  const { text, isComplete } = await layOutRows(tree, rows, {
    maxTokens: args.max_tokens,
    marks: marks ?? NO_MARKS,
    describeLink: ({ path }, name) => {
      const description = describeLink(scope, path!, name);
      links.push({ directory: path!, name, description });
      return description;
    },
  }, pacer);
  const { root, omitted } = tree;
  const fields = {
    truncated: !isComplete,
    text,
    totals: root.totals,
    omitted,
    estimated_tokens: estimateTokens(costOf(text)),
    ...!root.isFullyCounted && { totals_are_lower_bounds: true as const },
  };
  return { fields, links };
}

const NO_MARKS = new Marks([], 0);

async function marksFor(
  ranker: TaskRanker,
  weights: PathWeights,
  { directories }: CountedTree,
  { args, pacer }: Pick<OverviewInputs, "args" | "pacer">,
): Promise<Marks> {
  const { best } = await relatedFiles({ ranker, weights }, directories, MAX_MARKS, pacer);
  const reasons = ranker.reasonsFor(best.map(({ path }) => path));
  const files = best.map(({ path }) => ({ path, why: reasons.get(path) ?? "commits" }));
  return new Marks(files, args.max_tokens);
}

async function areLinksUnchanged(
  scope: Scope,
  links: readonly ShownLink[],
  pacer: Pacer,
): Promise<boolean> {
  for await (const { directory, name, description } of paced(links, pacer)) {
    if (describeLink(scope, directory, name) !== description) return false;
  }
  return true;
}

/** Returns the text after a link's name: its target, unless that is outside the scope. */
function describeLink(scope: Scope, directory: ScopedPath, name: string): string {
  const { stored, resolution } = readLinkTarget(scope, directory, name);
  if (resolution.outcome === "failed" && resolution.code === "outside_scope") {
    return " -> (outside)";
  }
  // The escape tells a target that begins with a bracket from these two remarks.
  return stored === undefined
    ? " -> (unreadable)"
    : ` -> ${lineSafe(stored).replace(/^\(/, escapeCodePoint)}`;
}
